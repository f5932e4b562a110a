// SPDX-License-Identifier: MIT
#include "findings.hpp"

#include <gtest/gtest.h>

namespace simt {
namespace {

Finding finding(FindingKind kind, std::uint32_t line) {
  Finding result;
  result.kind = kind;
  result.severity = default_severity(kind);
  result.place = {"kernel.cu", line, 3};
  return result;
}

TEST(FindingList, MergesOccurrencesAtOnePlace) {
  FindingList list;
  Finding first = finding(FindingKind::kOutOfBounds, 7);
  first.thread.lane = 4;
  list.add(first, 32, 0xf0);
  list.add(finding(FindingKind::kOutOfBounds, 7), 32, 0x3c0);
  list.add(finding(FindingKind::kOutOfBounds, 8), 0, 1);
  const auto all = list.sorted();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].count, 8u);
  EXPECT_EQ(all[0].threads, 6u);
  EXPECT_EQ(all[0].thread.lane, 4u);
}

TEST(FindingList, PutsErrorsFirstAndElseKeepsTheOrder) {
  FindingList list;
  list.add(finding(FindingKind::kSameValue, 1), 0, 1);
  EXPECT_FALSE(list.has_errors());
  list.add(finding(FindingKind::kRaceShared, 9), 0, 1);
  list.add(finding(FindingKind::kRaceGlobal, 2), 0, 1);
  EXPECT_TRUE(list.has_errors());
  const auto all = list.sorted();
  EXPECT_EQ(all[0].place.line, 9u);
  EXPECT_EQ(all[1].place.line, 2u);
  EXPECT_EQ(all[2].severity, Severity::kNote);
}

TEST(FindingList, StopsAtItsLimitAndSaysHowManyItDropped) {
  FindingList list;
  for (std::uint32_t line = 0; line < FindingList::kMaxFindings + 5; ++line) {
    list.add(finding(FindingKind::kTrap, line + 1), 0, 1);
  }
  EXPECT_EQ(list.size(), FindingList::kMaxFindings);
  EXPECT_EQ(list.dropped(), 5u);
}

TEST(FindingList, LeavesOutWhatAnotherFindingExplains) {
  FindingList list;
  Finding race = finding(FindingKind::kRaceShared, 8);
  race.other = Place{"kernel.cu", 5, 3};
  race.subject.name = "tile";
  Finding empty = finding(FindingKind::kUninitialised, 8);
  empty.subject.name = "tile";
  Finding warp_race = race;
  warp_race.kind = FindingKind::kRaceWarp;
  list.add(empty, 0, 1);
  list.add(warp_race, 0, 1);
  list.add(finding(FindingKind::kLeak, 0), 0, 1);
  EXPECT_EQ(list.sorted().size(), 2u);  // the race explains the read
  list.add(race, 0, 1);
  list.add(finding(FindingKind::kOutOfBounds, 9), 0, 1);
  EXPECT_EQ(list.sorted().size(), 2u);
}

TEST(FindingList, CountsARaceOnceWhicheverSideCameFirst) {
  FindingList list;
  Finding race = finding(FindingKind::kRaceShared, 8);
  race.other = Place{"kernel.cu", 5, 3};
  list.add(race, 0, 1);
  std::swap(race.place, *race.other);
  list.add(race, 0, 2);
  ASSERT_EQ(list.sorted().size(), 1u);
  EXPECT_EQ(list.sorted()[0].count, 2u);
}

TEST(FindingKinds, HaveDistinctIds) {
  EXPECT_EQ(finding_id(FindingKind::kRaceShared), "race-shared");
  EXPECT_EQ(finding_id(FindingKind::kLeak), "leak");
}

}  // namespace
}  // namespace simt
