// SPDX-License-Identifier: MIT
//
// A loop with barriers that all threads leave in the same round, as a vote of the block decides.
#include "../case.cuh"

__global__ void settle(int* rounds, const int* start) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = start[63 - t];
  int round = 0;
  for (;;) {
    __syncthreads();
    const int mine = values[t], left = values[t == 0 ? 0 : t - 1];
    if (__syncthreads_or(left > mine) == 0) break;
    values[t] = max(left, mine);
    ++round;
  }
  rounds[t] = round;
}

int main() {
  Filled<int> start(64);
  Device<int> rounds(64);
  settle<<<1, 64>>>(rounds, start);
  return finish() != 0 || rounds.host()[5] != 63;
}
