// expect: race
// SPDX-License-Identifier: MIT-0
// Takes what others may not have loaded yet.
// [exercise]
/// x[i], y[i], z[i] = points[i] for i in [0, n). Launched with blocks of kBlock threads, one
/// thread a point.
__global__ void split(float* x, float* y, float* z, const Point* points, int n) {
  __shared__ float staged[3 * kBlock];  // the block's points, float by float
  const float* floats = reinterpret_cast<const float*>(points);
  const int first = blockIdx.x * kBlock;
  for (int k = 0; k < 3; ++k) {
    const int t = threadIdx.x + k * kBlock;
    if (3 * first + t < 3 * n) staged[t] = floats[3 * first + t];
  }

  const int i = first + threadIdx.x;
  if (i < n) {
    x[i] = staged[3 * threadIdx.x];  // lanes 3 apart: 32 different banks
    y[i] = staged[3 * threadIdx.x + 1];
    z[i] = staged[3 * threadIdx.x + 2];
  }
}
// [/exercise]
