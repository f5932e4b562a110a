// SPDX-License-Identifier: MIT
//
// Starting other programs and waiting for them.
#pragma once

#include <string>
#include <vector>

#include "result.hpp"

namespace simt::cli {

struct Finished {
  int exit_code = 0;  ///< 128 + signal if a signal ended it
  int signal = 0;
  std::string output;  ///< standard output and error, when they were asked for
};

/// Runs `command[0]` (searched in PATH) with its arguments and waits. With `capture` its output is
/// returned, else it goes where ours goes. `environment` holds NAME=VALUE to add.
Result<Finished> run(const std::vector<std::string>& command, bool capture,
                     const std::vector<std::string>& environment = {});

/// The path of a program in PATH, or empty.
std::string find_program(const std::string& name);

}  // namespace simt::cli
