// SPDX-License-Identifier: MIT
//
// Two buffers let one barrier a step suffice.
#include "../case.cuh"

__global__ void scan(int* data) {
  __shared__ int s[2][64];
  const unsigned t = threadIdx.x;
  int now = 0;
  s[0][t] = data[t];
  __syncthreads();
  for (unsigned d = 1; d < 64; d *= 2, now = 1 - now) {
    s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
    __syncthreads();
  }
  data[t] = s[now][t];
}

int main() {
  Filled<int> data(64);
  scan<<<1, 64>>>(data);
  return finish();
}
