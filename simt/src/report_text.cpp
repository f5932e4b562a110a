// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <map>

#include "report.hpp"
#include "report_words.hpp"

namespace simt {

namespace {

constexpr std::size_t kMaxRemarks = 12;  ///< a kernel
constexpr double kDear = 1.2;            ///< paid / ideal from which a line gets a remark
constexpr double kDiverges = 0.1;        ///< share of warps that split

/// Lines of source files, read once.
class Sources {
 public:
  explicit Sources(const ReportOptions& options) : options_(options) {}

  /// Line `number` of the file without its end; empty if it cannot be had.
  std::string line(const std::string& file, std::uint32_t number) {
    if (!options_.read_source || file.empty() || number == 0) return "";
    const auto [entry, is_new] = lines_.try_emplace(file);
    if (is_new) split(options_.read_source(file), entry->second);
    return number <= entry->second.size() ? entry->second[number - 1] : "";
  }

 private:
  static void split(const std::string& text, std::vector<std::string>& lines) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines.push_back(text.substr(begin, end - begin));
      if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
      begin = end + 1;
    }
  }

  const ReportOptions& options_;
  std::map<std::string, std::vector<std::string>> lines_;
};

class TextWriter {
 public:
  TextWriter(const ReportOptions& options) : options_(options), sources_(options) {}

  void finding(const Finding& finding);
  void kernel(const KernelObservation& kernel);
  std::string take() { return std::move(text_); }
  void line(const std::string& text) { text_ += text + "\n"; }

 private:
  void diagnostic(const Place& place, const char* label, const char* color,
                  const std::string& message, std::string_view id);
  void quote(const Place& place);
  void traffic_table(const KernelObservation& kernel, Space space);
  void remark(const AccessLine& line);
  void branch_remark(const BranchLine& line);
  std::string painted(const char* color, const std::string& text) const {
    return options_.color ? std::string(color) + text + "\x1b[0m" : text;
  }

  const ReportOptions& options_;
  Sources sources_;
  std::string text_;
};

constexpr const char* kRed = "\x1b[1;31m";
constexpr const char* kMagenta = "\x1b[1;35m";
constexpr const char* kCyan = "\x1b[1;36m";
constexpr const char* kBold = "\x1b[1m";

