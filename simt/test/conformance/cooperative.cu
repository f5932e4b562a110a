// SPDX-License-Identifier: MIT
//
// Cooperative groups: blocks, tiles, coalesced threads, partitions, reductions, scans, the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "conformance.cuh"

using namespace conformance;
namespace cg = cooperative_groups;

__global__ void block_facts(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned rank = block.thread_rank();
  out[rank] = block.size() * 10000 + block.thread_index().y * 100 + block.group_dim().x;
  cg::sync(block);
}
template <int kSize>
__global__ void tile_sums(int* sums, unsigned* facts, const int* in) {
  const auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  int sum = in[threadIdx.x];
  for (int by = kSize / 2; by > 0; by /= 2) sum += tile.shfl_down(sum, static_cast<unsigned>(by));
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  facts[threadIdx.x] = tile.thread_rank() * 1000 + tile.meta_group_rank() * 10 +
                       (tile.any(in[threadIdx.x] > 30) ? 1u : 0u) +
                       tile.ballot(tile.thread_rank() == 1) * 100000;
}
__global__ void nested_tiles(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto quad = cg::tiled_partition<4>(warp);
  out[threadIdx.x] = quad.shfl(static_cast<int>(threadIdx.x), 2) +
                     100 * quad.shfl_xor(static_cast<int>(quad.thread_rank()), 3);
}
__global__ void reduced(int* out, const int* in) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto eight = cg::tiled_partition<8>(cg::this_thread_block());
  const int v = in[threadIdx.x];
  out[threadIdx.x] = cg::reduce(warp, v, cg::plus<int>());
  out[64 + threadIdx.x] = cg::reduce(eight, v, cg::greater<int>());
  out[128 + threadIdx.x] = cg::reduce(eight, v, cg::bit_xor<int>());
  out[192 + threadIdx.x] = cg::inclusive_scan(eight, v);
  out[256 + threadIdx.x] = cg::exclusive_scan(warp, v, cg::plus<int>());
}
__global__ void coalesced(int* out) {
  const int t = static_cast<int>(threadIdx.x);
  if (t % 3 == 1) {
    const cg::coalesced_group group = cg::coalesced_threads();
    const int first = group.shfl(t, 0);
    const int next = group.shfl_down(t, 1);
    out[t] = static_cast<int>(group.size()) * 10000 + static_cast<int>(group.thread_rank()) * 100 +
             next - first;
  }
}
/// Threads that took the same branch share one atomic operation.
__global__ void aggregated(int* counter, int* slots) {
  const int t = static_cast<int>(threadIdx.x);
  if (t % 4 != 0) {
    const cg::coalesced_group active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(counter, static_cast<int>(active.size()));
    slots[active.shfl(base, 0) + static_cast<int>(active.thread_rank())] = t;
  }
}
__global__ void labeled(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int label = static_cast<int>(threadIdx.x) % 5;
  const cg::coalesced_group same = cg::labeled_partition(warp, label);
  const cg::coalesced_group half = cg::binary_partition(warp, threadIdx.x < 10);
  out[threadIdx.x] = static_cast<int>(same.size() * 1000 + same.thread_rank() * 100 + half.size());
}
/// Two phases over the whole grid: every block reads what its neighbour wrote.
__global__ void grid_phases(int* out, int* scratch) {
  const cg::grid_group grid = cg::this_grid();
  const int rank = static_cast<int>(grid.thread_rank()), size = static_cast<int>(grid.size());
  scratch[rank] = rank * rank;
  grid.sync();
  out[rank] = scratch[(rank + static_cast<int>(blockDim.x)) % size];
  grid.sync();
  scratch[rank] = -1;
}

