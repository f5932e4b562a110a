// SPDX-License-Identifier: MIT
//
// The largest of many floats with compare and swap on their bits.
#include "../case.cuh"

__device__ void raise(float* largest, float value) {
  int* const bits = reinterpret_cast<int*>(largest);
  int seen = atomicAdd(bits, 0);
  while (__int_as_float(seen) < value) {
    const int before = atomicCAS(bits, seen, __float_as_int(value));
    if (before == seen) return;
    seen = before;
  }
}

__global__ void largest(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) raise(out, in[i]);
}

int main() {
  Filled<float> in(100);
  Zeroed<float> out(1);
  largest<<<4, 32>>>(out, in, 100);
  return finish() != 0 || out.host()[0] != 100;
}
