// SPDX-License-Identifier: MIT
//
// Words for what was observed: text like a good compiler's diagnostics, and JSON.
//
// A diagnostic gives place, cause and figures first, then quotes the line with a caret, the other
// line concerned, and what to do. Traffic is shown per source line; a line whose requests cost more
// than they must gets a remark. The report knows nothing of how things were found, and claims
// nothing about time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "observation.hpp"

namespace simt {

struct ReportOptions {
  /// Contents of a source file, or an empty string if it cannot be had; then no line is quoted.
  std::function<std::string(std::string_view path)> read_source;
  bool notes = false;  ///< show notes too
  bool color = false;  ///< terminal escape sequences
};

/// Text for a person. Ends with a line that sums up; empty if nothing was launched or found.
std::string text_report(const Observation& observation, const ReportOptions& options);

/// Which passes a JSON report holds. Each finding names its own.
struct JsonPasses {
  std::string_view present = "count";
  std::string_view earlier;      ///< empty if there was none
  std::string earlier_findings;  ///< what json_findings() gave in that pass
};

/// JSON, schema 1; docs/ describes the fields. Numbers are counts, never times.
std::string json_report(const Observation& observation, const JsonPasses& passes = {});

/// The findings alone, for the report of a later pass.
std::string json_findings(const Observation& observation, std::string_view pass);

/// The diagnostics alone, for programs whose traffic is of no interest.
std::string findings_text(const Observation& observation, const ReportOptions& options);

}  // namespace simt
