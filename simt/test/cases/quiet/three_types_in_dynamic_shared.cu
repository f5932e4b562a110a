// SPDX-License-Identifier: MIT
//
// Three arrays of different types cut out of dynamic shared memory, each aligned for its type.
#include "../case.cuh"

__global__ void mix(double* out, int n) {
  extern __shared__ double space[];
  double* const wide = space;
  float* const narrow = reinterpret_cast<float*>(wide + n);
  unsigned char* const flags = reinterpret_cast<unsigned char*>(narrow + n);
  const int t = threadIdx.x;
  wide[t] = t;
  narrow[t] = 0.5f * t;
  flags[t] = t % 2 == 0;
  __syncthreads();
  const int other = n - 1 - t;
  out[t] = flags[other] != 0 ? wide[other] : narrow[other];
}

int main() {
  Device<double> out(48);
  mix<<<1, 48, 48 * (8 + 4 + 1)>>>(out, 48);
  return finish() != 0 || out.host()[1] != 46;
}
