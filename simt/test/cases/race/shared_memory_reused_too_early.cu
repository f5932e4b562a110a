// SPDX-License-Identifier: MIT
//
// Shared bytes get a second use before all have done with the first.
#include "../case.cuh"

__global__ void reuse(float* sums, int* counts, const float* in) {
  extern __shared__ unsigned char bytes[];
  const int t = threadIdx.x;
  float* const floats = reinterpret_cast<float*>(bytes);
  floats[t] = in[t];
  __syncthreads();
  sums[t] = floats[(t + 40) % 64];  // expect race-shared
  int* const whole = reinterpret_cast<int*>(bytes);
  whole[63 - t] = t;  // or here
  __syncthreads();
  counts[t] = whole[t];
}

int main() {
  Filled<float> in(64);
  Device<float> sums(64);
  Device<int> counts(64);
  reuse<<<1, 64, 256>>>(sums, counts, in);
  return finish();
}
