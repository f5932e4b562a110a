// SPDX-License-Identifier: MIT-0
// Turned on the way in; idle threads wait as well.
// [exercise]
__global__ void reverse(float* out, const float* in, int n) {
  __shared__ float turned[kBlock];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * kBlock; first < n; first += gridDim.x * kBlock) {
    const int left = n - first;
    const int length = left < kBlock ? left : kBlock;
    __syncthreads();
    if (t < length) turned[length - 1 - t] = in[first + t];
    __syncthreads();
    if (t >= length) continue;
    out[first + t] = turned[t];
  }
}
// [/exercise]