template <int kSize>
void check_tile(Suite& suite, const char* name) {
  std::vector<int> in, want(64 / kSize, 0);
  std::vector<unsigned> want_facts;
  for (int i = 0; i < 64; ++i) {
    in.push_back(i);
    want[static_cast<std::size_t>(i / kSize)] += i;
    const int last = i / kSize * kSize + kSize - 1;
    want_facts.push_back(static_cast<unsigned>(i % kSize * 1000 + i / kSize * 10 +
                                               (last > 30 ? 1 : 0) + 2 * 100000));
  }
  Buffer<int> d_in(in), sums(64 / kSize);
  Buffer<unsigned> facts(64);
  tile_sums<kSize><<<1, 64>>>(sums.data(), facts.data(), d_in.data());
  suite.equal(name, sums.read(), want);
  suite.equal(name, facts.read(), want_facts);
}
void check_reduced(Suite& suite) {
  std::vector<int> in, want(320, 0);
  for (int i = 0; i < 64; ++i) in.push_back(i * 37 % 64 - 20);
  for (int i = 0; i < 64; ++i) {
    int sum = 0, high = -100, odd = 0, scan = 0, before = 0;
    for (int k = 0; k < 64; ++k) {
      const int v = in[static_cast<std::size_t>(k)];
      if (k / 32 == i / 32) sum += v;
      if (k / 32 == i / 32 && k < i) before += v;
      if (k / 8 == i / 8) high = std::max(high, v), odd ^= v;
      if (k / 8 == i / 8 && k <= i) scan += v;
    }
    const int all[] = {sum, high, odd, scan, before};
    for (int k = 0; k < 5; ++k) want[static_cast<std::size_t>(64 * k + i)] = all[k];
  }
  Buffer<int> d_in(in), out(320);
  reduced<<<1, 64>>>(out.data(), d_in.data());
  suite.equal("reduce and scan", out.read(), want);
}
void check_coalesced(Suite& suite) {
  Buffer<int> out(32), counter(1), slots(48), parts(32);
  coalesced<<<1, 32>>>(out.data());
  std::vector<int> want(32, 0);
  for (int t = 1; t < 32; t += 3) {
    const int rank = t / 3, size = 11, next = rank + 1 < size ? t + 3 : t;
    want[static_cast<std::size_t>(t)] = size * 10000 + rank * 100 + next - 1;
  }
  suite.equal("coalesced group", out.read(), want);

  aggregated<<<1, 64>>>(counter.data(), slots.data());
  suite.equal("aggregated counter", counter.read(), {48});
  std::vector<int> seen(64, 0), want_seen;
  for (int t : slots.read()) ++seen[static_cast<std::size_t>(t)];
  for (int t = 0; t < 64; ++t) want_seen.push_back(t % 4 != 0 ? 1 : 0);
  suite.equal("aggregated slots", seen, want_seen);

  labeled<<<1, 32>>>(parts.data());
  std::vector<int> want_parts;
  for (int t = 0; t < 32; ++t)
    want_parts.push_back((t % 5 < 2 ? 7 : 6) * 1000 + t / 5 * 100 + (t < 10 ? 10 : 22));
  suite.equal("partitions", parts.read(), want_parts);
}
void check_grid(Suite& suite) {
  Buffer<int> out(128), scratch(128);
  int* out_address = out.data();
  int* scratch_address = scratch.data();
  void* pointers[] = {&out_address, &scratch_address};
  must(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_phases), dim3(4), dim3(32),
                                   pointers, 0, nullptr),
       "cudaLaunchCooperativeKernel");
  std::vector<int> want;
  for (int i = 0; i < 128; ++i) want.push_back((i + 32) % 128 * ((i + 32) % 128));
  suite.equal("grid sync", out.read(), want);
  suite.equal("second grid sync", scratch.read(), std::vector<int>(128, -1));
}

int main() {
  Suite suite;
  Buffer<unsigned> facts(24);
  block_facts<<<1, dim3(6, 4)>>>(facts.data());
  std::vector<unsigned> want;
  for (unsigned i = 0; i < 24; ++i) want.push_back(240000 + i / 6 * 100 + 6);
  suite.equal("thread block", facts.read(), want);
  check_tile<4>(suite, "tiles of 4");
  check_tile<16>(suite, "tiles of 16");
  check_tile<32>(suite, "tiles of 32");
  Buffer<int> nested(32);
  nested_tiles<<<1, 32>>>(nested.data());
  std::vector<int> want_nested;
  for (int t = 0; t < 32; ++t) want_nested.push_back(t / 4 * 4 + 2 + 100 * (3 - t % 4));
  suite.equal("tiles of tiles", nested.read(), want_nested);
  check_reduced(suite);
  check_coalesced(suite);
  check_grid(suite);
  return suite.finish();
}
