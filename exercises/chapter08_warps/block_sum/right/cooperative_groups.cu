// SPDX-License-Identifier: MIT-0
// With the groups of the toolkit.
// [exercise]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ float element(const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  return i < n ? in[i] : 0.0f;
}

__global__ void sum_tree(float* sums, const float* in, int n) {
  __shared__ float part[kBlock];
  const cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  part[t] = element(in, n);
  block.sync();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) part[t] = part[t] + part[half + t];
    block.sync();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__global__ void sum_shuffle(float* sums, const float* in, int n) {
  __shared__ float of_warp[kBlock / 32];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const float sum = cg::reduce(warp, element(in, n), cg::plus<float>());
  if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    const float mine = warp.thread_rank() < kBlock / 32 ? of_warp[warp.thread_rank()] : 0.0f;
    const float all = cg::reduce(warp, mine, cg::plus<float>());
    if (warp.thread_rank() == 0) sums[blockIdx.x] = all;
  }
}

__global__ void sum_atomic(float* sums, const float* in, int n) {
  __shared__ float total;
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  if (block.thread_rank() == 0) total = 0.0f;
  block.sync();
  const float sum = cg::reduce(warp, element(in, n), cg::plus<float>());
  if (warp.thread_rank() == 0) atomicAdd(&total, sum);
  block.sync();
  if (block.thread_rank() == 0) sums[blockIdx.x] = total;
}
// [/exercise]
