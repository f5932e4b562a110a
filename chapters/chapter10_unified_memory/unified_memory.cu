// SPDX-License-Identifier: MIT
//
// Managed memory on its way to the device and back, beside explicit copies.
//
// Claim:  what managed memory costs on demand is faults, not bytes.  Prefetched to the device, and
//         with results that are written straight to the host, it is nearly as fast as explicit
//         copies from pinned memory.
// Input:  n float that the host has written; a kernel changes each of them, once or eight times;
//         then the host reads one of each page.  At most 1 GiB, far below what is free.
// Expect: on demand much slower than explicit; prefetching towards the device removes that cost,
//         prefetching back does not remove all of it; mapped pages pay for the bus at every
//         launch, so they lose where the data is used eight times.
// Run:    ctest --preset dev -R '^chapter10\.unified_memory$'
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr std::size_t kPageFloats = 4096 / sizeof(float);  // the smallest page that moves

// --- reference ---------------------------------------------------------------

std::vector<float> halve_cpu(std::vector<float> data, int repeats) {
  for (float& x : data) {
    for (int r = 0; r < repeats; ++r) x = 0.5f * x + 0.25f;
  }
  return data;
}

// --- kernel ------------------------------------------------------------------

/// Halves the distance of each of the n elements to 0.5; `out` and `in` may be the same.
__global__ void halve(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i] + 0.25f;
}

// --- check, time, check again ------------------------------------------------

/// What the host has written and what it must find, after `repeats` launches.
struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<float> in;
  int repeats;
  std::vector<float> want = halve_cpu(in, repeats);

  std::size_t bytes() const { return in.size() * sizeof(float); }
  int samples() const { return !cm::kHasTime || options.profile ? 0 : options.quick ? 3 : 20; }
};

/// Where the data is at each step; managed memory has one address for several of them.
struct Way {
  float* host_in;     ///< What the host has written.
  float* device_in;   ///< Where the kernels read, and all but the last one write.
  float* device_out;  ///< Where the last kernel writes.
  float* host_out;    ///< What the host reads.
};

/// Writes one element of each page, so that all of them are the host's again.
void write_pages(float* host, const std::vector<float>& in) {
  for (std::size_t i = 0; i < in.size(); i += kPageFloats) host[i] = in[i];
}

/// Reads one element of each page, as the host's next step would.
void read_pages(const float* host, std::size_t n) {
  float sum = 0.0f;
  for (std::size_t i = 0; i < n; i += kPageFloats) sum += host[i];
  volatile float sink = sum;  // keeps the reads
  (void)sink;
}

double median(std::vector<double> values) {
  if (values.empty()) return NAN;
  std::sort(values.begin(), values.end());
  return cm::quantile(values, 0.5);
}

/// Measures the data's way to the kernels and back; `to_device`, `to_host` enqueue what it takes.
///
/// The samples are taken here, not by cm::time_ms: before each of them, untimed, the host writes
/// to all pages of its input, as it would before the next piece of work.
template <class ToDevice, class ToHost>
bool measure(Bench& b, const char* variant, const Way& way, ToDevice&& to_device,
             ToHost&& to_host) {
  const std::size_t n = b.in.size();
  std::array<cm::Event, 4> marks;
  const auto run = [&] {
    marks[0].record();
    to_device();
    marks[1].record();
    for (int r = 1; r <= b.repeats; ++r) {
      float* out = r == b.repeats ? way.device_out : way.device_in;
      halve<<<static_cast<unsigned>((n + kBlock - 1) / kBlock), kBlock>>>(out, way.device_in, n);
    }
    CUDA_CHECK_LAST();
    marks[2].record();
    to_host();
    CUDA_CHECK(cudaDeviceSynchronize());
    read_pages(way.host_out, n);
    marks[3].record();
    marks[3].synchronize();
  };
  const auto passes = [&] {
    std::fill(way.host_out, way.host_out + n, NAN);
    std::copy(b.in.begin(), b.in.end(), way.host_in);
    run();
    return cm::check_close(variant, std::vector<float>(way.host_out, way.host_out + n), b.want);
  };
  if (!passes()) return false;
  std::vector<double> totals;
  std::array<std::vector<double>, 3> stages;
  for (int sample = 0; sample < b.samples(); ++sample) {
    write_pages(way.host_in, b.in);
    run();
    totals.push_back(cm::elapsed_ms(marks[0], marks[3]));
    for (int s = 0; s < 3; ++s) stages[s].push_back(cm::elapsed_ms(marks[s], marks[s + 1]));
  }
  if (!passes()) return false;
  cm::Row row("round_trip", variant);
  row.n(n).param("repeats", b.repeats).timing(cm::summarize(totals, 1, cm::L2::kWarm));
  row.bytes(2.0 * static_cast<double>(b.bytes()));
  row.value("to_device_ms", median(stages[0])).value("kernels_ms", median(stages[1]));
  b.report.add(row.value("to_host_ms", median(stages[2])));
  return true;
}

