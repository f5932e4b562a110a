// expect: race
// SPDX-License-Identifier: MIT-0
// The sums of the warps are read before they are there.
// [exercise]
// Each kernel writes sums[b] = in[kBlock * b] + ... + in[kBlock * b + kBlock - 1] for each block b;
// what lies beyond n counts as 0. Blocks have kBlock threads.

/// A tree in shared memory: 128 threads add, then 64, then 32, ...
__global__ void sum_tree(float* sums, const float* in, int n) {
  __shared__ float part[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  part[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();  // outside of the branch: all threads come here
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

/// The sum over the lanes of a warp, in lane 0.
__device__ float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xFFFFFFFFu, value, distance);
  }
  return value;
}

/// Each warp adds with shuffles; then the first warp adds the sums of the warps.
__global__ void sum_shuffle(float* sums, const float* in, int n) {
  __shared__ float of_warp[kBlock / 32];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const float sum = warp_sum(i < n ? in[i] : 0.0f);
  if (lane == 0) of_warp[threadIdx.x / 32] = sum;
  if (threadIdx.x < 32) {
    const float all = warp_sum(lane < kBlock / 32 ? of_warp[lane] : 0.0f);
    if (lane == 0) sums[blockIdx.x] = all;
  }
}

/// Each warp adds with shuffles, and adds its sum to the block's with one atomic.
__global__ void sum_atomic(float* sums, const float* in, int n) {
  __shared__ float of_block;
  if (threadIdx.x == 0) of_block = 0.0f;
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float sum = warp_sum(i < n ? in[i] : 0.0f);
  if (threadIdx.x % 32 == 0) atomicAdd(&of_block, sum);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = of_block;
}
// [/exercise]
