// SPDX-License-Identifier: MIT
//
// The plain first read is only a guess.
#include "../case.cuh"

__device__ float atomic_max(float* address, float value) {
  int* as_int = reinterpret_cast<int*>(address);
  int old = *as_int, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(as_int, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void largest(float* out, const float* in) {
  atomic_max(out, in[blockIdx.x * 64 + threadIdx.x]);
}

int main() {
  Filled<float> in(256);
  Zeroed<float> out(1);
  largest<<<4, 64>>>(out, in);
  return finish();
}
