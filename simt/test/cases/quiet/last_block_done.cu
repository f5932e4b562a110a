// SPDX-License-Identifier: MIT
//
// The last block adds up what fences and a counter handed over.
#include "../case.cuh"

__device__ unsigned finished;

__global__ void sum(float* out, float* partial, const float* in) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) {
    out[threadIdx.x] = partial[threadIdx.x];
    if (threadIdx.x == 0) finished = 0;
  }
}

int main() {
  Filled<float> in(4);
  Device<float> partial(4), out(4);
  sum<<<4, 32>>>(out, partial, in);
  sum<<<4, 32>>>(out, partial, in);
  return finish();
}
