// SPDX-License-Identifier: MIT
//
// Rows with padding at their ends: only the columns that count are touched.
#include "../case.cuh"

__global__ void increase(float* rows, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height) return;
  float* const row = reinterpret_cast<float*>(reinterpret_cast<char*>(rows) + y * pitch);
  row[x] += 1;
}

int main() {
  float* rows = nullptr;
  size_t pitch = 0;
  if (cudaMallocPitch(&rows, &pitch, 70 * sizeof(float), 9) != cudaSuccess) return 1;
  cudaMemset2D(rows, pitch, 0, 70 * sizeof(float), 9);
  increase<<<dim3(3, 9), 32>>>(rows, pitch, 70, 9);
  const int code = finish();
  return cudaFree(rows) != cudaSuccess || code != 0;
}
