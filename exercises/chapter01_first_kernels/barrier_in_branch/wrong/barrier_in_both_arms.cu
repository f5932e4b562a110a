// expect: barrier-divergence
// SPDX-License-Identifier: MIT-0
// Two barriers, one in each arm, are two barriers.
// [exercise]
/// Turns each stretch of kBlock elements round: its last element comes first. The last stretch
/// may be shorter. Any number of blocks of kBlock threads.
__global__ void reverse(float* out, const float* in, int n) {
  __shared__ float stretch[kBlock];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * kBlock; first < n; first += gridDim.x * kBlock) {
    const int length = min(kBlock, n - first);
    if (t < length) {
      stretch[t] = in[first + t];
      __syncthreads();
    } else {
      __syncthreads();
    }
    if (t < length) out[first + t] = stretch[length - 1 - t];
    __syncthreads();  // the next stretch overwrites this one
  }
}
// [/exercise]
