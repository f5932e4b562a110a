// SPDX-License-Identifier: MIT
//
// Not to be compiled: a static array of one word more than 48 KB.  A test sees to it that the
// compiler says so.

// [snippet:static-too-large]
__global__ void too_large(float* out) {
  __shared__ float tile[48 * 1024 / sizeof(float) + 1];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
// [/snippet:static-too-large]
