// expect: too-much-traffic case=traffic
// SPDX-License-Identifier: MIT-0
// All three are the tree.
// [exercise]
__device__ void tree(float* sums, const float* in, int n) {
  __shared__ float part[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  part[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__global__ void sum_tree(float* sums, const float* in, int n) { tree(sums, in, n); }
__global__ void sum_shuffle(float* sums, const float* in, int n) { tree(sums, in, n); }
__global__ void sum_atomic(float* sums, const float* in, int n) { tree(sums, in, n); }
// [/exercise]
