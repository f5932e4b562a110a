// SPDX-License-Identifier: MIT
//
// fmt and nlohmann-json are included here and in table.cpp alone: they are slow to compile, and
// fmt 9 does not compile within a .cu as C++20.
#include "common/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/table.hpp"

#ifdef CM_VIRTUAL_GPU
#include <cuda_profiler_api.h>
#endif

namespace cm {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr int kExitSkipped = 77;

/// Keys of a JSON row that a program must not use for its own values.
constexpr const char* kReserved[] = {"kernel", "variant", "n",     "params",         "samples",
                                     "batch",  "time_ms", "q1_ms", "q3_ms",          "bytes",
                                     "cold",   "from_l2", "quick", "bandwidth_gbps", "profile"};

/// JSON has no NaN: a number that could not be measured is null.
Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  // Counts print as counts, not as 33554432.0.
  if (value == std::floor(value) && std::fabs(value) < 0x1p53) {
    return static_cast<long long>(value);
  }
  return value;
}

Json to_json(const Field& field) {
  if (const auto* count = std::get_if<long long>(&field.value)) return *count;
  if (const auto* real = std::get_if<double>(&field.value)) return number(*real);
  return std::get<std::string>(field.value);
}

std::string cell(double value) {
  if (!std::isfinite(value)) return "n/a";
  if (value == std::floor(value) && std::fabs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

std::string cell(const Field& field) {
  if (const auto* count = std::get_if<long long>(&field.value)) return fmt::format("{}", *count);
  if (const auto* real = std::get_if<double>(&field.value)) return cell(*real);
  return std::get<std::string>(field.value);
}

std::string fixed(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "n/a";
}

const Field* find(const std::vector<Field>& fields, const std::string& name) {
  const auto same = [&](const Field& field) { return field.name == name; };
  const auto found = std::find_if(fields.begin(), fields.end(), same);
  return found == fields.end() ? nullptr : &*found;
}

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Moves each predicted_X to the place after X, so that the eye compares neighbours.
std::vector<std::string> predicted_beside_measured(const std::vector<std::string>& names) {
  const auto has = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::string prefix = "predicted_";
  std::vector<std::string> ordered;
  for (const std::string& name : names) {
    const bool is_prediction = name.compare(0, prefix.size(), prefix) == 0;
    if (is_prediction && has(name.substr(prefix.size()))) continue;
    ordered.push_back(name);
    if (has(prefix + name)) ordered.push_back(prefix + name);
  }
  return ordered;
}

/// Writes all of `text` to `path` or leaves what stood there.  Returns what went wrong, or "".
std::string write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".tmp";
  std::FILE* file = std::fopen(temporary.c_str(), "w");
  if (!file) return std::strerror(errno);
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  written = std::fclose(file) == 0 && written;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return "";
  const std::string reason = std::strerror(errno);
  std::remove(temporary.c_str());
  return reason;
}

}  // namespace

/// The columns of a kernel's table: those that any of its rows fills.
struct Row::Columns {
  bool n = false;
  bool time = false;
  bool rate = false;
  std::vector<std::string> params;
  std::vector<std::string> values;

  std::vector<std::string> header() const {
    std::vector<std::string> names = {"variant"};
    if (n) names.emplace_back("n");
    names.insert(names.end(), params.begin(), params.end());
    if (time) names.emplace_back("time_ms");
    if (rate) names.emplace_back("bandwidth_gbps");
    names.insert(names.end(), values.begin(), values.end());
    return names;
  }
};

void Row::collect(Columns& columns) const {
  columns.n |= n_.has_value();
  columns.time |= timing_.has_value();
  columns.rate |= timing_ && bytes_;
  for (const Field& param : params_) add_new(columns.params, param.name);
  for (const Field& value : values_) add_new(columns.values, value.name);
}

std::vector<std::string> Row::cells(const Columns& columns) const {
  std::vector<std::string> cells = {variant_};
  const auto add_fields = [&](const std::vector<std::string>& names,
                              const std::vector<Field>& fields) {
    for (const std::string& name : names) {
      const Field* field = find(fields, name);
      cells.push_back(field ? cell(*field) : "");
    }
  };
  if (columns.n) cells.push_back(n_ ? fmt::format("{}", *n_) : "");
  add_fields(columns.params, params_);
  if (columns.time) cells.push_back(timing_ ? fixed(timing_->median_ms, 4) : "n/a");
  if (columns.rate) cells.push_back(timing_ && bytes_ ? fixed(bandwidth_gbps(), 1) : "n/a");
  add_fields(columns.values, values_);
  return cells;
}

double Row::bandwidth_gbps() const { return gbps(bytes_.value_or(NAN), timing_->median_ms); }

/// The row's key as the rest of the project writes it: kernel/variant[param=value,…,n=…].
std::string Row::key() const {
  std::string inside;
  for (const Field& param : params_) {
    inside += fmt::format("{}{}={}", inside.empty() ? "" : ",", param.name, cell(param));
  }
  if (n_) inside += fmt::format("{}n={}", inside.empty() ? "" : ",", *n_);
  return kernel_ + "/" + variant_ + (inside.empty() ? "" : "[" + inside + "]");
}

