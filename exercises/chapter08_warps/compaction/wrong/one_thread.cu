// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// One thread does all, and needs no atomic.
// [exercise]
__global__ void compact(int* out, int* count, const int* values, int n) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  int k = 0;
  for (int i = 0; i < n; ++i)
    if (values[i] > 0) out[k++] = values[i];
  *count = k;
}
// [/exercise]
