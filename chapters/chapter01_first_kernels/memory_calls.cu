// SPDX-License-Identifier: MIT
//
// Allocate, fill, copy three ways, free: what each call does, and what it costs.
//
// Claim:  allocating and freeing cost far more than a launch and grow with the size, so a loop
//         should not do either; a copy across the bus costs tens of times a copy on the device.
// Input:  blocks of three sizes; the bytes make a round trip over two device buffers.
// Expect: the same time for small copies in every direction, the fixed cost of a call; rates that
//         differ by an order of magnitude for large ones.
// Run:    ctest --preset dev -R '^chapter01\.memory_calls$'
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/common.cuh"

// --- the calls ---------------------------------------------------------------

// [snippet:round-trip]
/// Sends `in` to the device, from one place there to another, and back to `out`.
void round_trip(std::vector<unsigned char>& out, const std::vector<unsigned char>& in) {
  const std::size_t bytes = in.size();
  unsigned char* d_first = nullptr;
  unsigned char* d_second = nullptr;
  CUDA_CHECK(cudaMalloc(&d_first, bytes));
  CUDA_CHECK(cudaMalloc(&d_second, bytes));
  CUDA_CHECK(cudaMemset(d_second, 0xFF, bytes));  // every byte, not every element
  CUDA_CHECK(cudaMemcpy(d_first, in.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_second, d_first, bytes, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaMemcpy(out.data(), d_second, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_first));
  CUDA_CHECK(cudaFree(d_second));
}
// [/snippet:round-trip]

// --- check, time, check again ------------------------------------------------

bool passes(const std::vector<unsigned char>& in) {
  std::vector<unsigned char> out(in.size(), 0xFF);
  round_trip(out, in);
  return cm::check_close("round_trip", out, in);
}

/// Host milliseconds that `call` takes with everything it starts.
double call_ms(const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const Clock::time_point start = Clock::now();
  call();
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool measure(cm::Report& report, const cm::Options& options, std::size_t bytes) {
  std::vector<unsigned char> host(bytes);
  cm::fill_random(host, 1, static_cast<unsigned char>(0), static_cast<unsigned char>(254));
  if (!passes(host)) return false;
  cm::PinnedBuffer<unsigned char> pinned(bytes);
  std::memcpy(pinned.data(), host.data(), bytes);
  void* first = nullptr;
  void* second = nullptr;
  CUDA_CHECK(cudaMalloc(&second, bytes));
  const auto copy = [=](void* to, const void* from, cudaMemcpyKind kind) {
    return [=] { CUDA_CHECK(cudaMemcpy(to, from, bytes, kind)); };
  };
  // In this order: cudaFree gives back what cudaMalloc has taken in the same round.
  std::vector<std::vector<double>> samples(7);
  for (int s = 0; s < (!cm::kHasTime ? 1 : options.quick ? 3 : 20); ++s) {
    samples[0].push_back(call_ms([&] { CUDA_CHECK(cudaMalloc(&first, bytes)); }));
    samples[1].push_back(call_ms([&] { CUDA_CHECK(cudaMemset(first, 0xFF, bytes)); }));
    samples[2].push_back(call_ms(copy(first, host.data(), cudaMemcpyHostToDevice)));
    samples[3].push_back(call_ms(copy(first, pinned.data(), cudaMemcpyHostToDevice)));
    samples[4].push_back(call_ms(copy(second, first, cudaMemcpyDeviceToDevice)));
    samples[5].push_back(call_ms(copy(host.data(), second, cudaMemcpyDeviceToHost)));
    samples[6].push_back(call_ms([&] { CUDA_CHECK(cudaFree(first)); }));
  }
  CUDA_CHECK(cudaFree(second));
  const std::vector<unsigned char> sent(pinned.begin(), pinned.end());
  if (!cm::check_close("copies", host, sent) || !passes(host)) return false;
  const char* const names[] = {"cudaMalloc",       "cudaMemset",       "host_to_device",
                               "pinned_to_device", "device_to_device", "device_to_host",
                               "cudaFree"};
  for (std::size_t call = 0; call < samples.size(); ++call) {
    std::vector<double> times = cm::kHasTime ? samples[call] : std::vector<double>{};
    cm::Row row("call", names[call]);
    row.param("size_kib", bytes / 1024.0);
    report.add(row.timing(cm::summarize(std::move(times), 1, cm::L2::kWarm)));
  }
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter01.memory_calls", options);
  std::vector<std::size_t> sizes = {4096, 1 << 20, 1 << 28};
  if (options.quick) sizes = {4096, 100'352};
  for (const std::size_t bytes : sizes) {
    if (!measure(report, options, bytes)) return report.fail();
  }
  return report.finish();
}
