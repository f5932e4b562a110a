// SPDX-License-Identifier: MIT
//
// What simt-run tells the program that it starts. It travels in environment variables, because the
// program's own command line belongs to the program.
#pragma once

#include <cstdint>
#include <string>

#include "result.hpp"
#include "runtime/devices.hpp"

namespace simt::runtime {

struct Options {
  const Device* device = nullptr;           ///< SIMT_DEVICE: key of the device table
  std::uint64_t seed = 0;                   ///< SIMT_SEED: 0 = in order, nothing put off
  bool observe = true;                      ///< SIMT_OBSERVE: 0 = run only
  bool json = false;                        ///< SIMT_REPORT: "text", "json" or "none"
  bool report = false;                      ///< false for "none", the default
  std::string report_path;                  ///< SIMT_REPORT_FILE; empty = standard error
  std::string verdict_path;                 ///< SIMT_VERDICT_FILE: number of errors, for simt-run
  bool check_pass = false;                  ///< SIMT_PASS: "check", or "count" (the default)
  std::string findings_path;                ///< SIMT_FINDINGS_FILE: this pass's findings as JSON
  std::string earlier_findings_path;        ///< SIMT_EARLIER_FINDINGS: those of the pass before
  std::uint64_t schedules = 1;              ///< SIMT_SCHEDULES: orders in which a launch runs
  std::uint64_t max_output_bytes = 0;       ///< SIMT_MAX_OUTPUT_KIB; 0 = the engine's default
  std::uint64_t max_seconds = 0;            ///< SIMT_MAX_SECONDS of one launch; 0 = no limit
  std::uint64_t max_instructions = 0;       ///< SIMT_MAX_INSTRUCTIONS; 0 = the engine's default
  std::uint64_t memory_bytes = 4ull << 30;  ///< SIMT_MEMORY_MIB: bound on what the device holds
};

/// Reads the environment. The error names the variable.
Result<Options> options_from_environment();

}  // namespace simt::runtime
