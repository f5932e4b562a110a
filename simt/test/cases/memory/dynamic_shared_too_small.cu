// SPDX-License-Identifier: MIT
//
// The launch gives half of the shared memory that is used.
#include "../case.cuh"

__global__ void reverse(float* out, const float* in) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = in[threadIdx.x];  // expect out-of-bounds: (128 bytes)
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // expect out-of-bounds: threads=32
}

int main() {
  Filled<float> in(64);
  Device<float> out(64);
  reverse<<<1, 64, 128>>>(out, in);
  finish();
  return 0;
}
