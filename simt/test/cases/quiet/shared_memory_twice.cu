// SPDX-License-Identifier: MIT
//
// The same shared bytes first as floats, then as integers, with a barrier between.
#include "../case.cuh"

__global__ void reuse(float* sums, int* counts, const float* in) {
  extern __shared__ unsigned char bytes[];
  const int t = threadIdx.x;
  float* const floats = reinterpret_cast<float*>(bytes);
  floats[t] = in[t];
  __syncthreads();
  sums[t] = floats[(t + 1) % 64];
  __syncthreads();
  int* const whole = reinterpret_cast<int*>(bytes);
  whole[63 - t] = t;
  __syncthreads();
  counts[t] = whole[t];
}

int main() {
  Filled<float> in(64);
  Device<float> sums(64);
  Device<int> counts(64);
  reuse<<<1, 64, 256>>>(sums, counts, in);
  return finish() != 0 || sums.host()[63] != 1 || counts.host()[0] != 63;
}
