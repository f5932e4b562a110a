// SPDX-License-Identifier: MIT
//
// Both rounds use the same half of the buffer.
#include "../case.cuh"

__global__ void rounds(int* data) {
  __shared__ int s[2][64];
  const int t = threadIdx.x;
  s[0][t] = data[t];
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    const int v = s[0][(t + 1) % 64];  // expect race
    s[0][t] = v;
    __syncthreads();
  }
  data[t] = s[0][t];
}

int main() {
  Filled<int> data(64);
  rounds<<<1, 64>>>(data);
  return finish();
}
