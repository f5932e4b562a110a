// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// The array has moved to shared memory, which nobody asked for.
// [exercise]
__global__ void rank(int* out, const float* in, int n) {
  __shared__ float windows[kWindow][kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < kWindow; ++k) windows[k][threadIdx.x] = in[i + k];
  int less = 0;
  for (int k = 1; k < kWindow; ++k) less += windows[k][threadIdx.x] < windows[0][threadIdx.x];
  out[i] = less;
}
// [/exercise]
