// SPDX-License-Identifier: MIT
//
// memcpy_async of a block, used after a plain barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../case.cuh"

namespace cg = cooperative_groups;

__global__ void reverse(int* out, const int* in) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(tile));  // or here
  block.sync();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // expect async-copy: read of tile[63]
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  reverse<<<1, 64>>>(out, in);
  finish();
  return 0;
}
