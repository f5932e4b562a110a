// SPDX-License-Identifier: MIT-0
// Sorts while it stores, into three arrays.
// [exercise]
__global__ void split(float* x, float* y, float* z, const Point* points, int n) {
  __shared__ float part[3][kBlock + 11];
  const float* floats = &points->x;
  const long long begin = 3ll * kBlock * blockIdx.x;
  const long long end = min(begin + 3 * kBlock, 3ll * n);
  for (long long f = begin + threadIdx.x; f < end; f += kBlock) {
    const int t = static_cast<int>(f - begin);
    part[t % 3][t / 3] = floats[f];
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  x[i] = part[0][threadIdx.x];
  y[i] = part[1][threadIdx.x];
  z[i] = part[2][threadIdx.x];
}
// [/exercise]
