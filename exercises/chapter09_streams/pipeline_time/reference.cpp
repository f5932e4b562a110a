// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

// Follows each chunk through the three engines, with the time at which each engine is free.
REFERENCE(c) {
  const auto chunks = c.input<int>("chunks");
  const auto copy_in = c.input<int>("copy_in");
  const auto compute = c.input<int>("compute");
  const auto copy_out = c.input<int>("copy_out");
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    std::int64_t in_free = 0;
    std::int64_t cores_free = 0;
    std::int64_t out_free = 0;
    std::int64_t one = 0;
    for (int chunk = 0; chunk < chunks[i]; ++chunk) {
      in_free += copy_in[i];
      cores_free = std::max(cores_free, in_free) + compute[i];
      out_free = std::max(out_free, cores_free) + copy_out[i];
      one += copy_in[i];
      one += compute[i];
      one += copy_out[i];
    }
    c.out("one").expect_whole(i, one);
    c.out("many").expect_whole(i, out_free);
  }
}
