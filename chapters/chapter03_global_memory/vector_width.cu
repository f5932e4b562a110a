// SPDX-License-Identifier: MIT
//
// What a wider access changes: instructions and bytes in flight, never the bytes that move.
//
// Claim:  a 16-byte load replaces four 4-byte loads and touches the same sectors; two bytes a lane
//         put half as many on the way as four do.
// Input:  n float in two arrays to add, n half-precision floats to double; checked at sizes of
//         every remainder.
// Run:    ctest --preset dev -R '^chapter03\.vector_width$'

#include <cuda_fp16.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kUnroll = 4;

// --- kernels -----------------------------------------------------------------

__device__ float add(float a, float b) { return a + b; }
__device__ float2 add(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float4 add(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// [snippet:vector-add]
/// Adds one Vector of floats in each thread; what is left over goes to the first threads.
template <class Vector>
__global__ void add_vectors(float* out, const float* a, const float* b, std::size_t n) {
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n / kWidth) {
    reinterpret_cast<Vector*>(out)[i] =
        add(reinterpret_cast<const Vector*>(a)[i], reinterpret_cast<const Vector*>(b)[i]);
  }
  if (i < n % kWidth) out[n - 1 - i] = a[n - 1 - i] + b[n - 1 - i];
}
// [/snippet:vector-add]

/// Adds kUnroll floats in each thread; all are asked for before the first is needed.
__global__ void add_unrolled(float* out, const float* a, const float* b, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kBlock * kUnroll + threadIdx.x;
  float sum[kUnroll];
#pragma unroll
  for (int k = 0; k < kUnroll; ++k) {
    const std::size_t i = first + k * kBlock;
    sum[k] = i < n ? a[i] + b[i] : 0.0f;
  }
#pragma unroll
  for (int k = 0; k < kUnroll; ++k) {
    const std::size_t i = first + k * kBlock;
    if (i < n) out[i] = sum[k];
  }
}

__device__ __half twice(__half v) { return __hadd(v, v); }
__device__ __half2 twice(__half2 v) { return __hadd2(v, v); }

// [snippet:eight-halves]
/// Eight halves that load and store as one.
struct alignas(16) Half8 {
  __half2 pair[4];
};

__device__ Half8 twice(Half8 v) {
  for (__half2& pair : v.pair) pair = twice(pair);
  return v;
}
// [/snippet:eight-halves]

/// Doubles one Vector of halves in each thread; n is a multiple of its width.
template <class Vector>
__global__ void double_halfs(__half* out, const __half* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= n / (sizeof(Vector) / sizeof(__half))) return;
  reinterpret_cast<Vector*>(out)[i] = twice(reinterpret_cast<const Vector*>(in)[i]);
}

// --- launches ----------------------------------------------------------------

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

// --- check, time, check again ------------------------------------------------

/// The sectors of one warp that reads neighbouring elements of `bytes`.
double sectors_of_neighbours(int bytes) {
  return cm::global_cost(cm::warp_access(0, bytes, [](int lane) { return lane; })).sectors;
}

struct Sums {
  std::size_t n;
  std::vector<float> want;
  cm::DeviceBuffer<float> d_a, d_b, d_out;

  explicit Sums(std::size_t size) : n(size), want(size), d_a(size), d_b(size), d_out(size) {
    std::vector<float> a(n), b(n);
    cm::fill_random(a, 1, 0.0f, 1.0f);
    cm::fill_random(b, 2, 0.0f, 1.0f);
    for (std::size_t i = 0; i < n; ++i) want[i] = a[i] + b[i];
    d_a.copy_from(a);
    d_b.copy_from(b);
  }
};

template <class Vector>
bool measure_add(const cm::Bench& bench, const char* variant, Sums& sums) {
  constexpr unsigned kWidth = sizeof(Vector) / sizeof(float);
  cm::Row row("vector_add", variant);
  row.n(sums.n).bytes(3.0 * static_cast<double>(sums.d_out.bytes()));
  row.predicted("load_requests_per_warp", 2)
      .predicted("load_sectors_per_request", sectors_of_neighbours(sizeof(Vector)));
  return cm::add_checked(bench, row, variant, sums.d_out, sums.want, [&] {
    add_vectors<Vector><<<blocks_for((sums.n + kWidth - 1) / kWidth), kBlock>>>(
        sums.d_out.data(), sums.d_a.data(), sums.d_b.data(), sums.n);
  });
}

