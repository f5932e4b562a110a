// SPDX-License-Identifier: MIT
#include "case.hpp"
#include "common/warp_model.hpp"

// The answers come from the book's model of the warp, the copy from its definition.
REFERENCE(c) {
  const auto strides = c.input<int>("strides");
  for (std::size_t k = 0; k < strides.size(); ++k) {
    const auto access = cm::warp_access(0, 4, [&](int lane) { return lane * strides[k]; });
    c.out("sectors").expect_whole(k, cm::global_cost(access).sectors);
  }
  const auto in = c.input<float>("in");
  const auto n = static_cast<std::size_t>(c.number("n"));
  const auto stride = static_cast<std::size_t>(c.number("stride"));
  for (std::size_t i = 0; i < n; ++i) c.out("out").expect(i, in[i * stride]);
}