std::string place_text(const Place& place) {
  if (place.file.empty()) return "unknown place";
  std::string text = place.file;
  if (place.line != 0) text += ":" + std::to_string(place.line);
  if (place.line != 0 && place.column != 0) text += ":" + std::to_string(place.column);
  return text;
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

std::string padded_right(const std::string& text, std::size_t width) {
  return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

const char* access_word(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return "read";
    case AccessKind::kStore:
      return "write";
    case AccessKind::kAtomic:
      return "atomic";
  }
  return "access";
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

bool is_dear(std::uint64_t paid, std::uint64_t ideal) {
  return ideal != 0 && static_cast<double>(paid) >= kDear * static_cast<double>(ideal);
}

std::string shape_text(const Dim3& shape) {
  return "(" + std::to_string(shape.x) + "," + std::to_string(shape.y) + "," +
         std::to_string(shape.z) + ")";
}

/// "lane 0 reads +0, lane 1 +128", for the dearest request.
std::string lanes_text(const AccessCounts& counts) {
  const LaneMask rest = counts.example.mask & (counts.example.mask - 1);
  if (rest == 0) return "";
  const std::string verb = counts.kind == AccessKind::kLoad    ? " reads +0"
                           : counts.kind == AccessKind::kStore ? " writes +0"
                                                               : " updates +0";
  const std::int64_t step = counts.example.step;
  return "lane " + std::to_string(std::countr_zero(counts.example.mask)) + verb + ", lane " +
         std::to_string(std::countr_zero(rest)) + " " + (step < 0 ? "" : "+") +
         std::to_string(step);
}

void TextWriter::quote(const Place& place) {
  const std::string source = sources_.line(place.file, place.line);
  if (source.empty()) return;
  line(padded(std::to_string(place.line), 5) + " | " + source);
  if (place.column == 0 || place.column > source.size() + 1) return;
  // Tabs before the caret keep it under its column.
  std::string indent = source.substr(0, place.column - 1);
  for (char& c : indent) c = c == '\t' ? '\t' : ' ';
  line("      | " + indent + painted(kBold, "^"));
}

void TextWriter::diagnostic(const Place& place, const char* label, const char* color,
                            const std::string& message, std::string_view id) {
  std::string head =
      painted(kBold, place_text(place) + ": ") + painted(color, label) + ": " + message;
  if (!id.empty()) head += " [" + std::string(id) + "]";
  line(head);
  quote(place);
}

void TextWriter::finding(const Finding& finding) {
  const FindingWords words = words_for(finding);
  const bool error = finding.severity == Severity::kError;
  const bool warning = finding.severity == Severity::kWarning;
  diagnostic(finding.place,
             error     ? "error"
             : warning ? "warning"
                       : "note",
             error     ? kRed
             : warning ? kMagenta
                       : kCyan,
             words.cause, finding_id(finding.kind));
  if (finding.other && !words.other_note.empty() && *finding.other != finding.place) {
    diagnostic(*finding.other, "note", kCyan, words.other_note, "");
  }
  if (!finding.kernel.empty()) {
    line("      = in " + finding.kernel + ": " + occurrence_text(finding));
  }
  if (!words.fix.empty()) line("      = fix: " + words.fix);
}

void TextWriter::kernel(const KernelObservation& kernel) {
  line(painted(kBold, "kernel " + kernel.name) + " (" + place_text(kernel.declared) + "): grid " +
       shape_text(kernel.grid) + ", block " + shape_text(kernel.block) + ", " +
       count_text(kernel.launches) + (kernel.launches == 1 ? " launch, " : " launches, ") +
       count_text(kernel.warp_instructions) + " warp instructions");
  traffic_table(kernel, Space::kGlobal);
  traffic_table(kernel, Space::kShared);
  std::size_t remarks = 0;
  for (const AccessLine& access : kernel.accesses) {
    const AccessCounts& counts = access.counts;
    const bool dear = is_dear(counts.sectors, counts.ideal_sectors) ||
                      is_dear(counts.wavefronts, counts.ideal_wavefronts);
    if (dear && remarks++ < kMaxRemarks) remark(access);
  }
  for (const BranchLine& branch : kernel.branches) {
    const bool splits = ratio(branch.counts.diverged, branch.counts.executed) >= kDiverges;
    if (splits && remarks++ < kMaxRemarks) branch_remark(branch);
  }
  if (remarks > kMaxRemarks) {
    line("  (" + std::to_string(remarks - kMaxRemarks) + " more remarks left out)");
  }
}

void TextWriter::traffic_table(const KernelObservation& kernel, Space space) {
  const bool shared = space == Space::kShared;
  bool has_head = false;
  for (const AccessLine& access : kernel.accesses) {
    if (access.space != space) continue;
    const AccessCounts& counts = access.counts;
    const std::uint64_t paid = shared ? counts.wavefronts : counts.sectors;
    const std::uint64_t ideal = shared ? counts.ideal_wavefronts : counts.ideal_sectors;
    if (!has_head) {
      line(padded_right(shared ? "  shared memory" : "  global memory", 28) + "  requests" +
           (shared ? "  wavefronts/request" : "     sectors/request") + "   ideal" +
           (shared ? "" : "   useful") + "   lanes");
      has_head = true;
    }
    std::string row = "  " + padded(std::to_string(access.place.line), 5) + ":" +
                      padded_right(std::to_string(access.place.column), 4) +
                      padded_right(access_word(counts.kind), 7) +
                      padded_right(std::to_string(counts.bytes) + " B", 9) +
                      padded(count_text(counts.requests), 10) +
                      padded(decimal_text(ratio(paid, counts.requests), 2), 20) +
                      padded(decimal_text(ratio(ideal, counts.requests), 2), 8);
    if (!shared) {
      row +=
          padded(decimal_text(100 * ratio(counts.useful_bytes, 32 * counts.sectors), 1), 7) + " %";
    }
    row += padded(decimal_text(ratio(counts.lanes, counts.requests), 1), 8);
    line(row);
  }
}

void TextWriter::remark(const AccessLine& access) {
  const AccessCounts& counts = access.counts;
  std::string message;
  if (access.space == Space::kShared) {
    message = decimal_text(ratio(counts.wavefronts, counts.requests), 2) +
              " wavefronts per request where " +
              decimal_text(ratio(counts.ideal_wavefronts, counts.requests), 2) +
              " would do (bank conflicts)";
  } else {
    message = decimal_text(ratio(counts.sectors, counts.requests), 2) +
              " sectors per request where " +
              decimal_text(ratio(counts.ideal_sectors, counts.requests), 2) + " would do (" +
              decimal_text(100 * ratio(counts.useful_bytes, 32 * counts.sectors), 1) + " % useful)";
  }
  const std::string lanes = lanes_text(counts);
  if (!lanes.empty()) message += ": " + lanes;
  diagnostic(access.place, "remark", kCyan, message, "");
}

void TextWriter::branch_remark(const BranchLine& branch) {
  diagnostic(branch.place, "remark", kCyan,
             count_text(branch.counts.diverged) + " of " + count_text(branch.counts.executed) +
                 " warps that come here go both ways",
             "");
}

std::string plural(std::size_t count, const char* word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string summary(const Observation& observation, const ReportOptions& options) {
  std::size_t errors = 0, warnings = 0, notes = 0;
  for (const Finding& finding : observation.findings) {
    errors += finding.severity == Severity::kError;
    warnings += finding.severity == Severity::kWarning;
    notes += finding.severity == Severity::kNote;
  }
  if (errors + warnings + (options.notes ? notes : 0) == 0) return "";
  std::string text = plural(errors, "error") + ", " + plural(warnings, "warning");
  if (notes != 0) text += ", " + plural(notes, "note") + (options.notes ? "" : " not shown");
  if (observation.findings_dropped != 0) {
    text += "; more were found than are kept";
  }
  return text;
}

void write_findings(TextWriter& writer, const Observation& observation,
                    const ReportOptions& options) {
  for (const Finding& finding : observation.findings) {
    if (finding.severity == Severity::kNote && !options.notes) continue;
    writer.finding(finding);
  }
  if (observation.races_incomplete) {
    writer.line("note: memory for race tracking ran out; some races may be missing here");
  }
  const std::string total = summary(observation, options);
  if (!total.empty()) writer.line(total);
}

}  // namespace

std::string findings_text(const Observation& observation, const ReportOptions& options) {
  TextWriter writer(options);
  write_findings(writer, observation, options);
  return writer.take();
}

std::string text_report(const Observation& observation, const ReportOptions& options) {
  TextWriter writer(options);
  for (const KernelObservation& kernel : observation.kernels) writer.kernel(kernel);
  write_findings(writer, observation, options);
  return writer.take();
}

}  // namespace simt
