// SPDX-License-Identifier: MIT
#include "cli/launch_bounds_of.hpp"

#include <fstream>
#include <map>
#include <regex>

namespace simt::cli {
namespace {

using Matches = std::regex_iterator<std::string_view::const_iterator>;
using Match = std::match_results<std::string_view::const_iterator>;

/// The line that begins with `start`.
std::string_view line_with(std::string_view text, std::string_view start) {
  const std::size_t at = text.find(start);
  return at == std::string_view::npos ? std::string_view()
                                      : text.substr(at, text.find('\n', at) - at);
}

/// @.args.2 = private unnamed_addr constant { i32, i32 } { i32 64, i32 2 }: the first value of
/// each.
std::map<std::string, std::string> first_arguments(std::string_view text) {
  static const std::regex kArguments(R"((@\.args[.\d]*) = [^\n]*\} \{ i\d+ (\d+))");
  std::map<std::string, std::string> values;
  for (Matches match(text.begin(), text.end(), kArguments); match != Matches(); ++match) {
    values[(*match)[1]] = (*match)[2];
  }
  return values;
}

std::string uleb(std::size_t value) {
  std::string bytes;
  do {
    const auto low = static_cast<unsigned char>(value & 0x7f);
    value >>= 7;
    bytes += static_cast<char>(value != 0 ? low | 0x80 : low);
  } while (value != 0);
  return bytes;
}

}  // namespace

std::string launch_bounds_in(std::string_view text) {
  // Each entry: the kernel, the annotation's text, the file, the line, the arguments.
  static const std::regex kEntry(
      R"re(\{ ptr @"?([\w.$]+)"?, ptr (@[\w.]+), ptr @[\w.]+, i32 \d+, ptr (@[\w.]+) \})re");
  const std::string_view entries = line_with(text, "@llvm.global.annotations");
  const auto values = first_arguments(text);
  std::string lines;
  for (Matches match(entries.begin(), entries.end(), kEntry); match != Matches(); ++match) {
    const std::string_view annotation = line_with(text, (*match)[2].str() + " =");
    const auto value = values.find((*match)[3]);
    if (value == values.end() || annotation.find("simt.launch_bounds") == std::string_view::npos) {
      continue;
    }
    lines += (*match)[1].str() + " " + value->second + "\n";
  }
  return lines;
}

Status append_section(const std::filesystem::path& object, std::string_view name,
                      std::string_view content) {
  std::string section = uleb(name.size()) + std::string(name) + std::string(content);
  std::ofstream out(object, std::ios::binary | std::ios::app);
  out << '\0' << uleb(section.size()) << section;
  if (out.flush()) return Done{};
  return Error{ErrorKind::kInvalidValue, "cannot write " + object.string()};
}

}  // namespace simt::cli
