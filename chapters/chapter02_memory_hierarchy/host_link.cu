// SPDX-License-Identifier: MIT
//
// The road between host and device: copies of several sizes, from both kinds of host memory.
//
// Claim:  a copy costs a fixed time and then bytes over bandwidth; pinned memory is copied several
//         times as fast as pageable memory, and either is far slower than the device's own.
// Input:  blocks from 4 KiB to 256 MiB that go to the device and come back.
// Expect: the fixed cost for small blocks; for large ones the rate of the bus from pinned memory.
// Run:    ctest --preset dev -R '^chapter02\.host_link$'
#include <cstring>
#include <string>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kBlock = 256;

// --- kernel ------------------------------------------------------------------

/// Copies by loads and stores; where `in` or `out` is pinned memory they cross the bus.
__global__ void copy(uint4* out, const uint4* in, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < count) out[i] = in[i];
}

// --- check, time, check again ------------------------------------------------

/// A block of host memory with its results, and one on the device.
struct Road {
  const char* memory;
  const unsigned char* in;
  unsigned char* out;
  std::size_t bytes;
  cm::DeviceBuffer<unsigned char> device{bytes};

  void to_device() {
    CUDA_CHECK(cudaMemcpyAsync(device.data(), in, bytes, cudaMemcpyHostToDevice));
  }
  void to_host() { CUDA_CHECK(cudaMemcpyAsync(out, device.data(), bytes, cudaMemcpyDeviceToHost)); }
  void read_by_kernel() { launch(device.data(), in); }
  void write_by_kernel() { launch(out, device.data()); }

 private:
  void launch(unsigned char* to, const unsigned char* from) const {
    const std::size_t count = bytes / sizeof(uint4);
    copy<<<static_cast<unsigned>((count + kBlock - 1) / kBlock), kBlock>>>(
        reinterpret_cast<uint4*>(to), reinterpret_cast<const uint4*>(from), count);
  }
};

/// True if what `there` sends to the device and `back` fetches is what was sent.
template <class There, class Back>
bool passes(Road& road, const There& there, const Back& back) {
  road.device.poison();
  std::memset(road.out, 0xFF, road.bytes);
  there();
  back();
  CUDA_CHECK_LAST();
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::vector<unsigned char> got(road.out, road.out + road.bytes);
  return cm::check_close(road.memory, got, {road.in, road.in + road.bytes});
}

/// Times both ways of a round trip.
template <class There, class Back>
bool measure(cm::Report& report, const cm::Options& options, const char* kernel, Road& road,
             const There& there, const Back& back) {
  if (!passes(road, there, back)) return false;
  const cm::Timing down = cm::time_ms(options, there, cm::L2::kWarm);
  const cm::Timing up = cm::time_ms(options, back, cm::L2::kWarm);
  if (!passes(road, there, back)) return false;
  const auto add = [&](const char* direction, const cm::Timing& timing) {
    cm::Row row(kernel, road.memory);
    row.param("direction", direction).param("size_kib", road.bytes / 1024);
    report.add(row.bytes(static_cast<double>(road.bytes)).timing(timing));
  };
  add("to_device", down);
  add("to_host", up);
  return true;
}

bool measure_memory(cm::Report& report, const cm::Options& options, Road& road) {
  return measure(report, options, "copy", road, [&] { road.to_device(); }, [&] { road.to_host(); });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.host_link", options);
  std::vector<std::size_t> sizes = {4 << 10, 64 << 10, 1 << 20, 16 << 20, 256 << 20};
  if (options.quick) sizes = {4 << 10, 100 << 10};
  for (const std::size_t bytes : sizes) {
    std::vector<unsigned char> in(bytes), out(bytes);
    cm::fill_random<unsigned char>(in, 1, 0, 254);
    cm::PinnedBuffer<unsigned char> pinned_in(bytes), pinned_out(bytes);
    std::memcpy(pinned_in.data(), in.data(), bytes);
    Road pageable{"pageable", in.data(), out.data(), bytes};
    Road pinned{"pinned", pinned_in.data(), pinned_out.data(), bytes};
    const bool ok = measure_memory(report, options, pageable) &&
                    measure_memory(report, options, pinned) &&
                    measure(
                        report, options, "kernel", pinned, [&] { pinned.read_by_kernel(); },
                        [&] { pinned.write_by_kernel(); });
    if (!ok) return report.fail();
  }
  return report.finish();
}
