// SPDX-License-Identifier: MIT
//
// Lanes with the same bin find each other, and one adds for all.
#include "../case.cuh"

__global__ void count(int* bins, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  const int bin = in[i] % 5;
  const unsigned same = __match_any_sync(active, bin);
  if (__ffs(static_cast<int>(same)) - 1 == static_cast<int>(threadIdx.x % 32)) {
    atomicAdd(&bins[bin], __popc(same));
  }
}

int main() {
  Filled<int> in(100);
  Zeroed<int> bins(5);
  count<<<4, 32>>>(bins, in, 100);
  return finish() != 0 || bins.host()[3] != 20;
}
