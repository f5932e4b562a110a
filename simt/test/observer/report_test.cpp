// SPDX-License-Identifier: MIT
//
// Reports against committed texts. SIMT_UPDATE_GOLDENS=1 rewrites them; read the diff.
#include "report.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "report_words.hpp"

#ifndef GOLDEN_DIR
#error "GOLDEN_DIR names the folder of committed reports"
#endif

namespace simt {
namespace {

constexpr const char* kSource =
    "#include <cuda_runtime.h>\n"
    "\n"
    "__global__ void reverse(float* out, const float* in, int n) {\n"
    "  __shared__ float tile[64];\n"
    "  tile[threadIdx.x] = in[threadIdx.x * n];\n"
    "  if (threadIdx.x < 16) __syncthreads();\n"
    "\tout[threadIdx.x] = tile[63 - threadIdx.x];\n"
    "}\n";

ReportOptions options() {
  ReportOptions result;
  result.read_source = [](std::string_view path) {
    return path == "reverse.cu" ? std::string(kSource) : std::string();
  };
  return result;
}

Place at(std::uint32_t line, std::uint32_t column) { return {"reverse.cu", line, column}; }

Finding finding(FindingKind kind, std::uint32_t line, std::uint32_t column) {
  Finding result;
  result.kind = kind;
  result.severity = default_severity(kind);
  result.kernel = "reverse";
  result.place = at(line, column);
  result.thread = {{0, 0, 0}, {32, 0, 0}, 1, 0};
  result.bytes = 4;
  result.count = 1;
  result.threads = 1;
  return result;
}

Finding race() {
  Finding result = finding(FindingKind::kRaceShared, 7, 21);
  result.other = at(5, 21);
  result.other_access = AccessKind::kStore;
  result.other_thread = {{0, 0, 0}, {31, 0, 0}, 0, 31};
  result.subject = {Space::kShared, "tile", "tile[31]", 256, 124, 0xE100007Cu};
  result.count = result.threads = 64;
  return result;
}

Finding out_of_bounds() {
  Finding result = finding(FindingKind::kOutOfBounds, 7, 20);
  result.access = AccessKind::kStore;
  result.thread = {{0, 0, 0}, {100, 0, 0}, 3, 4};
  result.subject = {Space::kGlobal, "out", "out[100]", 400, 400, 0x1000000000190ull};
  result.count = result.threads = 28;
  return result;
}

Observation observed() {
  Observation seen;
  KernelObservation& kernel = seen.kernels.emplace_back();
  kernel.name = "reverse";
  kernel.symbol = "_Z7reversePfPKfi";
  kernel.declared = at(3, 0);
  kernel.launches = 2;
  kernel.block = {64, 1, 1};
  kernel.shared_bytes = 256;
  kernel.warp_instructions = 1234;
  kernel.thread_instructions = 39488;
  AccessLine load{at(5, 23), Space::kGlobal, {}};
  load.counts.requests = 4;
  load.counts.lanes = 128;
  load.counts.sectors = 128;
  load.counts.ideal_sectors = 16;
  load.counts.useful_bytes = 512;
  load.counts.bytes = 4;
  load.counts.example = {28, 32, 4, kAllLanes, 128};
  kernel.accesses.push_back(load);
  seen.profiled.push_back(
      {kernel.symbol, 1, 2, {{Space::kGlobal, AccessKind::kLoad, load.counts}}});
  AccessLine store{at(5, 21), Space::kShared, {}};
  store.counts.kind = AccessKind::kStore;
  store.counts.requests = 4;
  store.counts.lanes = 128;
  store.counts.wavefronts = 4;
  store.counts.ideal_wavefronts = 4;
  store.counts.bytes = 4;
  kernel.accesses.push_back(store);
  kernel.branches.push_back({at(6, 7), {4, 2}});

  seen.findings.push_back(race());
  seen.findings.push_back(out_of_bounds());
  Finding barrier = finding(FindingKind::kBarrierDivergence, 6, 25);
  barrier.thread = {};
  seen.findings.push_back(barrier);
  Finding uninitialised = finding(FindingKind::kUninitialised, 5, 23);
  uninitialised.subject = {Space::kGlobal, "in", "in[0]", 400, 0, 0};
  seen.findings.push_back(uninitialised);
  Finding leak;
  leak.kind = FindingKind::kLeak;
  leak.severity = Severity::kWarning;
  leak.subject = {Space::kGlobal, "d_in", "", 4096, 0, 0};
  seen.findings.push_back(leak);
  Finding same = race();
  same.kind = FindingKind::kSameValue;
  same.severity = Severity::kNote;
  seen.findings.push_back(same);
  return seen;
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(GOLDEN_DIR) + "/" + name;
  if (std::getenv("SIMT_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << text;
  std::ifstream file(path);
  const std::string golden((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text, golden) << "in " << path;
}

TEST(Report, TextQuotesLinesAndNamesCauseFiguresAndFix) {
  ReportOptions with_notes = options();
  with_notes.notes = true;
  expect_golden("report.txt", text_report(observed(), with_notes));
}

TEST(Report, JsonHasAStableSchema) { expect_golden("report.json", json_report(observed())); }

TEST(Report, HidesNotesUnlessAskedAndSaysSo) {
  const std::string text = findings_text(observed(), options());
  EXPECT_EQ(text.find("same-value"), std::string::npos);
  EXPECT_NE(text.find("4 errors, 1 warning, 1 note not shown\n"), std::string::npos) << text;
}

TEST(Report, OfNothingIsEmpty) {
  EXPECT_EQ(text_report({}, options()), "");
  EXPECT_EQ(findings_text({}, options()), "");
}

TEST(Report, WorksWithoutSource) {
  const std::string text = findings_text(observed(), {});
  EXPECT_NE(text.find("reverse.cu:7:21: error: race on tile[31]"), std::string::npos) << text;
  EXPECT_EQ(text.find(" | "), std::string::npos);
}

// Every kind has a sentence of its own and none ends with a full stop.
TEST(Report, HasWordsForEveryKind) {
#define FINDING(name, id, level)                                            \
  {                                                                         \
    const FindingWords words = words_for(finding(FindingKind::name, 5, 3)); \
    EXPECT_GT(words.cause.size(), 10u) << id;                               \
    EXPECT_NE(words.cause.back(), '.') << id;                               \
  }
#include "findings.def"
#undef FINDING
}

TEST(Words, GroupDigitsAndDropZeros) {
  EXPECT_EQ(count_text(7), "7");
  EXPECT_EQ(count_text(1234567), "1,234,567");
  EXPECT_EQ(decimal_text(4.0, 2), "4");
  EXPECT_EQ(decimal_text(12.5, 1), "12.5");
  EXPECT_EQ(decimal_text(100.0, 1), "100");
}

}  // namespace
}  // namespace simt
