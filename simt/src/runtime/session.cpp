// SPDX-License-Identifier: MIT
#include "runtime/session.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "memory.hpp"
#include "report.hpp"
#include "runtime/text_file.hpp"

namespace simt::runtime {
namespace {

/// A kernel's name as the source spells it.
std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

/// The same text with the symbols that stand between quotes demangled.
std::string with_source_names(std::string_view text) {
  std::string shown(text);
  for (std::size_t begin = 0; (begin = shown.find("'_Z", begin)) != std::string::npos; ++begin) {
    const std::size_t end = shown.find('\'', begin + 1);
    if (end == std::string::npos) break;
    const std::string symbol = shown.substr(begin + 1, end - begin - 1);
    shown.replace(begin + 1, symbol.size(), demangled(symbol));
  }
  return shown;
}

}  // namespace

Session::Session(const Options& options) : options_(options), schedules_(options.schedules) {
  if (!options.observe) return;
  ObserverOptions observing;
  // The check pass's code carries marks of volatile accesses, without which a protocol looks like a
  // race; but the compiler's checks change the traffic, so each pass looks at its own.
  observing.counts = !options.check_pass;
  observing.races = options.check_pass;
  observing.uninitialised = options.check_pass;
  observer_.emplace(observing);
}

void Session::say(std::string_view text) {
  last_said_ = with_source_names(text);
  if (std::find(said_.begin(), said_.end(), last_said_) != said_.end()) return;
  said_.push_back(last_said_);
  std::fflush(stdout);
  std::fprintf(stderr, "simt: %s\n", last_said_.c_str());
}

void Session::launched(const Kernel& kernel, const LaunchResult& result) {
  std::fwrite(result.output.data(), 1, result.output.size(), stdout);
  // With an observer a fault becomes a finding; a launch that was refused never does.
  if (result.status != LaunchStatus::kOk && (!observer_ || result.faults.empty())) {
    say(demangled(kernel.name()) + ": " + result.message);
  }
}

void Session::launch_refused(const std::string& kernel) {
  Finding refusal;
  refusal.kind = FindingKind::kLaunchRefused;
  refusal.severity = default_severity(refusal.kind);
  refusal.kernel = demangled(kernel);
  refusal.detail = last_said_;
  refusals_.push_back(refusal);
}

void Session::unsupported_call(const std::string& function) {
  say(function + " is not supported by the virtual GPU");
  Finding finding;
  finding.kind = FindingKind::kUnsupportedCall;
  finding.severity = default_severity(finding.kind);
  finding.detail = function;
  add(finding);
}

void Session::add(const Finding& finding) {
  if (observer_) observer_->add(finding);
}

void Session::add_leaks(const Memory& memory) {
  for (const auto& [address, allocation] : memory.allocations()) {
    const bool owned =
        allocation->kind == AllocationKind::kDevice || allocation->kind == AllocationKind::kManaged;
    const bool variable = address < kHeapBase64 && allocation->kind == AllocationKind::kManaged &&
                          allocation->name != "cudaMallocManaged";
    if (!owned || variable || !allocation->live) continue;
    Finding leak;
    leak.kind = FindingKind::kLeak;
    leak.severity = default_severity(leak.kind);
    leak.place = {allocation->file, allocation->line, 0};
    leak.subject.name = allocation->shown_name();
    leak.subject.size = allocation->bytes;
    leak.subject.address = address;
    add(leak);
  }
}

void Session::write_report(const std::string& text) {
  std::fflush(stdout);
  if (options_.report_path.empty()) {
    std::fputs(text.c_str(), stderr);
    return;
  }
  const std::string unfinished = options_.report_path + ".tmp";
  if (!write_text(unfinished, text)) {
    return say("cannot write the report to " + options_.report_path);
  }
  std::rename(unfinished.c_str(), options_.report_path.c_str());
}

void Session::write_json(const Observation& observation) {
  const std::string_view pass = options_.check_pass ? "check" : "count";
  if (!options_.findings_path.empty()) {
    write_text(options_.findings_path, json_findings(observation, pass));
  }
  JsonPasses passes;
  if (!options_.earlier_findings_path.empty()) {
    passes.earlier = "check";
    passes.earlier_findings = read_text(options_.earlier_findings_path);
  }
  passes.present = pass;
  write_report(json_report(observation, passes));
}

void Session::write_verdict(const Observation& observation) {
  if (options_.verdict_path.empty()) return;
  const auto errors =
      std::count_if(observation.findings.begin(), observation.findings.end(),
                    [](const Finding& finding) { return finding.severity == Severity::kError; });
  write_text(options_.verdict_path, std::to_string(errors) + '\n');
}

void Session::finish(const Memory& memory, bool device_is_usable) {
  if (!observer_) return;
  // A broken device refuses cudaFree, so what is left says nothing.
  if (options_.check_pass && device_is_usable) add_leaks(memory);
  for (const Finding& refusal : refusals_) add(refusal);
  const Observation observation = observer_->observation();
  write_verdict(observation);
  if (!options_.report) return;
  if (options_.json) return write_json(observation);
  ReportOptions words;
  words.read_source = [](std::string_view path) { return read_text(std::string(path)); };
  std::string text =
      options_.check_pass ? findings_text(observation, words) : text_report(observation, words);
  if (times_read_) {
    text +=
        "note: times that the program measured are this computer's; the virtual GPU counts, it "
        "does not time\n";
  }
  write_report(text);
}

}  // namespace simt::runtime
