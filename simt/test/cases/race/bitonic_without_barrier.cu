// SPDX-License-Identifier: MIT
//
// A bitonic sort that has lost the barrier of its inner loop.
#include "../case.cuh"

__global__ void sort(int* values) {
  __shared__ int keys[128];
  const int t = threadIdx.x;
  keys[t] = values[127 - t];
  for (int size = 2; size <= 128; size *= 2) {
    __syncthreads();
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = t ^ stride;
      if (other <= t) continue;
      const int a = keys[t], b = keys[other];  // expect race
      if ((a > b) == ((t & size) == 0)) {
        keys[t] = b;      // or here
        keys[other] = a;  // or here
      }
    }
  }
  __syncthreads();
  values[t] = keys[t];  // or here
}

int main() {
  Filled<int> values(128);
  sort<<<1, 128>>>(values);
  return finish();
}
