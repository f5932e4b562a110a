// SPDX-License-Identifier: MIT
//
// memcpy_async of a block with its wait, in two stages.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../case.cuh"

namespace cg = cooperative_groups;

__global__ void add_halves(int* out, const int* in) {
  __shared__ int low[64], high[64];
  const cg::thread_block block = cg::this_thread_block();
  const int t = threadIdx.x;
  cg::memcpy_async(block, low, in, sizeof(low));
  cg::memcpy_async(block, high, in + 64, sizeof(high));
  cg::wait_prior<1>(block);
  const int first = low[63 - t];
  cg::wait(block);
  out[t] = first + high[t];
}

int main() {
  Filled<int> in(128);
  Device<int> out(64);
  add_halves<<<1, 64>>>(out, in);
  const int code = finish();
  return code != 0 || out.host()[5] != 59 + 70 ? 1 : 0;
}
