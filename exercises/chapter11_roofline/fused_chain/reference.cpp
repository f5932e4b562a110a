// SPDX-License-Identifier: MIT
#include <algorithm>

#include "case.hpp"

namespace {

long long quotient(long long a, long long b) { return a / b + (a % b != 0 ? 1 : 0); }

}  // namespace

REFERENCE(c) {
  const auto n = c.input<long long>("n");
  const auto kernels = c.input<int>("kernels");
  const auto fused = c.input<int>("fused");
  const auto bytes_per_ns = c.input<int>("bytes_per_ns");
  const auto flops_per_ns = c.input<int>("flops_per_ns");
  for (std::size_t i = 0; i < n.size(); ++i) {
    // Kernel by kernel: the first does the work of all that are fused.
    long long bytes_of_all = 0;
    long long time = 0;
    for (int kernel = 0; kernel <= kernels[i] - fused[i]; ++kernel) {
      const long long operations = kernel == 0 ? 2ll * fused[i] : 2;
      bytes_of_all += n[i] * 4 + n[i] * 4;
      time += std::max(quotient(n[i] * 8 * 1000, bytes_per_ns[i]),
                       quotient(n[i] * operations * 1000, flops_per_ns[i]));
    }
    c.out("bytes").expect_whole(i, bytes_of_all);
    c.out("times").expect_whole(i, time);
  }
}
