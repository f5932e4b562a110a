// SPDX-License-Identifier: MIT
//
// Room for n pointers where n structures were meant.
#include "../case.cuh"

struct Body {
  float position[3], velocity[3];
};

__global__ void rest(Body* bodies, int n) {
  const int i = threadIdx.x;
  if (i < n)
    bodies[i].velocity[2] = 0;  // expect out-of-bounds: past the end of d_bodies (800 bytes)
}

int main() {
  Body* d_bodies = nullptr;
  cudaMalloc(&d_bodies, 100 * sizeof(d_bodies));
  rest<<<1, 128>>>(d_bodies, 100);
  finish();
  return 0;
}
