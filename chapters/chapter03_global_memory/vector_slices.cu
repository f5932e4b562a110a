// SPDX-License-Identifier: MIT
//
// What a float4 asks for: an aligned address, a tail, and a number that is divided once.
//
// Claim:  two slices that are off by the same amount can still be copied by float4; a load that is
//         not aligned ends the kernel, and with it the program's use of the GPU.
// Input:  slices of n float that begin 0 to 4 floats after an aligned address, with guard words
//         behind the output.
// Run:    ctest --preset dev -R '^chapter03\.vector_slices$'

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "common/checked.cuh"
#include "common/child_process.hpp"
#include "common/common.cuh"

constexpr unsigned kBlock = 256;
constexpr std::size_t kGuard = 8;          // words behind the output that nobody may touch
constexpr float kUntouched = -7.0f;        // no result of any kernel here
constexpr const char* kChild = "--child";  // the argument that asks for the faulting kernel

// --- kernels -----------------------------------------------------------------

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
  cm::Report report("chapter03.vector_slices", options);
  const cm::Bench bench{report, options};
  const std::size_t n = (options.quick ? 1 << 14 : 1 << 26) - 5;
  const bool ok = measure_slices(bench, n) &&
                  count_untouched(bench, options.quick ? 4096 : 1 << 20) && report_fault(bench);
  return ok ? report.finish() : report.fail();
}
