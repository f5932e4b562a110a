// SPDX-License-Identifier: MIT
#include <set>

#include "case.hpp"

// Puts the page of each byte that is the first or the last of an element into a set: an element is
// smaller than a page.
REFERENCE(c) {
  const auto counts = c.input<long long>("counts");
  const auto bytes = c.input<long long>("bytes");
  const auto strides = c.input<long long>("strides");
  const auto offsets = c.input<long long>("offsets");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::set<long long> pages;
    for (long long k = 0; k < counts[i]; ++k) {
      const long long first = offsets[i] + k * strides[i] * bytes[i];
      pages.insert(first / 65536);
      pages.insert((first + bytes[i] - 1) / 65536);
    }
    c.out("pages").expect_whole(i, static_cast<std::int64_t>(pages.size()));
  }
}