bool measure_unrolled(const cm::Bench& bench, Sums& sums) {
  cm::Row row("vector_add", "float_x4");
  row.n(sums.n).bytes(3.0 * static_cast<double>(sums.d_out.bytes()));
  row.predicted("load_requests_per_warp", 2 * kUnroll)
      .predicted("load_sectors_per_request", sectors_of_neighbours(4));
  return cm::add_checked(bench, row, "float_x4", sums.d_out, sums.want, [&] {
    add_unrolled<<<blocks_for((sums.n + kUnroll - 1) / kUnroll), kBlock>>>(
        sums.d_out.data(), sums.d_a.data(), sums.d_b.data(), sums.n);
  });
}

bool measure_adds(const cm::Bench& bench, std::size_t n) {
  Sums sums(n);
  return measure_add<float>(bench, "float", sums) && measure_unrolled(bench, sums) &&
         measure_add<float2>(bench, "float2", sums) && measure_add<float4>(bench, "float4", sums);
}

/// Every remainder of a division by two and by four, and fewer elements than one vector has.
bool check_tails() {
  for (std::size_t n = 1; n < 300; n += n < 12 ? 1 : 97) {
    Sums sums(n);
    const auto add = [&](auto kernel, unsigned width) {
      kernel<<<blocks_for((n + width - 1) / width), kBlock>>>(sums.d_out.data(), sums.d_a.data(),
                                                              sums.d_b.data(), n);
    };
    if (!cm::leaves("float2", sums.d_out, sums.want, [&] { add(add_vectors<float2>, 2); }) ||
        !cm::leaves("float4", sums.d_out, sums.want, [&] { add(add_vectors<float4>, 4); }) ||
        !cm::leaves("float_x4", sums.d_out, sums.want, [&] { add(add_unrolled, 4); })) {
      return false;
    }
  }
  return true;
}

/// The bits of the halves that hold 0, 1, 2 and so on up to 2047, all of which are exact.
std::vector<unsigned short> bits_of_halves() {
  std::vector<unsigned short> bits(2048);
  for (std::size_t value = 0; value < bits.size(); ++value) {
    const __half half = __float2half(static_cast<float>(value));
    std::memcpy(&bits[value], &half, sizeof(half));
  }
  return bits;
}

template <class Vector>
bool measure_half(const cm::Bench& bench, const char* variant, std::size_t n) {
  const std::vector<unsigned short> bits = bits_of_halves();
  std::vector<unsigned short> in(n), want(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t value = cm::random_bits(3, i) % 1024;
    in[i] = bits[value];
    want[i] = bits[2 * value];
  }
  const cm::DeviceBuffer<unsigned short> d_in(in);
  cm::DeviceBuffer<unsigned short> d_out(n);
  cm::Row row("double_halfs", variant);
  row.n(n).bytes(2.0 * static_cast<double>(d_in.bytes()));
  row.predicted("load_requests_per_warp", 1)
      .predicted("load_sectors_per_request", sectors_of_neighbours(sizeof(Vector)));
  return cm::add_checked(bench, row, variant, d_out, want, [&] {
    double_halfs<Vector><<<blocks_for(n / (sizeof(Vector) / sizeof(__half))), kBlock>>>(
        reinterpret_cast<__half*>(d_out.data()), reinterpret_cast<const __half*>(d_in.data()), n);
  });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.vector_width", options);
  const cm::Bench bench{report, options};
  const std::size_t n = options.quick ? 1 << 14 : 1 << 26;
  const bool ok =
      check_tails() && measure_adds(bench, n) && measure_half<__half>(bench, "half", 2 * n) &&
      measure_half<__half2>(bench, "half2", 2 * n) && measure_half<Half8>(bench, "half8", 2 * n);
  return ok ? report.finish() : report.fail();
}
