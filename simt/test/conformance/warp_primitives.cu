// SPDX-License-Identifier: MIT
//
// Shuffles, votes, match and reduce. Inputs are per lane; the host computes what each lane gets.
#include <algorithm>

#include "conformance.cuh"

using namespace conformance;

constexpr unsigned kAll = 0xffffffffu;

enum Mode { kIndex, kUp, kDown, kXor };

template <class T, int kMode>
__global__ void shuffle(T* out, const T* in, const int* by, int width) {
  const T value = in[threadIdx.x];
  const int b = by[threadIdx.x];
  T got = value;
  if (kMode == kIndex) got = __shfl_sync(kAll, value, b, width);
  if (kMode == kUp) got = __shfl_up_sync(kAll, value, static_cast<unsigned>(b), width);
  if (kMode == kDown) got = __shfl_down_sync(kAll, value, static_cast<unsigned>(b), width);
  if (kMode == kXor) got = __shfl_xor_sync(kAll, value, b, width);
  out[threadIdx.x] = got;
}

int source_lane(int mode, int lane, int b, int width) {
  const int first = lane & ~(width - 1), last = first + width - 1;
  const int from = mode == kIndex  ? first + (b & (width - 1))
                   : mode == kUp   ? lane - b
                   : mode == kDown ? lane + b
                                   : lane ^ b;
  if (mode == kUp) return from < first ? lane : from;
  return from > last ? lane : from;
}

template <class T, int kMode>
void check_shuffle(Suite& suite, const char* name, bool same_for_all) {
  std::vector<T> in;
  for (int i = 0; i < 32; ++i)
    in.push_back(static_cast<T>(mixed(static_cast<std::uint64_t>(i)) >> 20));
  for (int width = 2; width <= 32; width *= 2) {
    for (int b : {0, 1, 3, 7, 16, 31}) {
      std::vector<int> by(32, b);
      for (int i = 0; i < 32 && !same_for_all; ++i)
        by[static_cast<std::size_t>(i)] = (i * 5 + b) % 32;
      Buffer<T> d_in(in), d_out(32);
      Buffer<int> d_by(by);
      shuffle<T, kMode><<<1, 32>>>(d_out.data(), d_in.data(), d_by.data(), width);
      std::vector<T> want;
      for (int i = 0; i < 32; ++i) {
        const int from = source_lane(kMode, i, by[static_cast<std::size_t>(i)], width);
        want.push_back(in[static_cast<std::size_t>(from)]);
      }
      suite.equal(name, d_out.read(), want);
    }
  }
}

__global__ void votes(unsigned* out, const int* in) {
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = __ballot_sync(kAll, in[lane]);
  out[32 + lane] = static_cast<unsigned>(__any_sync(kAll, in[lane] > 40));
  out[64 + lane] = static_cast<unsigned>(__all_sync(kAll, in[lane] < 40));
  if (lane % 2 == 0) out[96 + lane] = __ballot_sync(0x55555555u, in[lane]);
  if (lane < 10) out[128 + lane] = __activemask();
}

__global__ void matches(unsigned* out, const int* in, const double* wide) {
  const int lane = static_cast<int>(threadIdx.x);
  int all = -1;
  out[lane] = __match_any_sync(kAll, in[lane]);
  out[32 + lane] = __match_any_sync(kAll, wide[lane]);
  out[64 + lane] = __match_all_sync(kAll, in[lane], &all);
  out[96 + lane] = static_cast<unsigned>(all);
  out[128 + lane] = __match_all_sync(kAll, 7, &all);
  out[160 + lane] = static_cast<unsigned>(all);
}

__global__ void reductions(unsigned* out, const unsigned* in) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned v = in[lane];
  out[lane] = __reduce_add_sync(kAll, v);
  out[32 + lane] = __reduce_min_sync(kAll, v);
  out[64 + lane] = __reduce_max_sync(kAll, v);
  out[96 + lane] = static_cast<unsigned>(__reduce_min_sync(kAll, static_cast<int>(v)));
  out[128 + lane] = static_cast<unsigned>(__reduce_max_sync(kAll, static_cast<int>(v)));
  out[160 + lane] = __reduce_and_sync(kAll, v | 0x10u);
  out[192 + lane] = __reduce_or_sync(kAll, v);
  out[224 + lane] = __reduce_xor_sync(kAll, v);
  if (lane >= 20) out[256 + lane] = __reduce_add_sync(0xfff00000u, v);
}

/// Sum over the warp by halving, and an inclusive scan, in a block of several warps.
__global__ void sum_and_scan(int* sums, int* scans, const int* in) {
  const int i = static_cast<int>(threadIdx.x), lane = i % warpSize;
  int sum = in[i];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(kAll, sum, by);
  if (lane == 0) sums[i / 32] = sum;
  int scan = in[i];
  for (int by = 1; by < 32; by *= 2) {
    const int lower = __shfl_up_sync(kAll, scan, by);
    if (lane >= by) scan += lower;
  }
  scans[i] = scan;
}

