// SPDX-License-Identifier: MIT
//
// A scan step reads what a neighbour has already replaced.
#include "../case.cuh"

__global__ void scan(int* data) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (unsigned d = 1; d < 64; d *= 2) {
    if (t >= d) s[t] += s[t - d];  // expect race
    __syncthreads();
  }
  data[t] = s[t];
}

int main() {
  Filled<int> data(64);
  scan<<<1, 64>>>(data);
  return finish();
}
