// SPDX-License-Identifier: MIT
//
// The last block reads partial sums that no fence made visible.
#include "../case.cuh"

__device__ unsigned finished;

__global__ void sum(float* out, float* partial, const float* in) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];  // expect race-global
    *out = total;
  }
}

int main() {
  Filled<float> in(4);
  Device<float> partial(4), out(1);
  sum<<<4, 32>>>(out, partial, in);
  return finish();
}
