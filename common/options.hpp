// SPDX-License-Identifier: MIT
//
// The few flags that every program takes.
#pragma once

#include <string>

namespace cm {

/// What the command line asked for.
struct Options {
  bool quick = false;     ///< Few sizes and few samples: what the tests run.
  bool profile = false;   ///< Each kernel once, between cudaProfilerStart and Stop, with no times.
  std::string json_path;  ///< Where the rows go as JSON; empty: nowhere.
};

/// True where this file is compiled without optimisation, so that its times would mislead.
#if defined(__CUDACC_DEBUG__) || !defined(__OPTIMIZE__)
constexpr bool kDebugBuild = true;
#else
constexpr bool kDebugBuild = false;
#endif

/// Reads `--quick`, `--profile`, `--json FILE` and `--help`.
///
/// Ends the program where the rest cannot be right: `--help` prints the usage and exits with 0; an
/// unknown option, an extra argument, a `--json` path that cannot be written, or `--json` in a
/// debug build prints one sentence to standard error and exits with 2.  No GPU is touched, and
/// nothing is left at the path.
///
/// `debug_build` is for tests; the default says how the calling file was compiled.
Options parse_options(int argc, char** argv, bool debug_build = kDebugBuild);

}  // namespace cm
