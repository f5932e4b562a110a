// SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>

#include "report.hpp"
#include "report_words.hpp"

namespace simt {

namespace {

/// Writes JSON with two spaces of indentation. Keys come in the order they are given.
class JsonWriter {
 public:
  /// Starts inside `depth` brackets, for a part of a document.
  explicit JsonWriter(std::size_t depth = 0) : depth_(depth) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  JsonWriter& key(std::string_view name) {
    separate();
    quote(name);
    text_ += ": ";
    after_key_ = true;
    return *this;
  }
  void string(std::string_view value) {
    separate();
    quote(value);
  }
  void number(std::uint64_t value) {
    separate();
    text_ += std::to_string(value);
  }
  void number(std::int64_t value) {
    separate();
    text_ += std::to_string(value);
  }
  void boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
  }
  void null() {
    separate();
    text_ += "null";
  }
  /// Elements of an array as another writer wrote them.
  void elements(std::string_view text) {
    if (text.empty()) return;
    separate();
    text_ += text.substr(text.find_first_not_of(" \n"));
  }
  std::string take() { return std::move(text_); }

 private:
  void open(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
    empty_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!empty_) newline();
    text_ += bracket;
    empty_ = false;
  }
  void separate() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (!empty_) text_ += ",";
    if (depth_ != 0) newline();
    empty_ = false;
  }
  void newline() {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
  }
  void quote(std::string_view value) {
    text_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        std::array<char, 8> code{};
        std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(c));
        text_ += code.data();
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool empty_ = true;
  bool after_key_ = false;
};

const char* name_of(Space space) {
  constexpr std::array kNames = {"global", "shared", "local", "constant", "parameter"};
  return kNames[static_cast<std::size_t>(space)];
}

