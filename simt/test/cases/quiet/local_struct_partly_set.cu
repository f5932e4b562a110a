// SPDX-License-Identifier: MIT
//
// A struct with a member that is only set, and read, where a flag says so; it is copied whole.
#include "../case.cuh"

struct Hit {
  float distance;
  int triangle[3];
  bool found;
};

__device__ Hit closest(Hit a, Hit b) {
  if (!a.found) return b;
  return b.found && b.distance < a.distance ? b : a;
}

__global__ void trace(float* out, int n) {
  Hit best;
  best.found = false;
  for (int i = 0; i < n; ++i) {
    Hit hit;
    hit.found = (i + threadIdx.x) % 3 == 0;
    if (hit.found) {
      hit.distance = 10.0f - i;
      for (int k = 0; k < 3; ++k) hit.triangle[k] = i * 3 + k;
    }
    best = closest(best, hit);
  }
  out[threadIdx.x] = best.found ? best.distance + best.triangle[n % 3] : -1.0f;
}

int main() {
  Device<float> out(33);
  trace<<<1, 33>>>(out, 7);
  return finish();
}
