// SPDX-License-Identifier: MIT
//
// The committed counters of the GPUs against the warp model, with the addresses written down here
// once more: neither a change of the model nor of a program's own prediction goes unnoticed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "common/warp_model.hpp"

namespace {

using Record = std::map<std::string, std::string>;  // a line of a CSV, by column
using Predictions = std::map<std::string, int>;     // by the name of the derived counter
using Model = std::function<Predictions(const Record&, const Record& params)>;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Record> read_csv(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Record> records;
  std::vector<std::string> header;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::vector<std::string> cells = split(line, ',');
    if (header.empty()) {
      header = cells;
      continue;
    }
    Record record;
    for (std::size_t i = 0; i < header.size(); ++i) {
      record[header[i]] = i < cells.size() ? cells[i] : "";
    }
    records.push_back(record);
  }
  return records;
}

Record read_params(const std::string& text) {
  Record params;
  for (const std::string& pair : split(text, ';')) {
    const std::size_t equals = pair.find('=');
    params[pair.substr(0, equals)] = equals == std::string::npos ? "" : pair.substr(equals + 1);
  }
  return params;
}

int number(const Record& params, const std::string& name) {
  const auto found = params.find(name);
  return found == params.end() ? 0 : std::atoi(found->second.c_str());
}

template <class Index>
Predictions global(int bytes, Index&& index) {
  const auto stores = cm::warp_access(0, bytes, [](int lane) { return lane; });
  return {{"load_sectors_per_request", cm::global_cost(cm::warp_access(0, bytes, index)).sectors},
          {"store_sectors_per_request", cm::global_cost(stores).sectors}};
}

template <class Index>
int wavefronts(int bytes, Index&& index) {
  return cm::shared_cost(cm::warp_access(0, bytes, index)).wavefronts;
}

Predictions access_pattern(const Record& row, const Record& params) {
  const std::string& kernel = row.at("kernel");
  const std::string& variant = row.at("variant");
  const int stride = number(params, "stride");
  const int offset = number(params, "offset");
  if (kernel == "strided_copy" || kernel == "strided_sum") {
    return global(4, [&](int lane) { return lane * stride; });
  }
  if (kernel == "offset_copy" || kernel == "offset_sum") {
    return global(4, [&](int lane) { return lane + offset; });
  }
  if (kernel == "permuted_copy" && variant == "broadcast") return global(4, [](int) { return 0; });
  if (kernel == "permuted_copy") return global(4, [](int lane) { return 31 - lane; });
  if (kernel == "copy") {
    const int bytes = variant == "float2" ? 8 : variant == "float4" ? 16 : 4;
    return global(bytes, [](int lane) { return lane; });
  }
  return {};
}

Predictions bank_conflict(const Record& row, const Record& params) {
  const std::string& kernel = row.at("kernel");
  const std::string& variant = row.at("variant");
  const std::map<std::string, int> lanes_a_word = {{"strided", 1}, {"pairs", 2}, {"broadcast", 32}};
  const std::map<std::string, int> flips = {
      {"plain", 0}, {"padded", 0}, {"padded_by_4", 0}, {"swizzled", 31}, {"swizzled_by_8", 7}};
  if (kernel == "strided_read" && lanes_a_word.count(variant) == 1) {
    return {{"load_wavefronts_per_request", wavefronts(number(params, "width"), [&](int lane) {
               return lane / lanes_a_word.at(variant) * number(params, "stride");
             })}};
  }
  if (kernel == "tile_transpose" && flips.count(variant) == 1) {
    const auto word = [&](int r, int c) {
      return r * number(params, "pitch") + (c ^ (r & flips.at(variant)));
    };
    return {
        {"load_wavefronts_per_request", wavefronts(4, [&](int lane) { return word(lane, 0); })},
        {"store_wavefronts_per_request", wavefronts(4, [&](int lane) { return word(0, lane); })}};
  }
  return {};
}

/// Compares each row of PROGRAM.counters.csv of each GPU, both what was counted and what the
/// program predicted, with what `model` says of the row's parameters.
void expect_as_modelled(const std::string& program, const Model& model) {
  int files = 0;
  if (std::filesystem::exists(CM_RESULTS_DIR)) {
    for (const auto& gpu : std::filesystem::directory_iterator(CM_RESULTS_DIR)) {
      const std::filesystem::path path = gpu.path() / (program + ".counters.csv");
      if (!std::filesystem::exists(path)) continue;
      ++files;
      for (const Record& row : read_csv(path)) {
        const std::string where = path.filename().string() + ": " + row.at("kernel") + "/" +
                                  row.at("variant") + "[" + row.at("params") + "]";
        const Predictions wanted = model(row, read_params(row.at("params")));
        EXPECT_FALSE(wanted.empty()) << where << ": teach this test the kernel's addresses";
        for (const auto& [name, value] : wanted) {
          for (const std::string& column : {name, "predicted_" + name}) {
            const auto found = row.find(column);
            ASSERT_NE(found, row.end()) << path << " has no column " << column;
            EXPECT_EQ(std::atof(found->second.c_str()), value) << where << " " << column;
          }
        }
      }
    }
  }
  if (files == 0) GTEST_SKIP() << "no counters of " << program << " have been taken yet";
}

TEST(counters_recomputed, access_pattern) {
  expect_as_modelled("chapter03.access_pattern", access_pattern);
}

TEST(counters_recomputed, bank_conflict) {
  expect_as_modelled("chapter04.bank_conflict", bank_conflict);
}

}  // namespace
