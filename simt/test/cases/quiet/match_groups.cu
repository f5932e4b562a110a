// SPDX-License-Identifier: MIT
//
// Lanes with equal keys form groups and agree on a leader.
#include "../case.cuh"

__global__ void groups(int* out, const int* in) {
  const int key = in[threadIdx.x] % 4;
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  const int leader = __ffs(peers) - 1;
  out[threadIdx.x] = __shfl_sync(peers, static_cast<int>(threadIdx.x), leader);
}

int main() {
  Filled<int> in(32);
  Device<int> out(32);
  groups<<<1, 32>>>(out, in);
  return finish();
}
