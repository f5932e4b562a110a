// SPDX-License-Identifier: MIT
//
// Host and device take turns on managed memory, with a wait at each turn.
#include "../case.cuh"

__global__ void double_all(int* values, int n) {
  const int i = threadIdx.x;
  if (i < n) values[i] *= 2;
}

int main() {
  int* values = nullptr;
  if (cudaMallocManaged(&values, 50 * sizeof(int)) != cudaSuccess) return 1;
  for (int i = 0; i < 50; ++i) values[i] = i;
  for (int turn = 0; turn < 3; ++turn) {
    double_all<<<1, 64>>>(values, 50);
    if (finish() != 0) return 1;
    for (int i = 0; i < 50; ++i) values[i] += 1;
  }
  const int last = values[49];
  cudaFree(values);
  return last != ((49 * 2 + 1) * 2 + 1) * 2 + 1;
}
