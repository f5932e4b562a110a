// SPDX-License-Identifier: MIT
//
// Two buffers, each from a call of its own: the report uses the names of the host's variables.
#include <cuda_runtime.h>

__global__ void shift(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = in[i + 1];  // expect out-of-bounds: 0 bytes past the end of d_in (400 bytes)
    out[i] = x;
  }
}

int main() {
  float *d_in = nullptr, *d_out = nullptr;
  if (cudaMalloc((void**)&d_in, 100 * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_out, 100 * sizeof(float)) != cudaSuccess) return 1;
  cudaMemset(d_in, 0, 100 * sizeof(float));
  shift<<<1, 128>>>(d_out, d_in, 100);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
