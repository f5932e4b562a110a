// SPDX-License-Identifier: MIT
//
// What a wider access changes: instructions and bytes in flight, never the bytes that move.
//
// Claim:  a 16-byte load replaces four 4-byte loads and touches the same sectors; it needs an
//         aligned address and a tail.
// Input:  n float to add or n half-precision floats to double; sizes of every remainder, with guard
// words after the
//         end; slices that begin 0 to 4 floats after an aligned address.
// Run:    ctest --preset dev -R '^chapter03\.vector_width$'

#include <cuda_fp16.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "common/checked.cuh"
#include "common/child_process.hpp"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr int kUnroll = 4;
constexpr std::size_t kGuard = 8;          // words behind the output that nobody may touch
constexpr float kUntouched = -7.0f;        // no result of any kernel here
constexpr const char* kChild = "--child";  // the argument that asks for the faulting kernel

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

__global__ void copy_scalar(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// [snippet:peeled]
/// Copies whole float4 between `head` and the end; out + head and in + head are aligned to 16
/// bytes.  The first threads take the floats before and after.
__global__ void copy_peeled(float* out, const float* in, std::size_t n, unsigned head) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  const std::size_t vectors = (n - head) / 4;
  const std::size_t tail = (n - head) % 4;
  if (i < vectors) {
    reinterpret_cast<float4*>(out + head)[i] = reinterpret_cast<const float4*>(in + head)[i];
  }
  if (i < head) out[i] = in[i];
  if (i < tail) out[n - 1 - i] = in[n - 1 - i];
}
// [/snippet:peeled]

/// Divides by four once too often: `count` is already a number of float4.
__global__ void copy_divided_twice(float* out, const float* in, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < count / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
}

// --- launches ----------------------------------------------------------------

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

// [snippet:dispatch]
/// Floats before the next address that a float4 may have.
unsigned floats_to_aligned(const float* p) {
  return (16 - reinterpret_cast<std::size_t>(p) % 16) % 16 / sizeof(float);
}

/// Copies n floats at any two addresses, by float4 if both sides can be aligned together.
const char* copy_slice(float* out, const float* in, std::size_t n) {
  const unsigned head = floats_to_aligned(out);
  if (head != floats_to_aligned(in) || n < 4 + head) {
    copy_scalar<<<blocks_for(n), kBlock>>>(out, in, n);
    return "scalar";
  }
  copy_peeled<<<blocks_for(n / 4 + 1), kBlock>>>(out, in, n, head);
  return head == 0 ? "float4" : "peeled";
}
// [/snippet:dispatch]

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

/// A copy of n floats from `in_offset` to `out_offset`; everything else must stay as it was.
bool measure_slice(const cm::Bench& bench, std::size_t n, std::size_t in_offset,
                   std::size_t out_offset, bool report_it) {
  std::vector<float> in(n + kGuard), want(n + kGuard, kUntouched);
  cm::fill_random(in, 4, 0.0f, 1.0f);
  for (std::size_t i = 0; i < n; ++i) want[out_offset + i] = in[in_offset + i];
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(std::vector<float>(n + kGuard, kUntouched));
  const char* path = "none";
  const auto run = [&] {
    path = copy_slice(d_out.data() + out_offset, d_in.data() + in_offset, n);
  };
  run();
  CUDA_CHECK_LAST();
  const auto passes = [&] { return cm::check_close("copy_slice", d_out.to_host(), want); };
  if (!passes() || !report_it) return passes();

  const cm::Timing timing = cm::time_ms(bench.options, run, bench.l2);
  if (!passes()) return false;
  cm::Row row("copy_slice", path);
  row.n(n).param("in_offset", in_offset).param("out_offset", out_offset).timing(timing);
  bench.report.add(row.bytes(2.0 * sizeof(float) * static_cast<double>(n)));
  return true;
}

bool measure_slices(const cm::Bench& bench, std::size_t n) {
  for (std::size_t size = 1; size < 42; ++size) {
    for (std::size_t offset = 0; offset < 5; ++offset) {
      if (!measure_slice(bench, size, offset, offset % 3, false)) return false;
    }
  }
  return measure_slice(bench, n, 0, 0, true) && measure_slice(bench, n, 1, 1, true) &&
         measure_slice(bench, n, 3, 3, true) && measure_slice(bench, n, 1, 0, true);
}

/// How much of the output a launch leaves alone that divides by four twice.
bool count_untouched(const cm::Bench& bench, std::size_t n) {
  const std::vector<float> in(n, 1.0f);
  const cm::DeviceBuffer<float> d_in(in);
  cm::DeviceBuffer<float> d_out(std::vector<float>(n, kUntouched));
  const std::size_t count = (n + 3) / 4;
  copy_divided_twice<<<blocks_for(count), kBlock>>>(d_out.data(), d_in.data(), count);
  CUDA_CHECK_LAST();
  std::size_t untouched = 0;
  for (const float value : d_out.to_host()) untouched += value == kUntouched ? 1 : 0;
  if (untouched != n - count / 4 * 4) {
    std::printf("FAIL divided_twice: %zu of %zu words untouched\n", untouched, n);
    return false;
  }
  cm::Row row("divided_twice", "float4");
  row.n(n).value("untouched_percent", 100.0 * static_cast<double>(untouched) / n);
  bench.report.add(row.value("launches", 0));
  return true;
}

// --- a load that is not aligned ----------------------------------------------

/// In the child: reads a float4 one float after an aligned address, and prints what the next calls
/// return.
int fault_on_purpose() {
  cm::DeviceBuffer<float> buffer(64);
  buffer.poison();
  copy_peeled<<<1, kBlock>>>(buffer.data(), buffer.data() + 33, 16, 0);
  const cudaError_t first = cudaDeviceSynchronize();
  void* more = nullptr;
  const cudaError_t second = cudaMalloc(&more, 1024);
  std::printf("%d %d\n", static_cast<int>(first), static_cast<int>(second));
  std::fflush(stdout);
  std::_Exit(EXIT_SUCCESS);  // the GPU's state is lost: there is nothing to free any more
}

bool report_fault(const cm::Bench& bench) {
  const cm::ChildResult child = cm::run_self(kChild);
  int first = 0, second = 0;
  const int numbers = std::sscanf(child.output.c_str(), "%d %d", &first, &second);
  if (numbers != 2 || first != cudaErrorMisalignedAddress || second != first) {
    std::printf("FAIL misaligned: exit code %d, errors %d and %d\n", child.exit_code, first,
                second);
    return false;
  }
  cm::Row row("misaligned", "float4");
  row.text("error", cudaGetErrorName(static_cast<cudaError_t>(first)));
  row.value("error_code", first).value("next_call_error_code", second);
  bench.report.add(row.value("launches", 0));
  return true;
}

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], kChild) == 0) return fault_on_purpose();
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter03.vector_width", options);
  const cm::Bench bench{report, options};
  const std::size_t n = options.quick ? 1 << 14 : 1 << 26;
  const bool ok = check_tails() && measure_adds(bench, n) &&
                  measure_half<__half>(bench, "half", 2 * n) &&
                  measure_half<__half2>(bench, "half2", 2 * n) &&
                  measure_half<Half8>(bench, "half8", 2 * n) && measure_slices(bench, n - 5) &&
                  count_untouched(bench, options.quick ? 4096 : 1 << 20) && report_fault(bench);
  return ok ? report.finish() : report.fail();
}
