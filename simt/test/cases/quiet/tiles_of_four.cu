// SPDX-License-Identifier: MIT
//
// Sums over tiles of four threads with a cooperative group.
#include <cooperative_groups.h>

#include "../case.cuh"

namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const cg::thread_block_tile<4> same = tile;
  int sum = in[threadIdx.x];
  for (int by = 2; by > 0; by /= 2) sum += same.shfl_down(sum, by);
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

int main() {
  Filled<int> in(64);
  Device<int> out(16);
  sums<<<1, 64>>>(out, in);
  return finish() != 0 || out.host()[1] != 26;
}
