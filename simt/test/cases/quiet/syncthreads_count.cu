// SPDX-License-Identifier: MIT
//
// The barrier that counts orders memory as well.
#include "../case.cuh"

__global__ void count(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  const int odd = __syncthreads_count(in[threadIdx.x] % 2);
  out[threadIdx.x] = s[63 - threadIdx.x] + odd;
}

int main() {
  Filled<int> in(64);
  Device<int> out(64);
  count<<<1, 64>>>(out, in);
  return finish();
}