/// Why the row cannot be right, or "".
std::string Row::fault(double peak_dram_gbps) const {
  const bool timed = timing_ && timing_->valid;
  if (timed && !(timing_->median_ms > 0)) return "its time is not above zero";
  if (timed && bytes_ && !from_l2_ && peak_dram_gbps > 0 && bandwidth_gbps() > peak_dram_gbps) {
    return fmt::format(
        "{:.1f} GB/s is above the memory's physical peak of {:.1f} GB/s: count the bytes again, "
        "or say from_l2() if the data comes from the L2 cache",
        bandwidth_gbps(), peak_dram_gbps);
  }
  std::vector<std::string> seen;
  for (const std::vector<Field>* fields : {&params_, &values_}) {
    for (const Field& field : *fields) {
      const auto* real = std::get_if<double>(&field.value);
      if (real && !std::isfinite(*real) && (timed || !timing_)) {
        return field.name + " is not a finite number";
      }
      const bool reserved =
          std::find(std::begin(kReserved), std::end(kReserved), field.name) != std::end(kReserved);
      if (reserved || std::find(seen.begin(), seen.end(), field.name) != seen.end()) {
        return "it holds " + field.name + " twice";
      }
      seen.push_back(field.name);
    }
  }
  return "";
}

namespace {

/// On the virtual GPU no run is timed, so no call there stands for "this is what to profile": each
/// row's launches, checks included, become a range of their own.
void begin_profiled_range([[maybe_unused]] const Options& options) {
#ifdef CM_VIRTUAL_GPU
  if (options.profile) cudaProfilerStart();
#endif
}

}  // namespace

Report::Report(const char* program, const Options& options, DeviceInfo device)
    : program_(program), options_(options), device_(std::move(device)) {
  begin_profiled_range(options_);
}

void Report::add(const Row& row) {
  std::string fault = row.fault(device_.peak_dram_gbps());
  for (const Row& before : rows_) {
    if (fault.empty() && before.key() == row.key()) {
      fault = "an earlier row has the same kernel, variant, params and n";
    }
  }
  if (!fault.empty()) {
    std::printf("FAIL %s: row %s: %s\n", program_.c_str(), row.key().c_str(), fault.c_str());
    failed_ = true;
  }
  rows_.push_back(row);
  begin_profiled_range(options_);
}

void Report::skip(const char* variant, const std::string& reason) {
  std::printf("SKIPPED %s: %s\n", variant, reason.c_str());
  skipped_.emplace_back(variant, reason);
}

int Report::fail() {
  failed_ = true;
  return EXIT_FAILURE;
}

int Report::finish() {
  if (failed_) return EXIT_FAILURE;
  if (rows_.empty()) {
    if (!skipped_.empty()) return kExitSkipped;
    std::printf("FAIL %s: it measured nothing\n", program_.c_str());
    return EXIT_FAILURE;
  }
  const std::string text = tables();
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (options_.json_path.empty()) return EXIT_SUCCESS;
  const std::string fault = write_file(options_.json_path, json());
  if (fault.empty()) return EXIT_SUCCESS;
  std::fprintf(stderr, "%s: cannot write --json %s: %s\n", program_.c_str(),
               options_.json_path.c_str(), fault.c_str());
  return EXIT_FAILURE;
}

std::string Report::json() const {
  Json rows = Json::array();
  for (const Row& row : rows_) {
    Json entry = {{"kernel", row.kernel_}, {"variant", row.variant_}};
    if (row.n_) entry["n"] = *row.n_;
    entry["params"] = Json::object();
    for (const Field& param : row.params_) entry["params"][param.name] = to_json(param);
    if (row.timing_) {
      entry["samples"] = row.timing_->samples;
      entry["batch"] = row.timing_->batch;
      entry["time_ms"] = number(row.timing_->median_ms);
      entry["q1_ms"] = number(row.timing_->q1_ms);
      entry["q3_ms"] = number(row.timing_->q3_ms);
      entry["cold"] = row.timing_->l2 == L2::kCold;
    }
    if (row.bytes_) entry["bytes"] = number(*row.bytes_);
    if (row.bytes_ && row.timing_) entry["bandwidth_gbps"] = number(row.bandwidth_gbps());
    entry["from_l2"] = row.from_l2_;
    for (const Field& value : row.values_) entry[value.name] = to_json(value);
    rows.push_back(std::move(entry));
  }
  Json skipped = Json::array();
  for (const auto& [variant, reason] : skipped_) {
    skipped.push_back({{"variant", variant}, {"reason", reason}});
  }
  const Json device = {{"name", device_.name},
                       {"sm_count", device_.sm_count},
                       {"memory_clock_khz", device_.memory_clock_khz},
                       {"memory_bus_bits", device_.memory_bus_bits},
                       {"l2_bytes", device_.l2_bytes},
                       {"peak_dram_gbps", number(device_.peak_dram_gbps())},
                       {"compute_capability", device_.compute_capability},
                       {"driver_version", device_.driver_version},
                       {"runtime_version", device_.runtime_version}};
  const Json document = {{"schema", kSchema},
                         {"program", program_},
                         {"quick", options_.quick},
                         {"profile", options_.profile},
                         {"device", device},
                         {"rows", std::move(rows)},
                         {"skipped", std::move(skipped)}};
  // A reader's device name may hold any bytes; replacing the wrong ones beats ending the program.
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string Report::tables() const {
  std::vector<std::string> kernels;
  for (const Row& row : rows_) add_new(kernels, row.kernel_);
  std::string text;
  for (const std::string& kernel : kernels) {
    Row::Columns columns;
    for (const Row& row : rows_) {
      if (row.kernel_ == kernel) row.collect(columns);
    }
    columns.values = predicted_beside_measured(columns.values);
    std::vector<std::vector<std::string>> lines;
    for (const Row& row : rows_) {
      if (row.kernel_ == kernel) lines.push_back(row.cells(columns));
    }
    text += fmt::format("{}\n{}\n", kernel, format_table(columns.header(), lines));
  }
  if (options_.quick) text += "quick run: too few samples to compare\n";
  return text;
}

}  // namespace cm
