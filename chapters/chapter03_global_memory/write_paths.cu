// SPDX-License-Identifier: MIT
//
// What happens to a store: nothing is read for a full sector, a partly written one is filled.
//
// Claim:  stores go to L2, which keeps them, merges them and writes DRAM later; hints on the store
//         change who stays in L2, not the result.
// Input:  n float written whole, every stride-th, byte by byte, again and again, and copied with
//         each kind of store.  What nobody writes must keep its value.
// Run:    ctest --preset dev -R '^chapter03\.write_paths$'

#include <cstddef>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr std::size_t kSmall = std::size_t{8} << 20;  // bytes; stays in the L2 of a large GPU

// --- kernels -----------------------------------------------------------------

/// What element i of a result holds; below 2^24, so that a float is exact.
__host__ __device__ float pattern(std::size_t i) { return static_cast<float>(i % 65521); }

/// Writes n neighbouring words of type T, each made of floats.
template <class T>
__global__ void fill(float* out, std::size_t n) {
  constexpr int kWidth = sizeof(T) / sizeof(float);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n / kWidth) return;
  alignas(16) float word[kWidth];
  for (int k = 0; k < kWidth; ++k) word[k] = pattern(i * kWidth + k);
  reinterpret_cast<T*>(out)[i] = *reinterpret_cast<const T*>(word);
}

// [snippet:strided-store]
/// Writes every stride-th element of `out` and reads nothing.
template <class T>
__global__ void store_every(T* out, std::size_t n, unsigned stride) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i * stride] = static_cast<T>(i % 127);
}
// [/snippet:strided-store]

/// Writes the same n floats `times` times over; the last time counts.
__global__ void rewrite(volatile float* out, std::size_t n, int times) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n) return;
  for (int pass = 0; pass < times; ++pass) out[i] = pattern(i + times - 1 - pass);
}

// The kinds of store.  What each becomes in PTX stands beside it.
struct Plain {  // st.global
  static __device__ void store(float4* p, float4 v) { *p = v; }
};
struct WriteBack {  // st.global.wb
  static __device__ void store(float4* p, float4 v) { __stwb(p, v); }
};
struct L2Only {  // st.global.cg
  static __device__ void store(float4* p, float4 v) { __stcg(p, v); }
};
struct Streaming {  // st.global.cs: likely to be used once
  static __device__ void store(float4* p, float4 v) { __stcs(p, v); }
};
struct WriteThrough {  // st.global.wt
  static __device__ void store(float4* p, float4 v) { __stwt(p, v); }
};

/// Copies one float4 in each thread with the store that Kind says.
template <class Kind>
__global__ void copy_with(float4* out, const float4* in, std::size_t vectors) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < vectors) Kind::store(out + i, in[i]);
}

// --- check, time, check again ------------------------------------------------

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

double sectors(int bytes, int stride) {
  return cm::global_cost(cm::warp_access(0, bytes, [=](int lane) { return lane * stride; }))
      .sectors;
}

std::vector<float> pattern_cpu(std::size_t n) {
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = pattern(i);
  return out;
}

template <class T>
bool measure_fill(const cm::Bench& bench, const char* variant, std::size_t n) {
  cm::DeviceBuffer<float> d_out(n);
  cm::Row row("fill", variant);
  row.n(n).bytes(static_cast<double>(d_out.bytes()));
  row.predicted("store_sectors_per_request", sectors(sizeof(T), 1));
  return cm::add_checked(bench, row, variant, d_out, pattern_cpu(n), [&] {
    fill<T><<<blocks_for(n / (sizeof(T) / sizeof(float))), kBlock>>>(d_out.data(), n);
  });
}

/// Checks and times a launch that leaves part of its output alone.
template <class T, class Run>
bool add_partial(const cm::Bench& bench, cm::Row row, const char* name,
                 const cm::DeviceBuffer<T>& d_out, const std::vector<T>& want, Run&& run) {
  const auto passes = [&] {
    CUDA_CHECK_LAST();
    return cm::check_close(name, d_out.to_host(), want);
  };
  run();
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  if (!passes()) return false;
  bench.report.add(row.timing(timing));
  return true;
}