/// One lane asks for all. The others pass a variable that they never set, as many programs do.
__global__ void asked_by_one(unsigned* out, unsigned* count) {
  const int lane = static_cast<int>(threadIdx.x) % warpSize;
  unsigned first;
  if (lane == 0) first = atomicAdd(count, 32u);
  first = __shfl_sync(kAll, first, 0);
  out[first + static_cast<unsigned>(lane)] = 1;
}

void check_votes(Suite& suite) {
  std::vector<int> in;
  for (int i = 0; i < 32; ++i) in.push_back(i % 3 == 0 ? 0 : i);
  Buffer<int> d_in(in);
  Buffer<unsigned> d_out(160);
  votes<<<1, 32>>>(d_out.data(), d_in.data());
  std::vector<unsigned> want(160, 0);
  unsigned set = 0;
  for (unsigned i = 0; i < 32; ++i) set |= in[i] != 0 ? 1u << i : 0u;
  for (unsigned i = 0; i < 32; ++i) {
    want[i] = set;
    want[64 + i] = 1;
    if (i % 2 == 0) want[96 + i] = set & 0x55555555u;
    if (i < 10) want[128 + i] = 0x3ffu;
  }
  suite.equal("votes", d_out.read(), want);
}

void check_matches(Suite& suite) {
  std::vector<int> in;
  std::vector<double> wide;
  for (int i = 0; i < 32; ++i) {
    in.push_back(i * i % 7);
    wide.push_back((i % 5) * 0.25);
  }
  Buffer<int> d_in(in);
  Buffer<double> d_wide(wide);
  Buffer<unsigned> d_out(192);
  matches<<<1, 32>>>(d_out.data(), d_in.data(), d_wide.data());
  std::vector<unsigned> want(192, 0);
  for (unsigned i = 0; i < 32; ++i) {
    for (unsigned j = 0; j < 32; ++j) {
      want[i] |= in[i] == in[j] ? 1u << j : 0u;
      want[32 + i] |= wide[i] == wide[j] ? 1u << j : 0u;
    }
    want[128 + i] = kAll;
    want[160 + i] = 1;
  }
  suite.equal("match", d_out.read(), want);
}

void check_reductions(Suite& suite) {
  std::vector<unsigned> in;
  for (int i = 0; i < 32; ++i)
    in.push_back(static_cast<unsigned>(mixed(static_cast<std::uint64_t>(i))));
  Buffer<unsigned> d_in(in), d_out(288);
  reductions<<<1, 32>>>(d_out.data(), d_in.data());
  std::vector<unsigned> want(288, 0);
  unsigned add = 0, low = ~0u, high = 0, both = ~0u, either = 0, odd = 0, part = 0;
  int signed_low = INT32_MAX, signed_high = INT32_MIN;
  for (unsigned i = 0; i < 32; ++i) {
    add += in[i];
    low = in[i] < low ? in[i] : low;
    high = in[i] > high ? in[i] : high;
    signed_low = std::min(signed_low, static_cast<int>(in[i]));
    signed_high = std::max(signed_high, static_cast<int>(in[i]));
    both &= in[i] | 0x10u;
    either |= in[i];
    odd ^= in[i];
    if (i >= 20) part += in[i];
  }
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned all[] = {
        add,  low,    high, static_cast<unsigned>(signed_low), static_cast<unsigned>(signed_high),
        both, either, odd};
    for (unsigned k = 0; k < 8; ++k) want[32 * k + i] = all[k];
    if (i >= 20) want[256 + i] = part;
  }
  suite.equal("reduce", d_out.read(), want);
}

void check_sums(Suite& suite) {
  std::vector<int> in;
  for (int i = 0; i < 128; ++i) in.push_back(i * 3 - 50);
  Buffer<int> d_in(in), d_sums(4), d_scans(128);
  sum_and_scan<<<1, 128>>>(d_sums.data(), d_scans.data(), d_in.data());
  std::vector<int> sums(4, 0), scans(128, 0);
  for (std::size_t i = 0; i < 128; ++i) {
    sums[i / 32] += in[i];
    scans[i] = sums[i / 32];
  }
  suite.equal("warp sum", d_sums.read(), sums);
  suite.equal("warp scan", d_scans.read(), scans);
}

void check_asked_by_one(Suite& suite) {
  Buffer<unsigned> d_out(32 * 32 * 4), d_count(1);
  asked_by_one<<<1, 128>>>(d_out.data(), d_count.data());
  std::vector<unsigned> want(32 * 32 * 4, 0);
  std::fill_n(want.begin(), 128, 1u);
  suite.equal("asked by one lane", d_out.read(), want);
  suite.equal("asked by one lane, count", d_count.read(), std::vector<unsigned>{128});
}

int main() {
  Suite suite;
  check_shuffle<int, kIndex>(suite, "shfl int", false);
  check_shuffle<unsigned, kUp>(suite, "shfl_up unsigned", true);
  check_shuffle<float, kDown>(suite, "shfl_down float", true);
  check_shuffle<double, kXor>(suite, "shfl_xor double", true);
  check_shuffle<long long, kIndex>(suite, "shfl long long", false);
  check_shuffle<unsigned long long, kDown>(suite, "shfl_down unsigned long long", true);
  check_votes(suite);
  check_matches(suite);
  check_reductions(suite);
  check_sums(suite);
  check_asked_by_one(suite);
  return suite.finish();
}
