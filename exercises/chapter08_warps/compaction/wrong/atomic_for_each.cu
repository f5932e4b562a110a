// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// Each lane asks for itself.
// [exercise]
__global__ void compact(int* out, int* count, const int* values, int n) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) {
    if (values[i] > 0) out[atomicAdd(count, 1)] = values[i];
  }
}
// [/exercise]
