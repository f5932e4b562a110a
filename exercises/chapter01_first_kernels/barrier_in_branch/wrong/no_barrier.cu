// expect: race
// SPDX-License-Identifier: MIT-0
// The barrier is gone, and with it the order.
// [exercise]
/// Turns each stretch of kBlock elements round: its last element comes first. The last stretch
/// may be shorter. Any number of blocks of kBlock threads.
__global__ void reverse(float* out, const float* in, int n) {
  __shared__ float stretch[kBlock];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * kBlock; first < n; first += gridDim.x * kBlock) {
    const int length = min(kBlock, n - first);
    if (t < length) stretch[t] = in[first + t];

    if (t < length) out[first + t] = stretch[length - 1 - t];
    __syncthreads();  // the next stretch overwrites this one
  }
}
// [/exercise]
