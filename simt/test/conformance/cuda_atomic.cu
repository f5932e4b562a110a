// SPDX-License-Identifier: MIT
//
// cuda::atomic and cuda::atomic_ref: counters, flags with release and acquire, compare and swap,
// results of groups.
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <algorithm>
#include <cuda/atomic>

#include "conformance.cuh"

using namespace conformance;

__global__ void count(int* plain, unsigned long long* wide, int* low) {
  cuda::atomic_ref<int, cuda::thread_scope_device> counter(*plain);
  counter.fetch_add(2, cuda::memory_order_relaxed);
  ++counter;
  cuda::atomic_ref<unsigned long long> bits(*wide);
  bits.fetch_or(1ull << (threadIdx.x % 40));
  cuda::atomic_ref<int> least(*low);
  least.fetch_min(static_cast<int>(threadIdx.x) - 7);
}
/// Block 0 writes and releases; the others acquire and read.
__global__ void publish(int* data, int* flag, int* seen) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    seen[blockIdx.x] = *data;
  }
}
__global__ void maximum(float* out, const float* in) {
  cuda::atomic_ref<float, cuda::thread_scope_block> best(*out);
  float old = best.load(cuda::memory_order_relaxed);
  while (old < in[threadIdx.x] && !best.compare_exchange_weak(old, in[threadIdx.x])) {
  }
}
__global__ void shared_total(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> total;
  if (threadIdx.x == 0) total.store(0);
  __syncthreads();
  total.fetch_add(static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) *out = total.load();
}

namespace cg = cooperative_groups;
/// `begins[i]`: where the numbers of tile i begin if each tile reserves what its lanes ask for.
__global__ void groups_go_into_atomics(int* out, int* begins, int* lasts) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum, high, taken;
  if (threadIdx.x == 0) {
    sum.store(1000);
    high.store(-5);
    taken.store(0);
  }
  __syncthreads();
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int mine = static_cast<int>(threadIdx.x);
  cg::reduce_update_async(tile, sum, mine, cg::plus<int>());
  cg::reduce_update_async(tile, high, mine % 37, cg::greater<int>());
  cg::reduce_store_async(tile, &lasts[tile.meta_group_rank()], mine, cg::greater<int>());
  const int begin = cg::exclusive_scan_update(tile, taken, 2);
  if (tile.thread_rank() == 3) begins[tile.meta_group_rank()] = begin;
  __syncthreads();
  const int end = cg::inclusive_scan_update(tile, taken, 1, cg::plus<int>());
  if (tile.thread_rank() == 15) atomicMax(&out[3], end);
  if (threadIdx.x == 0) {
    out[0] = sum.load();
    out[1] = high.load();
  }
}
void check_groups(Suite& suite) {
  Buffer<int> out(4), begins(4), lasts(4);
  groups_go_into_atomics<<<1, 64>>>(out.data(), begins.data(), lasts.data());
  suite.equal("reduce_update_async", out.read(), {1000 + 63 * 32, 36, 0, 64 * 2 + 64});
  suite.equal("reduce_store_async", lasts.read(), {15, 31, 47, 63});
  std::vector<int> sorted = begins.read();
  std::sort(sorted.begin(), sorted.end());
  suite.equal("exclusive_scan_update", sorted, {6, 38, 70, 102});
}

int main() {
  Suite suite;
  check_groups(suite);
  Buffer<int> plain(1), low(1), data(1), flag(1), seen(4), total(1);
  Buffer<unsigned long long> wide(1);
  count<<<2, 50>>>(plain.data(), wide.data(), low.data());
  suite.is_true("fetch_add and ++", plain.read()[0] == 300);
  suite.is_true("fetch_or", wide.read()[0] == (1ull << 40) - 1);
  suite.is_true("fetch_min", low.read()[0] == -7);
  publish<<<4, 1>>>(data.data(), flag.data(), seen.data());
  suite.equal("release and acquire", seen.read(), {0, 42, 42, 42});
  std::vector<float> in;
  for (int i = 0; i < 64; ++i) in.push_back(static_cast<float>((i * 37) % 64));
  Buffer<float> d_in(in), best(1);
  maximum<<<1, 64>>>(best.data(), d_in.data());
  suite.equal("maximum by compare and swap", best.read(), {63.0f});
  shared_total<<<1, 128>>>(total.data());
  suite.is_true("atomic in shared memory", total.read()[0] == 127 * 64);
  return suite.finish();
}