const char* name_of(AccessKind kind) {
  constexpr std::array kNames = {"load", "store", "atomic"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* name_of(Severity severity) {
  constexpr std::array kNames = {"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

void write(JsonWriter& json, std::string_view key, std::uint64_t x, std::uint64_t y,
           std::uint64_t z) {
  json.key(key).begin_array();
  json.number(x);
  json.number(y);
  json.number(z);
  json.end_array();
}

void write_place(JsonWriter& json, const Place& place) {
  json.key("file").string(place.file);
  json.key("line").number(std::uint64_t{place.line});
  json.key("column").number(std::uint64_t{place.column});
}

void write_thread(JsonWriter& json, std::string_view key, const ThreadId& id) {
  json.key(key).begin_object();
  write(json, "block", id.block.x, id.block.y, id.block.z);
  write(json, "thread", id.thread.x, id.thread.y, id.thread.z);
  json.key("warp").number(std::uint64_t{id.warp});
  json.key("lane").number(std::uint64_t{id.lane});
  json.end_object();
}

void write_counts(JsonWriter& json, Space space, const AccessCounts& counts) {
  json.key("space").string(name_of(space));
  json.key("access").string(name_of(counts.kind));
  json.key("bytes").number(std::uint64_t{counts.bytes});
  json.key("requests").number(counts.requests);
  json.key("active_lanes").number(counts.lanes);
  if (space == Space::kGlobal) {
    json.key("sectors").number(counts.sectors);
    json.key("ideal_sectors").number(counts.ideal_sectors);
    json.key("useful_bytes").number(counts.useful_bytes);
  } else if (space == Space::kShared) {
    json.key("wavefronts").number(counts.wavefronts);
    json.key("ideal_wavefronts").number(counts.ideal_wavefronts);
  } else if (space == Space::kConstant) {
    json.key("words").number(counts.words);
  }
}

void write_access(JsonWriter& json, const AccessLine& line) {
  json.begin_object();
  write_place(json, line.place);
  write_counts(json, line.space, line.counts);
  json.end_object();
}

void write_launch(JsonWriter& json, const ProfiledLaunch& launch) {
  json.begin_object();
  json.key("symbol").string(launch.symbol);
  json.key("range").number(std::uint64_t{launch.range});
  json.key("warps").number(launch.warps);
  json.key("totals").begin_array();
  for (const ProfiledLaunch::Total& total : launch.totals) {
    json.begin_object();
    write_counts(json, total.space, total.counts);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_kernel(JsonWriter& json, const KernelObservation& kernel) {
  json.begin_object();
  json.key("name").string(kernel.name);
  json.key("symbol").string(kernel.symbol);
  write_place(json, kernel.declared);
  json.key("launches").number(kernel.launches);
  write(json, "grid", kernel.grid.x, kernel.grid.y, kernel.grid.z);
  write(json, "block", kernel.block.x, kernel.block.y, kernel.block.z);
  json.key("shared_bytes").number(std::uint64_t{kernel.shared_bytes});
  json.key("warp_instructions").number(kernel.warp_instructions);
  json.key("thread_instructions").number(kernel.thread_instructions);
  if (kernel.async_copies != 0) json.key("async_copies").number(kernel.async_copies);
  json.key("accesses").begin_array();
  for (const AccessLine& line : kernel.accesses) write_access(json, line);
  json.end_array();
  json.key("branches").begin_array();
  for (const BranchLine& line : kernel.branches) {
    json.begin_object();
    write_place(json, line.place);
    json.key("executed").number(line.counts.executed);
    json.key("diverged").number(line.counts.diverged);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_subject(JsonWriter& json, const Subject& subject) {
  json.key("subject").begin_object();
  json.key("space").string(name_of(subject.space));
  json.key("name").string(subject.name);
  json.key("element").string(subject.element);
  json.key("size").number(subject.size);
  json.key("offset").number(subject.offset);
  json.end_object();
}

void write_other(JsonWriter& json, const Finding& finding, const FindingWords& words) {
  json.key("other");
  if (!finding.other) {
    json.null();
    return;
  }
  json.begin_object();
  write_place(json, *finding.other);
  json.key("note").string(words.other_note);
  write_thread(json, "thread", finding.other_thread);
  json.end_object();
}

void write_finding(JsonWriter& json, const Finding& finding, std::string_view pass) {
  const FindingWords words = words_for(finding);
  json.begin_object();
  json.key("pass").string(pass);
  json.key("kind").string(finding_id(finding.kind));
  json.key("severity").string(name_of(finding.severity));
  json.key("message").string(words.cause);
  json.key("fix").string(words.fix);
  json.key("kernel").string(finding.kernel);
  write_place(json, finding.place);
  write_other(json, finding, words);
  write_thread(json, "thread", finding.thread);
  json.key("count").number(finding.count);
  json.key("threads").number(finding.threads);
  json.key("access").string(name_of(finding.access));
  json.key("bytes").number(finding.bytes);
  write_subject(json, finding.subject);
  json.key("detail").string(finding.detail);
  json.end_object();
}

}  // namespace

std::string json_findings(const Observation& observation, std::string_view pass) {
  constexpr std::size_t kDepthOfFindings = 2;
  JsonWriter json(kDepthOfFindings);
  for (const Finding& finding : observation.findings) write_finding(json, finding, pass);
  return json.take();
}

std::string json_report(const Observation& observation, const JsonPasses& passes) {
  JsonWriter json;
  json.begin_object();
  json.key("schema").number(std::uint64_t{1});
  json.key("passes").begin_array();
  if (!passes.earlier.empty()) json.string(passes.earlier);
  json.string(passes.present);
  json.end_array();
  json.key("kernels").begin_array();
  for (const KernelObservation& kernel : observation.kernels) write_kernel(json, kernel);
  json.end_array();
  json.key("profiled").begin_array();
  for (const ProfiledLaunch& launch : observation.profiled) write_launch(json, launch);
  json.end_array();
  json.key("findings").begin_array();
  json.elements(passes.earlier_findings);
  json.elements(json_findings(observation, passes.present));
  json.end_array();
  json.key("findings_dropped").number(observation.findings_dropped);
  json.key("races_incomplete").boolean(observation.races_incomplete);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace simt
