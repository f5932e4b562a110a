// expect: deadlock case=empty
// SPDX-License-Identifier: MIT-0
// Waits for a flag that nobody sets.
// [exercise]
__global__ void conv1d(float* out, const float*, int n) {
  volatile int zero = 0;
  while (zero == 0) {
  }
  if (n > 0) out[0] = 0.0f;
}
// [/exercise]
