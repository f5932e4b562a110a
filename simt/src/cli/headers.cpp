// SPDX-License-Identifier: MIT
#include "cli/headers.hpp"

#include <algorithm>

#include "cli/cache.hpp"
#include "cli/process.hpp"

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

bool may_change_headers(const std::string& flag) {
  return flag.starts_with("-D") || flag.starts_with("-U");
}

Command command_for(const Compiler& compiler, const Unit& unit, Side side, const fs::path& include,
                    const fs::path& result, const fs::path& dependencies) {
  return side == Side::kDevice
             ? device_headers_command(compiler, unit, include, result, dependencies)
             : host_headers_command(compiler, unit, include, result, dependencies);
}

}  // namespace

PrecompiledHeaders precompiled_headers(const Compiler& compiler, const Unit& unit, Side side,
                                       const fs::path& include) {
  if (std::any_of(unit.user_flags.begin(), unit.user_flags.end(), may_change_headers)) return {};
  Unit plain = unit;
  plain.user_flags.clear();
  const std::string request = joined(command_for(compiler, plain, side, include, {}, {}));
  const CacheEntry entry(cache_folder(), request + compiler.identity, "headers.pch");
  if (entry.fresh()) return {entry.result(), entry.inputs()};
  const Result<Scratch> scratch = entry.workspace();
  if (!scratch) return {};
  // Whatever is wrong shows again, with the reader's own lines, when the headers are included.
  const fs::path result = *scratch / "headers", dependencies = *scratch / "headers.d";
  const auto made = run(command_for(compiler, plain, side, include, result, dependencies),
                        Capture::kOutputAndErrors);
  if (!made || made->exit_code != 0) return {};
  const std::vector<fs::path> inputs = read_dependencies(dependencies);
  if (!entry.publish(result, inputs)) return {};
  return {entry.result(), inputs};
}

}  // namespace simt::cli
