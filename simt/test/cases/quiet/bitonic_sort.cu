// SPDX-License-Identifier: MIT
//
// A bitonic sort in shared memory: every exchange between two barriers.
#include "../case.cuh"

__global__ void sort(int* values) {
  __shared__ int keys[128];
  const int t = threadIdx.x;
  keys[t] = values[t];
  for (int size = 2; size <= 128; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int other = t ^ stride;
      if (other <= t) continue;
      const bool rising = (t & size) == 0;
      const int a = keys[t], b = keys[other];
      if ((a > b) == rising) {
        keys[t] = b;
        keys[other] = a;
      }
    }
  }
  __syncthreads();
  values[t] = keys[127 - t];
}

int main() {
  Filled<int> values(128);
  sort<<<1, 128>>>(values);
  return finish() != 0 || values.host()[0] != 128 || values.host()[127] != 1;
}
