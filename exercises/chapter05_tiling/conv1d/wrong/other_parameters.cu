// expect: launch-failed
// SPDX-License-Identifier: MIT-0
// Another kernel of the same name.
// [exercise]
__global__ void conv1d(double* out, const double* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// [/exercise]
