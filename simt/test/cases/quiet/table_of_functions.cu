// SPDX-License-Identifier: MIT
//
// Lanes of one warp call different functions through a table.
#include "../case.cuh"

__device__ int negate(int x) { return -x; }
__device__ int square(int x) { return x * x; }
__device__ int half(int x) { return x / 2; }
__device__ int (*const operations[3])(int) = {negate, square, half};

__global__ void apply(int* out, const int* in) {
  const int t = threadIdx.x;
  out[t] = operations[in[t] % 3](in[t]);
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  apply<<<1, 64>>>(out, in);
  return finish() != 0 || out.host()[3] != 16 || out.host()[2] != -3;
}
