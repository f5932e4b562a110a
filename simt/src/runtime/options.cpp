// SPDX-License-Identifier: MIT
#include "runtime/options.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace simt::runtime {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// Reads a whole number; leaves `out` alone when the variable is not set.
Status read_number(const char* name, std::uint64_t& out) {
  const std::string_view text = variable(name);
  if (text.empty()) return Done{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (code == std::errc() && end == text.data() + text.size()) return Done{};
  return Error{ErrorKind::kInvalidValue,
               std::string(name) + "=" + std::string(text) + " is not a whole number"};
}

Status read_report(Options& options) {
  const std::string_view text = variable("SIMT_REPORT");
  if (text.empty() || text == "none") return Done{};
  options.report = true;
  options.json = text == "json";
  if (options.json || text == "text") return Done{};
  return Error{ErrorKind::kInvalidValue,
               "SIMT_REPORT=" + std::string(text) + " is not one of text, json, none"};
}

Status read_device(Options& options) {
  const std::string_view key = variable("SIMT_DEVICE");
  options.device = key.empty() ? &devices().front() : find_device(key);
  if (options.device != nullptr) return Done{};
  return Error{ErrorKind::kInvalidValue,
               "SIMT_DEVICE=" + std::string(key) + " is not one of " + device_keys()};
}

}  // namespace

Result<Options> options_from_environment() {
  Options options;
  std::uint64_t observe = 1;
  std::uint64_t output_kib = 0;
  std::uint64_t memory_mib = options.memory_bytes >> 20;
  for (const Status& status :
       {read_device(options), read_report(options), read_number("SIMT_SEED", options.seed),
        read_number("SIMT_OBSERVE", observe),
        read_number("SIMT_MAX_INSTRUCTIONS", options.max_instructions),
        read_number("SIMT_MAX_SECONDS", options.max_seconds),
        read_number("SIMT_MAX_OUTPUT_KIB", output_kib),
        read_number("SIMT_SCHEDULES", options.schedules),
        read_number("SIMT_MEMORY_MIB", memory_mib)}) {
    if (!status) return status.error();
  }
  options.observe = observe != 0;
  options.check_pass = variable("SIMT_PASS") == "check";
  options.memory_bytes = memory_mib << 20;
  options.max_output_bytes = output_kib << 10;
  options.report_path = variable("SIMT_REPORT_FILE");
  options.verdict_path = variable("SIMT_VERDICT_FILE");
  options.findings_path = variable("SIMT_FINDINGS_FILE");
  options.earlier_findings_path = variable("SIMT_EARLIER_FINDINGS");
  return options;
}

}  // namespace simt::runtime