bool measure_explicit(Bench& b) {
  cm::PinnedBuffer<float> host(b.in.size());
  cm::DeviceBuffer<float> device(b.in.size());
  device.poison();
  // [snippet:explicit]
  const auto to_device = [&] {
    CUDA_CHECK(cudaMemcpyAsync(device.data(), host.data(), b.bytes(), cudaMemcpyHostToDevice));
  };
  const auto to_host = [&] {
    CUDA_CHECK(cudaMemcpyAsync(host.data(), device.data(), b.bytes(), cudaMemcpyDeviceToHost));
  };
  // [/snippet:explicit]
  const Way way{host.data(), device.data(), device.data(), host.data()};
  return measure(b, "explicit", way, to_device, to_host);
}

/// One managed buffer is all four places.
Way in_place(cm::ManagedBuffer<float>& data) {
  return {data.data(), data.data(), data.data(), data.data()};
}

bool measure_on_demand(Bench& b) {
  cm::ManagedBuffer<float> data(b.in.size());
  // [snippet:first-touch]
  // Nothing to enqueue: the kernel's first touch of a page moves it here, the host's back.
  const auto nothing = [] {};
  return measure(b, "on_demand", in_place(data), nothing, nothing);
  // [/snippet:first-touch]
}

bool measure_prefetched(Bench& b) {
  cm::ManagedBuffer<float> data(b.in.size());
  // [snippet:prefetch]
  const auto to_device = [&] { cm::prefetch_to_device(data.data(), b.bytes()); };
  const auto to_host = [&] { cm::prefetch_to_host(data.data(), b.bytes()); };
  // [/snippet:prefetch]
  return measure(b, "prefetched", in_place(data), to_device, to_host);
}

bool measure_written_home(Bench& b) {
  cm::ManagedBuffer<float> in(b.in.size()), out(b.in.size());
  // [snippet:written-home]
  // The input is fetched ahead; the results' pages stay with the host, and the last kernel
  // writes to them over the bus.
  cm::advise_preferred_host(out.data(), b.bytes());
  cm::advise_accessed_by_device(out.data(), b.bytes());
  const auto to_device = [&] { cm::prefetch_to_device(in.data(), b.bytes()); };
  // [/snippet:written-home]
  const Way way{in.data(), in.data(), out.data(), out.data()};
  return measure(b, "written_home", way, to_device, [] {});
}

bool measure_mapped(Bench& b) {
  cm::ManagedBuffer<float> data(b.in.size());
  // [snippet:advice]
  // The pages stay with the host, and the device reaches them over the bus.
  cm::advise_preferred_host(data.data(), b.bytes());
  cm::advise_accessed_by_device(data.data(), b.bytes());
  // [/snippet:advice]
  const auto nothing = [] {};
  return measure(b, "mapped", in_place(data), nothing, nothing);
}

// --- what the device can do --------------------------------------------------

void report_support(cm::Report& report) {
  cm::Row row("support", "device");
  row.value("managed_memory", cm::device_attribute(cudaDevAttrManagedMemory));
  row.value("concurrent_managed_access", cm::device_attribute(cudaDevAttrConcurrentManagedAccess));
  row.value("pageable_memory_access", cm::device_attribute(cudaDevAttrPageableMemoryAccess));
  report.add(row);
}

/// True if a quarter of the free device memory is enough for two buffers of `bytes`.
bool fits(std::size_t bytes) {
  std::size_t free = 0;
  std::size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return 2 * bytes <= free / 4;
}

bool measure_all(Bench& b) {
  if (!measure_explicit(b)) return false;
  if (!cm::managed_supported()) return true;
  if (!measure_on_demand(b)) return false;
  if (!cm::concurrent_managed_access()) return true;
  return measure_prefetched(b) && measure_written_home(b) && measure_mapped(b);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter10.unified_memory", options);
  report_support(report);
  if (!cm::managed_supported()) report.skip("on_demand", "the device has no managed memory");
  for (const char* variant : {"prefetched", "written_home", "mapped"}) {
    if (cm::concurrent_managed_access()) continue;
    report.skip(variant, "host and device cannot share managed pages here, so none moves singly");
  }
  std::vector<std::size_t> sizes = {(1u << 24) + 123, (1u << 27) + 123};
  if (options.quick) sizes = {1000, 50'123};
  for (std::size_t n : sizes) {
    if (!fits(n * sizeof(float))) {
      report.skip(std::to_string(n).c_str(), "it needs more than a quarter of the free memory");
      continue;
    }
    std::vector<float> in(n);
    cm::fill_random(in, 10, -1.0f, 1.0f);
    for (int repeats : {1, 8}) {
      Bench b{report, options, in, repeats};
      if (!measure_all(b)) return report.fail();
    }
  }
  return report.finish();
}
