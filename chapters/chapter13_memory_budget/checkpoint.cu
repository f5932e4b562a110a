// SPDX-License-Identifier: MIT
//
// Compute again instead of keeping: memory against time in a backward pass.
//
// Claim:  keeping every k-th layer's input and computing the others again cuts what is held from L
//         buffers to L/k + k - 1, for at most one more forward pass.
// Input:  a chain of 64 layers x -> x - x^3 / 10 over n floats, and its gradient by the chain rule.
// Expect: fewest buffers at k = 8, the square root; the same gradient to the last bit.
// Run:    ctest --preset dev -R '^chapter13\.checkpoint$'
#include <cmath>
#include <vector>

#include "common/budget.hpp"
#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kLayers = 64;

// --- reference ---------------------------------------------------------------

/// The derivative of the last layer's output by the first one's input, for each element.
std::vector<float> gradient_cpu(const std::vector<float>& in) {
  std::vector<float> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    double x = in[i];
    double slope = 1;
    for (int layer = 0; layer < kLayers; ++layer) {
      slope *= 1 - 0.3 * x * x;
      x -= 0.1 * x * x * x;
    }
    out[i] = static_cast<float>(slope);
  }
  return out;
}

// --- kernels -----------------------------------------------------------------

__global__ void forward(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] - 0.1f * in[i] * in[i] * in[i];
}

/// One step of the chain rule, which needs the layer's input.
__global__ void backward(float* gradient, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) gradient[i] *= 1.0f - 0.3f * in[i] * in[i];
}

__global__ void fill(float* out, float value, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) out[i] = value;
}

// --- the two passes ----------------------------------------------------------

/// A chain that keeps the input of every `every`-th layer.
class Chain {
 public:
  Chain(const std::vector<float>& in, int every)
      : n_(in.size()), every_(every), d_in_(in), d_gradient_(n_), d_last_(n_) {
    // The first layer's input is there anyhow, and is one of the buffers that count.
    while (static_cast<int>(kept_.size()) + 1 < kLayers / every_) kept_.emplace_back(n_);
    while (static_cast<int>(segment_.size()) + 1 < every_) segment_.emplace_back(n_);
  }

  void run() {
    run_forward();
    fill<<<blocks(), kBlock>>>(d_gradient_.data(), 1.0f, n_);
    for (int first = kLayers - every_; first >= 0; first -= every_) run_backward(first);
  }

  cm::DeviceBuffer<float>& gradient() { return d_gradient_; }
  int buffers() const { return static_cast<int>(1 + kept_.size() + segment_.size()); }

 private:
  unsigned blocks() const { return static_cast<unsigned>((n_ + kBlock - 1) / kBlock); }

  /// Where the input of `layer`, a multiple of every_, is kept.
  const float* kept(int layer) const {
    return layer == 0 ? d_in_.data() : kept_[layer / every_ - 1].data();
  }

  /// All layers; what need not be kept is overwritten.
  void run_forward() {
    const float* in = d_in_.data();
    for (int layer = 0; layer < kLayers; ++layer) {
      const int next = layer + 1;
      float* out = next == kLayers      ? d_last_.data()
                   : next % every_ == 0 ? kept_[next / every_ - 1].data()
                                        : segment_[next % every_ - 1].data();
      forward<<<blocks(), kBlock>>>(out, in, n_);
      in = out;
    }
  }

  // [snippet:segment]
  /// Computes the inputs of a segment's layers once more, then goes back over them.
  void run_backward(int first) {
    const float* in = kept(first);
    const bool still_there = first + every_ == kLayers;  // the forward pass has just been here
    for (int k = 1; k < every_ && !still_there; ++k) {
      forward<<<blocks(), kBlock>>>(segment_[k - 1].data(), in, n_);
      in = segment_[k - 1].data();
    }
    for (int k = every_ - 1; k >= 0; --k) {
      const float* input = k == 0 ? kept(first) : segment_[k - 1].data();
      backward<<<blocks(), kBlock>>>(d_gradient_.data(), input, n_);
    }
  }
  // [/snippet:segment]

  std::size_t n_;
  int every_;
  cm::DeviceBuffer<float> d_in_, d_gradient_, d_last_;
  std::vector<cm::DeviceBuffer<float>> kept_, segment_;
};

/// Bytes that the kernels of a run move: forward reads and writes, backward reads twice and writes.
double moved_bytes(std::size_t n, int every) {
  const int again = (kLayers / every - 1) * (every - 1);
  return sizeof(float) * static_cast<double>(n) * (2.0 * (kLayers + again) + 3.0 * kLayers + 1);
}

bool measure(cm::Report& report, const cm::Options& options, const std::vector<float>& in,
             const std::vector<float>& want, int every) {
  Chain chain(in, every);
  const auto passes = [&] {
    chain.gradient().poison();
    chain.run();
    CUDA_CHECK_LAST();
    // Each of the 64 factors is off by a few roundings.
    return cm::check_close("gradient", chain.gradient().to_host(), want, {1e-6, 1e-4});
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(options, [&] { chain.run(); });
  if (!passes()) return false;
  cm::Row row("backward_pass", every == 1 ? "keeps_all" : "checkpoints");
  row.n(in.size()).param("every", every).bytes(moved_bytes(in.size(), every)).timing(timing);
  row.value("buffers", chain.buffers());
  row.predicted("buffers", cm::checkpointed_buffers(kLayers, every));
  const double mib = 1024.0 * 1024.0;
  row.value("held_mib", chain.buffers() * static_cast<double>(in.size()) * sizeof(float) / mib);
  report.add(
      row.value("predicted_slowdown", moved_bytes(in.size(), every) / moved_bytes(in.size(), 1)));
  return chain.buffers() == cm::checkpointed_buffers(kLayers, every);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter13.checkpoint", options);
  std::vector<float> in((options.quick ? 1u << 11 : 1u << 24) + 123);
  cm::fill_random(in, 13, -1.0f, 1.0f);
  const std::vector<float> want = gradient_cpu(in);
  for (const int every : {1, 2, 4, 8, 16, 32, 64}) {
    if (!measure(report, options, in, want, every)) return report.fail();
  }
  return report.finish();
}
