// expect: stack-overflow case=empty
// SPDX-License-Identifier: MIT-0
// Calls itself for ever.
// [exercise]
__device__ int deeper(int x) {
  volatile int here = x;
  return deeper(here + 1) + here;
}
__global__ void conv1d(float* out, const float*, int n) {
  const int depth = deeper(n);
  if (n > 0) out[0] = static_cast<float>(depth);
}
// [/exercise]
