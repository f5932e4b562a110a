// SPDX-License-Identifier: MIT
#include "common/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace cm {
namespace {

bool fits_numbers(const std::string& cell) {
  if (cell.empty() || cell == "n/a") return true;
  const char* digits = cell.c_str() + (cell[0] == '-' ? 1 : 0);
  return std::isdigit(static_cast<unsigned char>(*digits)) != 0;
}

}  // namespace

std::string format_table(const std::vector<std::string>& header,
                         const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width;
  std::vector<bool> numeric;
  for (std::size_t column = 0; column < header.size(); ++column) {
    width.push_back(header[column].size());
    numeric.push_back(true);
    for (const auto& row : rows) {
      width[column] = std::max(width[column], row[column].size());
      if (!fits_numbers(row[column])) numeric[column] = false;
    }
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (column != 0) text += "  ";
      text += numeric[column] ? fmt::format("{:>{}}", cells[column], width[column])
                              : fmt::format("{:<{}}", cells[column], width[column]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string table = line(header);
  for (const auto& row : rows) table += line(row);
  return table;
}

}  // namespace cm
