// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// A copy of the point changes nothing about its loads.
// [exercise]
__global__ void split(float* x, float* y, float* z, const Point* points, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    const Point point = points[i];
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
  }
}
// [/exercise]
