// SPDX-License-Identifier: MIT
#include "launch_bounds.hpp"

#include <algorithm>
#include <charconv>

namespace simt {

std::uint32_t launch_bound(const Module& module, std::string_view symbol) {
  const std::span<const std::byte> bytes = module.section(kLaunchBoundsSection);
  std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.substr(0, space) != symbol) continue;
    std::uint32_t threads = 0;
    std::from_chars(line.data() + space + 1, line.data() + line.size(), threads);
    return threads;
  }
  return 0;
}

}  // namespace simt
