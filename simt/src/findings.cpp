// SPDX-License-Identifier: MIT
#include "findings.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace simt {

namespace {

struct KindInfo {
  std::string_view id;
  Severity severity;
};

constexpr std::array kKinds = {
#define FINDING(name, id, severity) KindInfo{id, Severity::severity},
#include "findings.def"
#undef FINDING
};

const KindInfo& info(FindingKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

bool is_race(FindingKind kind) {
  return kind == FindingKind::kRaceShared || kind == FindingKind::kRaceGlobal ||
         kind == FindingKind::kRaceWarp || kind == FindingKind::kRaceAtomic ||
         kind == FindingKind::kSameValue;
}

bool is_fault(FindingKind kind) {
  return kind >= FindingKind::kOutOfBounds && kind <= FindingKind::kUnsupported;
}

bool same_places(const Finding& a, const Finding& b) {
  return (a.place == b.place && a.other == b.other) || (a.other == b.place && a.place == b.other);
}

}  // namespace

std::string_view finding_id(FindingKind kind) { return info(kind).id; }
Severity default_severity(FindingKind kind) { return info(kind).severity; }

void FindingList::add(const Finding& finding, std::uint64_t first_thread, LaneMask mask) {
  const Place other = is_race(finding.kind) ? finding.other.value_or(Place{}) : Place{};
  const Key key{finding.kind, std::min(finding.place, other), std::max(finding.place, other)};
  auto known = index_.find(key);
  if (known == index_.end()) {
    if (findings_.size() >= kMaxFindings) {
      ++dropped_;
      return;
    }
    known = index_.emplace(key, findings_.size()).first;
    findings_.push_back({finding, {}});
  }
  count(findings_[known->second], first_thread, mask);
}

void FindingList::count(Record& record, std::uint64_t first_thread, LaneMask mask) {
  record.finding.count += static_cast<std::uint64_t>(std::popcount(mask));
  if (record.threads.size() >= kMaxThreads) return;
  for (LaneMask rest = mask; rest != 0; rest &= rest - 1) {
    record.threads.insert(first_thread + static_cast<std::uint64_t>(std::countr_zero(rest)));
  }
  record.finding.threads = record.threads.size();
}

bool FindingList::is_explained(const Finding& finding) const {
  if (finding.kind == FindingKind::kLeak) {
    // After a fault every call fails, cudaFree too.
    return std::any_of(findings_.begin(), findings_.end(),
                       [](const Record& record) { return is_fault(record.finding.kind); });
  }
  if (finding.kind == FindingKind::kArrayBounds) {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Record& record) {
      const Finding& other = record.finding;
      return other.kind == FindingKind::kOutOfBounds && other.place.line == finding.place.line &&
             other.place.file == finding.place.file;
    });
  }
  const bool empty_read = finding.kind == FindingKind::kUninitialised;
  if (!empty_read && finding.kind != FindingKind::kRaceWarp) return false;
  return std::any_of(findings_.begin(), findings_.end(), [&](const Record& record) {
    const Finding& other = record.finding;
    if (!is_race(other.kind) || other.severity != Severity::kError) return false;
    if (!empty_read) return other.kind != FindingKind::kRaceWarp && same_places(finding, other);
    return other.subject.name == finding.subject.name &&
           (other.place == finding.place || other.other == finding.place);
  });
}

std::vector<Finding> FindingList::sorted() const {
  std::vector<Finding> result;
  result.reserve(findings_.size());
  for (const Record& record : findings_) {
    if (!is_explained(record.finding)) result.push_back(record.finding);
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return result;
}

bool FindingList::has_errors() const {
  return std::any_of(findings_.begin(), findings_.end(), [](const Record& record) {
    return record.finding.severity == Severity::kError;
  });
}

}  // namespace simt
