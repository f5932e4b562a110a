// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Each thread walks by itself.
// [exercise]
__global__ void multiply(float* c, const float* a, const float* b, int rows, int columns,
                         int inner) {
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  if (row >= rows || column >= columns) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}
// [/exercise]
