// SPDX-License-Identifier: MIT
//
// Two tiles are reused with two barriers a round.
#include "../case.cuh"

__global__ void multiply(float* c, const float* a, const float* b, int n) {
  __shared__ float ta[8][8], tb[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
  float sum = 0;
  for (int m = 0; m < n; m += 8) {
    ta[ty][tx] = a[row * n + m + tx];
    tb[ty][tx] = b[(m + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += ta[ty][k] * tb[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main() {
  Filled<float> a(256), b(256);
  Device<float> c(256);
  multiply<<<dim3(2, 2), dim3(8, 8)>>>(c, a, b, 16);
  return finish();
}
