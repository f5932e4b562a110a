// SPDX-License-Identifier: MIT-0
// Exclusive-or shuffles; a tree that ends with the last warp.
// [exercise]
__device__ float all_lanes(float value) {
  for (int mask = 1; mask < 32; mask <<= 1) value += __shfl_xor_sync(0xFFFFFFFFu, value, mask);
  return value;
}

__device__ float element(const float* in, int n) {
  const int i = threadIdx.x + kBlock * blockIdx.x;
  if (i >= n) return 0.0f;
  return in[i];
}

__global__ void sum_tree(float* sums, const float* in, int n) {
  __shared__ float part[kBlock];
  part[threadIdx.x] = element(in, n);
  __syncthreads();
  for (int half = kBlock >> 1; half >= 1; half >>= 1) {
    const float other = threadIdx.x < half ? part[threadIdx.x + half] : 0.0f;
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += other;
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = *part;
}

__global__ void sum_shuffle(float* sums, const float* in, int n) {
  __shared__ float warps[8];
  const float sum = all_lanes(element(in, n));
  if ((threadIdx.x & 31) == 5) warps[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const float all = all_lanes(threadIdx.x < 8 ? warps[threadIdx.x] : 0.0f);
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

__global__ void sum_atomic(float* sums, const float* in, int n) {
  __shared__ float total;
  if (threadIdx.x == 17) total = 0.0f;
  __syncthreads();
  const float sum = all_lanes(element(in, n));
  if ((threadIdx.x & 31) == 31) atomicAdd(&total, sum);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
// [/exercise]
