// SPDX-License-Identifier: MIT
//
// A wait covers committed copies only.
#include <cuda_pipeline_primitives.h>

#include "../case.cuh"

__global__ void copy(float4* out, const float4* in) {
  __shared__ float4 tile[32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float4));
  __pipeline_wait_prior(0);
  out[t] = tile[t];  // expect async-copy: read of tile[0] | threads=32
}

int main() {
  Filled<float> in(128);
  Device<float> out(128);
  copy<<<1, 32>>>(reinterpret_cast<float4*>(static_cast<float*>(out)),
                  reinterpret_cast<const float4*>(static_cast<float*>(in)));
  finish();
  return 0;
}
