// SPDX-License-Identifier: MIT-0
// Each warp stages its own 32 points; no barrier of the block.
// [exercise]
__global__ void split(float* x, float* y, float* z, const Point* points, int n) {
  __shared__ float staged[kBlock / 32][96];
  const int lane = threadIdx.x % 32;
  float* mine = staged[threadIdx.x / 32];
  const int first = blockIdx.x * kBlock + threadIdx.x - lane;
  const float* floats = reinterpret_cast<const float*>(points) + 3 * static_cast<size_t>(first);
  for (int k = lane; k < 96; k += 32) {
    if (k < 3 * (n - first)) mine[k] = floats[k];
  }
  __syncwarp();
  if (first + lane < n) {
    x[first + lane] = mine[3 * lane];
    y[first + lane] = mine[3 * lane + 1];
    z[first + lane] = mine[3 * lane + 2];
  }
}
// [/exercise]
