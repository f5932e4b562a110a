// SPDX-License-Identifier: MIT
//
// Decoupled look-back: a block publishes its sum, then walks back over its predecessors, which may
// still be at work, and adds up what they have published.
#include "../case.cuh"

constexpr int kSum = 1, kPrefix = 2;

__device__ int tickets;

__global__ void scan(int* prefixes, volatile int* sums, volatile int* ready, const int* in) {
  __shared__ int block;
  if (threadIdx.x == 0) block = atomicAdd(&tickets, 1);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int own = in[block];
  sums[block] = own;
  __threadfence();
  ready[block] = block == 0 ? kPrefix : kSum;
  int before = 0;
  for (int at = block - 1; at >= 0; --at) {
    int state = 0;
    while (state == 0) state = ready[at];
    __threadfence();
    before += sums[at];
    if (at == 0) break;
  }
  prefixes[block] = before + own;
}

int main() {
  Filled<int> in(12);
  Device<int> prefixes(12), sums(12);
  Zeroed<int> ready(12);
  scan<<<12, 32>>>(prefixes, sums, ready, in);
  return finish() != 0 || prefixes.host()[11] != 78;
}
