// SPDX-License-Identifier: MIT
//
// An odd-even sort: neighbours are exchanged by one of them, then a barrier.
#include "../case.cuh"

__global__ void sort(int* values, int n) {
  __shared__ int keys[65];
  const int t = threadIdx.x;
  if (t < n) keys[t] = values[t];
  for (int phase = 0; phase < n; ++phase) {
    __syncthreads();
    const int left = 2 * t + phase % 2;
    if (left + 1 < n && keys[left] < keys[left + 1]) {
      const int smaller = keys[left];
      keys[left] = keys[left + 1];
      keys[left + 1] = smaller;
    }
  }
  __syncthreads();
  if (t < n) values[t] = keys[t];
}

int main() {
  Filled<int> values(65);
  sort<<<1, 96>>>(values, 65);
  return finish() != 0 || values.host()[0] != 65 || values.host()[64] != 1;
}
