// SPDX-License-Identifier: MIT
#include "cli/headers.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "cli/cache.hpp"
#include "cli/process.hpp"

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

bool may_change_headers(const std::string& flag) {
  return flag.starts_with("-D") || flag.starts_with("-U");
}

bool names_folder(const std::string& flag) { return flag.starts_with("-I"); }

/// What to parse, and for which pass.
struct Request {
  const Compiler& compiler;
  Unit unit;
  Side side;
  const fs::path& include;
  fs::path header;  ///< after CUDA's; empty if there is none

  Command command(const fs::path& result, const fs::path& dependencies) const {
    const auto make = side == Side::kDevice ? device_headers_command : host_headers_command;
    return make(compiler, unit, include, header, result, dependencies);
  }
};

/// The request of a unit: without what does not change the headers, so that more units share it.
Request request_for(const Compiler& compiler, const Unit& unit, Side side, const fs::path& include,
                    const fs::path& header) {
  Request request{compiler, unit, side, include, header};
  std::vector<std::string>& flags = request.unit.user_flags;
  std::erase_if(flags,
                [&](const std::string& flag) { return header.empty() || !names_folder(flag); });
  return request;
}

PrecompiledHeaders parsed(const Request& request) {
  std::string text = joined(request.command({}, {})) + request.compiler.identity;
  // The names of CUDA's headers are whole, those of others begin here.
  if (!request.header.empty()) text += fs::current_path().string();
  const CacheEntry entry(cache_folder(), text, "headers.pch");
  if (entry.fresh()) return {entry.result(), entry.inputs()};
  const Result<Scratch> scratch = entry.workspace();
  if (!scratch) return {};
  // Whatever is wrong shows again, with the reader's own lines, when the headers are included. That
  // goes for warnings as well, so headers that cause any are not kept.
  const fs::path result = *scratch / "headers", dependencies = *scratch / "headers.d";
  const auto made = run(request.command(result, dependencies), Capture::kOutputAndErrors);
  if (!made || made->exit_code != 0) return {};
  if (!request.header.empty() && !made->output.empty()) return {};
  std::vector<fs::path> inputs;
  for (const fs::path& input : read_dependencies(dependencies)) {
    inputs.push_back(fs::absolute(input));
  }
  if (!entry.publish(result, inputs)) return {};
  return {entry.result(), inputs};
}

/// The name in quotes of an include directive; empty if the line is something else.
std::string_view quoted_header(std::string_view line) {
  constexpr std::string_view kInclude = "#include \"";
  if (!line.starts_with(kInclude)) return {};
  line.remove_prefix(kInclude.size());
  return line.substr(0, line.find('"'));
}

/// True for a line after which headers still say what they always say.
bool says_nothing(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with("//") ||
         line.starts_with("#include <");
}

/// True if it may be included again; the source will do so.
bool says_once(const fs::path& header) {
  std::ifstream in(header);
  for (std::string line; std::getline(in, line);) {
    if (line == "#pragma once") return true;
  }
  return false;
}

}  // namespace

fs::path leading_header(const Unit& unit) {
  std::ifstream source(unit.source);
  std::string line;
  while (std::getline(source, line) && says_nothing(line)) {
  }
  const std::string_view name = quoted_header(line);
  std::error_code ignored;
  if (name.empty() || fs::exists(unit.source.parent_path() / name, ignored)) return {};
  for (const std::string& flag : unit.user_flags) {
    if (!names_folder(flag)) continue;
    const fs::path found = fs::path(flag.substr(2)) / name;
    if (fs::exists(found, ignored)) return says_once(found) ? found : fs::path();
  }
  return {};
}

PrecompiledHeaders precompiled_headers(const Compiler& compiler, const Unit& unit, Side side,
                                       const fs::path& include) {
  if (std::any_of(unit.user_flags.begin(), unit.user_flags.end(), may_change_headers)) return {};
  if (const fs::path header = leading_header(unit); !header.empty()) {
    const auto headers = parsed(request_for(compiler, unit, side, include, header));
    if (!headers.file.empty()) return headers;
  }
  return parsed(request_for(compiler, unit, side, include, {}));
}

}  // namespace simt::cli
