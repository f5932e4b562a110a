// SPDX-License-Identifier: MIT
//
// The command line of simt-run.
#pragma once

#include <string>
#include <vector>

#include "cli/build.hpp"
#include "result.hpp"

namespace simt::cli {

struct Arguments {
  bool help = false;
  BuildRequest build;
  std::string device;
  std::string seed;
  std::string pass = "both";
  std::string report = "text";
  std::string report_file;
  std::string schedules;
  /// Values of --limit, as the program's runtime reads them: "SIMT_MEMORY_MIB=64".
  std::vector<std::string> limits;
  std::string output;         ///< --compile-only: where to put the program
  std::string device_object;  ///< --device-object: where to put the device code
  bool compile_only = false;
  std::string web_flags;  ///< where to write how a page compiles device code
  bool observe = true;
  std::vector<std::string> program_arguments;  ///< after "--"
};

/// The text of --help.
std::string usage();
/// Reads the command line. The error names the argument and says what to do.
Result<Arguments> parse(int argc, char** argv);

}  // namespace simt::cli
