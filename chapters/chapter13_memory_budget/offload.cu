// SPDX-License-Identifier: MIT
//
// What it costs to keep the optimiser's memory with the host.
//
// Claim:  an offloaded step takes as long as its bytes take on the bus; copying both ways at once
//         hides one of the two directions, and nothing hides the rest.
// Input:  n parameters and momenta in single precision; a step changes both.  The momenta lie on
//         the device, or in pinned host memory in chunks.
// Expect: far slower than on the device; overlapped nearly twice as fast as one after the other.
// Run:    ctest --preset dev -R '^chapter13\.offload$'
#include <algorithm>
#include <vector>

#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kChunks = 16;
constexpr int kStreams = 3;
constexpr float kKeep = 0.5f;
constexpr float kRate = 0.25f;

// --- reference ---------------------------------------------------------------

struct Step {
  std::vector<float> weights, momenta;
};

/// One step; the constants are powers of two, so every product is exact.
Step step_cpu(Step s, const std::vector<float>& gradients) {
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    s.momenta[i] = kKeep * s.momenta[i] + gradients[i];
    s.weights[i] -= kRate * s.momenta[i];
  }
  return s;
}

// --- kernel ------------------------------------------------------------------

__global__ void step(float* weights, float* momenta, const float* gradients, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i >= count) return;
  const float momentum = kKeep * momenta[i] + gradients[i];
  momenta[i] = momentum;
  weights[i] -= kRate * momentum;
}

void launch(float* weights, float* momenta, const float* gradients, std::size_t count,
            cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((count + kBlock - 1) / kBlock);
  if (blocks != 0) step<<<blocks, kBlock, 0, stream>>>(weights, momenta, gradients, count);
}

// --- check, time, check again ------------------------------------------------

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  Step before;
  std::vector<float> gradients;
  Step want = step_cpu(before, gradients);
  cm::DeviceBuffer<float> d_weights{before.weights};
  cm::DeviceBuffer<float> d_gradients{gradients};

  std::size_t n() const { return gradients.size(); }
};

/// `momenta` is where they live, on the device or with the host.
template <class Run>
bool measure(Bench& b, const char* variant, float* momenta, double bus_bytes, Run&& run) {
  const std::size_t bytes = b.n() * sizeof(float);
  const auto passes = [&] {
    b.d_weights.copy_from(b.before.weights);
    CUDA_CHECK(cudaMemcpy(momenta, b.before.momenta.data(), bytes, cudaMemcpyDefault));
    run();
    CUDA_CHECK_LAST();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<float> got(b.n());
    CUDA_CHECK(cudaMemcpy(got.data(), momenta, bytes, cudaMemcpyDefault));
    return cm::check_close(variant, got, b.want.momenta) &&
           cm::check_close(variant, b.d_weights.to_host(), b.want.weights);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run);
  if (!passes()) return false;
  cm::Row row("step", variant);
  b.report.add(row.n(b.n()).timing(timing).value("bus_bytes", bus_bytes));
  return true;
}

bool measure_resident(Bench& b) {
  cm::DeviceBuffer<float> momenta(b.n());
  return measure(b, "resident", momenta.data(), 0, [&] {
    launch(b.d_weights.data(), momenta.data(), b.d_gradients.data(), b.n(), nullptr);
  });
}

/// One chunk on its way: to the device, through the step, back.
void enqueue_chunk(Bench& b, float* host, float* room, std::size_t first, std::size_t count,
                   cudaStream_t stream) {
  const std::size_t bytes = count * sizeof(float);
  CUDA_CHECK(cudaMemcpyAsync(room, host + first, bytes, cudaMemcpyHostToDevice, stream));
  launch(b.d_weights.data() + first, room, b.d_gradients.data() + first, count, stream);
  CUDA_CHECK(cudaMemcpyAsync(host + first, room, bytes, cudaMemcpyDeviceToHost, stream));
}

/// Chunk after chunk over `streams` streams, each with room for one chunk.
bool measure_offloaded(Bench& b, const char* variant, int streams) {
  cm::PinnedBuffer<float> host(b.n());
  const std::size_t each = (b.n() / kChunks / kBlock + 1) * kBlock;
  std::vector<cm::Stream> queues;
  std::vector<cm::DeviceBuffer<float>> rooms;
  for (int s = 0; s < streams; ++s) {
    queues.emplace_back(cudaStreamNonBlocking);
    rooms.emplace_back(each);
  }
  const auto run = [&] {
    cm::Event fork;
    fork.record();
    for (const auto& queue : queues) CUDA_CHECK(cudaStreamWaitEvent(queue.get(), fork.get()));
    // [snippet:chunks]
    for (int c = 0; c < kChunks; ++c) {
      const std::size_t first = std::min(b.n(), c * each);
      const std::size_t count = std::min(each, b.n() - first);
      const int s = c % streams;
      enqueue_chunk(b, host.data(), rooms[s].data(), first, count, queues[s].get());
    }
    // [/snippet:chunks]
    for (const auto& queue : queues) {
      cm::Event join;
      join.record(queue.get());
      CUDA_CHECK(cudaStreamWaitEvent(nullptr, join.get()));
    }
  };
  return measure(b, variant, host.data(), 2.0 * sizeof(float) * static_cast<double>(b.n()), run);
}

/// How fast the bus is, one way and both ways at once.
bool measure_bus(Bench& b) {
  cm::PinnedBuffer<float> host(b.n());
  std::copy(b.gradients.begin(), b.gradients.end(), host.begin());
  cm::DeviceBuffer<float> device(b.n());
  const auto run = [&] {
    CUDA_CHECK(cudaMemcpyAsync(device.data(), host.data(), device.bytes(), cudaMemcpyDefault));
  };
  run();
  if (!cm::check_close("to_device", device.to_host(), b.gradients)) return false;
  cm::Row row("bus", "to_device");
  row.n(b.n()).bytes(static_cast<double>(device.bytes()));
  b.report.add(row.timing(cm::time_ms(b.options, run)));
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter13.offload", options);
  const std::size_t n = (options.quick ? 1u << 14 : 1u << 27) + 123;
  Step before{std::vector<float>(n), std::vector<float>(n)};
  std::vector<float> gradients(n);
  cm::fill_random(before.weights, 1, -1.0f, 1.0f);
  cm::fill_random(before.momenta, 2, -1.0f, 1.0f);
  cm::fill_random(gradients, 3, -1.0f, 1.0f);
  Bench b{report, options, std::move(before), std::move(gradients)};
  const bool ok = measure_bus(b) && measure_resident(b) &&
                  measure_offloaded(b, "one_after_the_other", 1) &&
                  measure_offloaded(b, "overlapped", kStreams);
  return ok ? report.finish() : report.fail();
}
