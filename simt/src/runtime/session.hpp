// SPDX-License-Identifier: MIT
//
// What the runtime hands to the reports: launches with their results, findings of the host's calls,
// messages, and at the end the report itself. The only part of the runtime that writes anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch.hpp"
#include "observer.hpp"
#include "runtime/options.hpp"

namespace simt::runtime {

class Session {
 public:
  explicit Session(const Options& options);

  /// Says one sentence on standard error, once for each different text.
  void say(std::string_view text);
  /// Observer for launches, or null when nothing is to be observed.
  RecordingObserver* observer() { return observer_ ? &*observer_ : nullptr; }
  /// Whether the launches that follow are reported one by one, as a profiler would.
  void profile(bool on) {
    if (observer_) observer_->profile(on);
  }
  /// Takes the result of a launch: prints the kernel's own output, says why it was refused.
  void launched(const Kernel& kernel, const LaunchResult& result);
  /// Adds a finding of a host call, such as a double free.
  void add(const Finding& finding);
  /// `<<<>>>` came to nothing; an error unless the program asks. What was said last is the reason.
  void launch_refused(const std::string& kernel);
  void errors_were_read() { refusals_.clear(); }
  /// The program called a function that is missing here.
  void unsupported_call(const std::string& function);
  /// The program read a time, which here is the computer's own; the report says so.
  void times_were_read() { times_read_ = true; }
  /// In how many orders each launch is to run: 1 once a difference was found.
  std::uint64_t schedules() const { return schedules_; }
  void stop_schedules() { schedules_ = 1; }
  /// Reports what was never freed, and writes the report. Called once, at the end of the program.
  void finish(const Memory& memory, bool device_is_usable);

 private:
  void add_leaks(const Memory& memory);
  void write_json(const Observation& observation);
  void write_report(const std::string& text);
  void write_verdict(const Observation& observation);

  const Options& options_;
  std::optional<RecordingObserver> observer_;
  std::vector<std::string> said_;
  std::string last_said_;
  std::vector<Finding> refusals_;
  std::uint64_t schedules_;
  bool times_read_ = false;
};

}  // namespace simt::runtime
