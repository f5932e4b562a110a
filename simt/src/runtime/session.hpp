// SPDX-License-Identifier: MIT
//
// What the runtime hands to the reports: launches with their results, messages, and at the end the
// report itself. The only part of the runtime that writes anything.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "launch.hpp"
#include "runtime/options.hpp"

namespace simt::runtime {

class Session {
 public:
  explicit Session(const Options& options) : options_(options) {}

  /// Says one sentence on standard error, once for each different text.
  void say(std::string_view text);
  /// Observer for the coming launch, or null when nothing is to be observed.
  Observer* observer(const Kernel& kernel, const LaunchConfig& config);
  /// Takes the result of a launch: prints the kernel's own output, keeps the findings.
  void launched(const Kernel& kernel, const LaunchConfig& config, LaunchResult result);
  /// The program read a time, which here is the computer's own; the report says so.
  void times_were_read() { times_read_ = true; }
  /// Writes the report. Called once, at the end of the program.
  void finish(const Memory& memory);

 private:
  const Options& options_;
  std::vector<std::string> said_;
  bool times_read_ = false;
};

}  // namespace simt::runtime
