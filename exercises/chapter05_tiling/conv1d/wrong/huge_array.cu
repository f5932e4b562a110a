// expect: does-not-compile|launch-failed
// SPDX-License-Identifier: MIT-0
// Two gigabytes that are not zero.
// [exercise]
__device__ char ballast[2000000000] = {1};
__global__ void conv1d(float* out, const float*, int n) {
  if (n > 0) out[0] = ballast[n];
}
// [/exercise]