/// Writes every stride-th of `size` elements, so that the same part of memory is touched at each
/// stride.
template <class T>
bool measure_store(const cm::Bench& bench, const char* variant, std::size_t size, unsigned stride) {
  const std::size_t n = size / stride;
  std::vector<T> want(size, T{3});
  cm::DeviceBuffer<T> d_out(want);
  for (std::size_t i = 0; i < n; ++i) want[i * stride] = static_cast<T>(i % 127);
  cm::Row row("store_every", variant);
  row.n(n).param("stride", stride).bytes(static_cast<double>(n) * sizeof(T));
  row.predicted("store_sectors_per_request", sectors(sizeof(T), static_cast<int>(stride)));
  return add_partial(bench, row, variant, d_out, want,
                     [&] { store_every<T><<<blocks_for(n), kBlock>>>(d_out.data(), n, stride); });
}

bool measure_rewrite(const cm::Bench& bench, std::size_t n, int times) {
  cm::DeviceBuffer<float> d_out(n);
  cm::Row row("rewrite", "float");
  row.n(n).param("times", times).bytes(static_cast<double>(times) * d_out.bytes()).from_l2();
  return cm::add_checked(bench, row, "rewrite", d_out, pattern_cpu(n),
                         [&] { rewrite<<<blocks_for(n), kBlock>>>(d_out.data(), n, times); });
}

template <class Kind>
bool measure_copy(const cm::Bench& bench, const char* variant, const std::vector<float>& in,
                  const cm::DeviceBuffer<float>& d_in) {
  const std::size_t vectors = in.size() / 4;
  cm::DeviceBuffer<float> d_out(in.size());
  cm::Row row("copy_with", variant);
  row.n(in.size()).bytes(2.0 * static_cast<double>(d_in.bytes()));
  row.predicted("store_sectors_per_request", sectors(sizeof(float4), 1));
  return cm::add_checked(bench, row, variant, d_out, in, [&] {
    copy_with<Kind><<<blocks_for(vectors), kBlock>>>(reinterpret_cast<float4*>(d_out.data()),
                                                     reinterpret_cast<const float4*>(d_in.data()),
                                                     vectors);
  });
}

bool measure_copies(const cm::Bench& bench, std::size_t n) {
  const std::vector<float> in = pattern_cpu(n);
  const cm::DeviceBuffer<float> d_in(in);
  return measure_copy<Plain>(bench, "plain", in, d_in) &&
         measure_copy<WriteBack>(bench, "stwb", in, d_in) &&
         measure_copy<L2Only>(bench, "stcg", in, d_in) &&
         measure_copy<Streaming>(bench, "stcs", in, d_in) &&
         measure_copy<WriteThrough>(bench, "stwt", in, d_in);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.write_paths", options);
  const cm::Bench cold{report, options};
  const cm::Bench warm{report, options, cm::L2::kWarm};
  const std::size_t n = options.quick ? 4 * 2501 : 1 << 27;
  const std::size_t small = options.quick ? 1 << 12 : kSmall / sizeof(float);

  bool ok = measure_fill<float>(cold, "float", n) && measure_fill<float4>(cold, "float4", n);
  const std::size_t touched = options.quick ? 10007 : n;
  for (const unsigned stride : {1, 2, 4, 8, 16}) {
    ok = ok && measure_store<float>(cold, "float", touched, stride);
  }
  for (const unsigned stride : {1, 32}) {
    ok = ok && measure_store<signed char>(cold, "byte", 2 * touched, stride);
  }
  for (const int times : {1, 10}) ok = ok && measure_rewrite(warm, small, times);
  ok = ok && measure_copies(cold, options.quick ? n : n / 2);
  return ok ? report.finish() : report.fail();
}
