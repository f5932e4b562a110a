// SPDX-License-Identifier: MIT
//
// What went wrong in a program, as facts: where, who, which memory. No sentence stands here;
// `report` finds the words.
//
// A finding is one (kind, place), for races (kind, pair of places): the first occurrence with its
// facts, and how often and in how many threads it happened. So a hole that a million threads fall
// into is reported once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "events.hpp"

namespace simt {

enum class FindingKind : std::uint8_t {
#define FINDING(name, id, severity) name,
#include "findings.def"
#undef FINDING
};

enum class Severity : std::uint8_t { kNote, kWarning, kError };

/// The kind's name in reports and cases: "race-shared".
std::string_view finding_id(FindingKind kind);
Severity default_severity(FindingKind kind);

/// A place in the reader's source; an empty file is unknown, column 0 is the whole line.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Place&) const = default;
};

struct Index3 {
  std::uint32_t x = 0, y = 0, z = 0;
  bool operator==(const Index3&) const = default;
};

/// A thread as the reader knows it.
struct ThreadId {
  Index3 block;
  Index3 thread;
  std::uint32_t warp = 0;  ///< within the block
  std::uint32_t lane = 0;
};

/// Which threads stand on the other side of a race.
enum class Others : std::uint8_t { kOneThread, kLanesOfWarp, kWarpsOfBlock, kBlocks };

/// The memory a finding is about.
struct Subject {
  Space space = Space::kGlobal;
  std::string name;         ///< of the variable or allocation: "tile", "out"; may be empty
  std::string element;      ///< with index: "tile[3][0]", "out[100]"; empty where there is none
  std::uint64_t size = 0;   ///< bytes of the whole
  std::int64_t offset = 0;  ///< bytes from its start; negative before it
  std::uint64_t address = 0;
};

struct Finding {
  FindingKind kind = FindingKind::kTrap;
  Severity severity = Severity::kError;
  std::string kernel;  ///< as the source spells it; empty for findings of the host
  Place place;
  std::optional<Place> other;  ///< race: the earlier access; barrier: where the rest waits
  ThreadId thread;             ///< of the first occurrence
  ThreadId other_thread;       ///< of the earlier access
  Others others = Others::kOneThread;
  AccessKind access = AccessKind::kLoad;
  AccessKind other_access = AccessKind::kLoad;
  std::uint64_t bytes = 0;  ///< of the access, one lane
  Subject subject;
  LaneMask mask = 0;              ///< lanes concerned (collectives, barriers)
  LaneMask named = 0;             ///< the mask argument
  std::int32_t source_lane = -1;  ///< shuffles
  std::string detail;             ///< text of an assertion, an operation, an overflow
  std::uint64_t count = 0;        ///< occurrences, one a lane
  std::uint64_t threads = 0;      ///< distinct threads, exact up to kMaxThreads
};

/// Collects findings. Keeps `kMaxFindings` of them; `dropped()` says how many more there were.
class FindingList {
 public:
  static constexpr std::size_t kMaxFindings = 200;
  static constexpr std::size_t kMaxThreads = 100'000;

  /// Adds occurrences of a finding: the lanes of `mask` in the warp whose lane 0 is thread number
  /// `first_thread` of the launch. Keeps the facts of the first one only.
  void add(const Finding& finding, std::uint64_t first_thread, LaneMask mask);

  /// Ordered by severity (errors first), then as they occurred. Leaves out what another finding
  /// already explains: a read of nothing where the write races with it, a race within a warp
  /// between lines that race across warps too, a bad index whose access itself faulted,
  /// leaks after a fault.
  std::vector<Finding> sorted() const;
  std::size_t size() const { return findings_.size(); }
  std::uint64_t dropped() const { return dropped_; }
  bool has_errors() const;

 private:
  struct Record {
    Finding finding;
    std::unordered_set<std::uint64_t> threads;
  };
  using Key = std::tuple<FindingKind, Place, Place>;  ///< the places in order

  static void count(Record& record, std::uint64_t first_thread, LaneMask mask);
  bool is_explained(const Finding& finding) const;

  std::map<Key, std::size_t> index_;
  std::vector<Record> findings_;
  std::uint64_t dropped_ = 0;
};

}  // namespace simt
