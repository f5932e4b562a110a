// SPDX-License-Identifier: MIT
//
// What a program says: a table for people and, with `--json FILE`, the same rows for tools.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "common/device_info.hpp"
#include "common/options.hpp"
#include "common/timing_stats.hpp"

namespace cm {

/// A named entry of a row.
struct Field {
  std::string name;
  std::variant<long long, double, std::string> value;
};

/// One measurement.  Kernel, variant, params and n are its key: no two rows share all of them.
///
/// Names are `snake_case` and end in their unit: `_ms`, `_us`, `_ns`, `_cycles`, `_gbps`,
/// `_percent`, or nothing for a count.
class Row {
 public:
  Row(std::string kernel, std::string variant)
      : kernel_(std::move(kernel)), variant_(std::move(variant)) {}

  /// Problem size in elements.
  Row& n(std::size_t elements) {
    n_ = elements;
    return *this;
  }
  /// A parameter that tells rows of a variant apart: stride, offset, block; a number or a text.
  template <class T>
  Row& param(std::string name, T value) {
    params_.push_back(field(std::move(name), std::move(value)));
    return *this;
  }
  /// Useful bytes that one run moves; with a timing they give `bandwidth_gbps`.
  Row& bytes(double count) {
    bytes_ = count;
    return *this;
  }
  /// How long one run took.
  Row& timing(const Timing& timing) {
    timing_ = timing;
    return *this;
  }
  /// Any other number that was measured.
  Row& value(std::string name, double number) {
    values_.push_back({std::move(name), number});
    return *this;
  }
  /// A word about the row, such as the state of a cache.
  Row& text(std::string name, std::string words) {
    values_.push_back({std::move(name), std::move(words)});
    return *this;
  }
  /// What a model says that `name` is; reported as `predicted_<name>`, next to it.
  Row& predicted(const std::string& name, double number) {
    return value("predicted_" + name, number);
  }
  /// Says that the data comes from the L2 cache, so the rate may lie above the DRAM's peak.
  Row& from_l2() {
    from_l2_ = true;
    return *this;
  }

 private:
  friend class Report;

  template <class T>
  static Field field(std::string name, T value) {
    if constexpr (std::is_integral_v<T>) {
      return {std::move(name), static_cast<long long>(value)};
    } else if constexpr (std::is_floating_point_v<T>) {
      return {std::move(name), static_cast<double>(value)};
    } else {
      return {std::move(name), std::string(std::move(value))};
    }
  }
  struct Columns;
  void collect(Columns& columns) const;
  std::vector<std::string> cells(const Columns& columns) const;
  double bandwidth_gbps() const;
  std::string key() const;
  std::string fault(double peak_dram_gbps) const;

  std::string kernel_;
  std::string variant_;
  std::optional<std::size_t> n_;
  std::optional<double> bytes_;
  std::optional<Timing> timing_;
  std::vector<Field> params_;
  std::vector<Field> values_;
  bool from_l2_ = false;
};

/// Collects the rows of a program and reports them at the end, all or none.
class Report {
 public:
  /// A report on the current device; `program` is the test's name, "chapter03.access_pattern".
  Report(const char* program, const Options& options);
  /// A report that states `device`, for tests without a GPU.
  Report(const char* program, const Options& options, DeviceInfo device);

  /// Adds a row whose result has been checked.
  ///
  /// Refuses, with one sentence, a row that cannot be right; the program then fails in finish():
  /// a rate above the DRAM's physical peak that does not say from_l2(), a number that is no
  /// number (without a valid timing it is reported as n/a instead), two rows with one key.
  void add(const Row& row);

  /// Records that `variant` cannot run here; prints `SKIPPED variant: reason`.
  void skip(const char* variant, const std::string& reason);

  /// Marks the report as failed: nothing is written.  Returns 1, the program's exit code.
  int fail();

  /// Prints a table for each kernel and writes the JSON file in one step.
  ///
  /// Returns the program's exit code: 0; 1 after a failure, without any row, or if the file cannot
  /// be written; 77 if everything was skipped.  A file that stood at the path before stays unless
  /// the code is 0.
  int finish();

 private:
  std::string json() const;
  std::string tables() const;

  std::string program_;
  Options options_;
  DeviceInfo device_;
  std::vector<Row> rows_;
  std::vector<std::pair<std::string, std::string>> skipped_;
  bool failed_ = false;
};

}  // namespace cm
