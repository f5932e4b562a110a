// SPDX-License-Identifier: MIT
//
// Two phases of a cooperative launch: after the barrier of the grid each block reads what its
// neighbour wrote.
#include <cooperative_groups.h>

#include "../case.cuh"

namespace cg = cooperative_groups;

__global__ void phases(int* out, int* between) {
  const cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank()), n = static_cast<int>(grid.size());
  between[i] = i * i;
  grid.sync();
  out[i] = between[(i + 32) % n];
  grid.sync();
  between[i] = 0;
}

int main() {
  Device<int> out(128), between(128);
  int *a = out, *b = between;
  void* arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(phases, 4, 32, arguments);
  return finish() != 0 || out.host()[1] != 33 * 33;
}
