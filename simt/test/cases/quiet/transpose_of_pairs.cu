// SPDX-License-Identifier: MIT
//
// A square matrix transposed in place: whoever owns (i, j) with i < j writes both.
#include "../case.cuh"

__global__ void transpose(float* m, int n) {
  const int i = threadIdx.y, j = threadIdx.x;
  if (i >= j) return;
  const float upper = m[i * n + j];
  m[i * n + j] = m[j * n + i];
  m[j * n + i] = upper;
}

int main() {
  Filled<float> m(16 * 16);
  transpose<<<1, dim3(16, 16)>>>(m, 16);
  return finish() != 0 || m.host()[1] != 17;
}
