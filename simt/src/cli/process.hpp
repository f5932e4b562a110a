// SPDX-License-Identifier: MIT
//
// Starting other programs and waiting for them.
#pragma once

#include <string>
#include <vector>

#include "result.hpp"

namespace simt::cli {

/// Which of its outputs a program's caller wants to have; the rest goes where ours goes.
enum class Capture { kNothing, kOutput, kOutputAndErrors };

struct Finished {
  int exit_code = 0;  ///< 128 + signal if a signal ended it
  int signal = 0;
  std::string output;  ///< what was captured
};

/// Runs `command[0]` (searched in PATH) with its arguments and waits.
/// `environment` holds NAME=VALUE to add.
Result<Finished> run(const std::vector<std::string>& command, Capture capture,
                     const std::vector<std::string>& environment = {});

/// The path of a program in PATH, or empty.
std::string find_program(const std::string& name);

}  // namespace simt::cli
