// SPDX-License-Identifier: MIT
//
// Threads allocate, use and free memory of their own.
#include "../case.cuh"

__global__ void sort_own(int* out, int n) {
  int* const values = static_cast<int*>(malloc(n * sizeof(int)));
  if (values == nullptr) return;
  for (int i = 0; i < n; ++i) values[i] = (i * 7 + static_cast<int>(threadIdx.x)) % n;
  for (int i = 1; i < n; ++i) {
    for (int j = i; j > 0 && values[j] < values[j - 1]; --j) {
      const int larger = values[j - 1];
      values[j - 1] = values[j];
      values[j] = larger;
    }
  }
  int steps = 0;
  for (int i = 1; i < n; ++i) steps += values[i] == values[i - 1] + 1;
  out[threadIdx.x] = steps;
  free(values);
}

int main() {
  Device<int> out(40);
  sort_own<<<1, 40>>>(out, 10);
  return finish() != 0 || out.host()[39] != 9;
}
