// SPDX-License-Identifier: MIT
#include "case.hpp"
#include "common/warp_model.hpp"

// The wavefronts come from the book's model of the warp. Of the slots, any that the layout used
// hold a 1 and the others nothing: which ones is free.
REFERENCE(c) {
  for (std::size_t k = 0; k < 2; ++k) {
    const int stride = static_cast<int>(k) + 1;
    const auto access = cm::warp_access(0, 8, [&](int lane) { return lane * stride; });
    c.out("answers").expect_whole(k, cm::shared_cost(access).wavefronts);
  }
  const auto in = c.input<double>("in");
  for (std::size_t i = 0; i < in.size() / 2; ++i) {
    c.out("re").expect(i, in[2 * i]);
    c.out("im").expect(i, in[2 * i + 1]);
  }
}
