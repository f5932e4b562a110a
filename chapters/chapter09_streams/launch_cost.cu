// SPDX-License-Identifier: MIT
//
// Twenty small kernels: launched one by one, waited for one by one, recorded as a graph, or fused.
//
// Claim:  a small kernel costs its launch.  A wait after each launch adds a round trip to the host;
//         a graph enqueues all of them with one call; a fused kernel does not launch them at all.
// Input:  n float, which each kernel brings a step further; the host repeats all steps.
// Expect: graph below half of the time of single launches, and waiting worst of all.
// Run:    ctest --preset dev -R '^chapter09\.launch_cost$'
#include <chrono>
#include <cmath>
#include <vector>

#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kKernels = 20;
constexpr int kSamples = 200;

// --- kernels -----------------------------------------------------------------

__host__ __device__ float step(float x) { return 0.5f * x + 1.0f; }

// [snippet:kernels]
/// One step for each element.
__global__ void one_step(float* x, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) x[i] = step(x[i]);
}

/// All steps, with the element in a register.
__global__ void all_steps(float* x, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int k = 0; k < kKernels; ++k) value = step(value);
  x[i] = value;
}
// [/snippet:kernels]

// --- a recorded graph --------------------------------------------------------

// [snippet:graph]
/// The launches of `enqueue(stream)`, recorded once to be started with one call.
class Graph {
 public:
  template <class Enqueue>
  Graph(const cm::Stream& stream, const Enqueue& enqueue) {
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    enqueue(stream.get());
    CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready_, graph, 0));
    CUDA_CHECK(cudaGraphDestroy(graph));
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { CUDA_CHECK(cudaGraphExecDestroy(ready_)); }

  void launch(const cm::Stream& stream) const { CUDA_CHECK(cudaGraphLaunch(ready_, stream.get())); }

 private:
  cudaGraphExec_t ready_ = nullptr;
};
// [/snippet:graph]

// --- check, time, check again ------------------------------------------------

using Clock = std::chrono::steady_clock;

double us_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<float> in;
  cm::DeviceBuffer<float> d_x{in};
  cm::Stream stream{cudaStreamNonBlocking};

  int n() const { return static_cast<int>(in.size()); }
  unsigned blocks() const { return static_cast<unsigned>((in.size() + kBlock - 1) / kBlock); }
};

/// True if `work` brings every element kKernels steps further.
template <class Work>
bool passes(Bench& b, const char* variant, const Work& work) {
  std::vector<float> want = b.in;
  for (float& x : want) {
    for (int k = 0; k < kKernels; ++k) x = step(x);
  }
  b.d_x.copy_from(b.in);
  CUDA_CHECK(cudaDeviceSynchronize());
  work();
  b.stream.synchronize();
  CUDA_CHECK_LAST();
  // A multiply-add rounds once, the host may round twice.
  return cm::check_close(variant, b.d_x.to_host(), want, {0.0, 4e-7});
}

/// Times `work` from the first call until the device is done, and how long its calls took.
template <class Work>
bool measure(Bench& b, const char* variant, const Work& work) {
  if (!passes(b, variant, work)) return false;
  std::vector<double> done_ms, calls_us;
  const int samples = cm::kHasTime ? (b.options.quick ? 3 : kSamples) : 0;
  for (int i = 0; i < samples; ++i) {
    const Clock::time_point start = Clock::now();
    work();
    calls_us.push_back(us_since(start));
    b.stream.synchronize();
    done_ms.push_back(us_since(start) / 1000.0);
  }
  const cm::Timing timing = cm::summarize(std::move(done_ms), 1, cm::L2::kWarm);
  if (!passes(b, variant, work)) return false;
  const cm::Timing calls = cm::summarize(std::move(calls_us), 1, cm::L2::kWarm);
  cm::Row row("twenty", variant);
  row.n(b.in.size()).timing(timing).value("calls_us", calls.valid ? calls.median_ms : NAN);
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.launch_cost", options);
  for (const int n : {1003, options.quick ? 5003 : 1'000'003}) {
    std::vector<float> in(static_cast<std::size_t>(n));
    cm::fill_random(in, 17, 0.0f, 1.0f);
    Bench b{report, options, in};
    const auto enqueue = [&](cudaStream_t stream) {
      for (int k = 0; k < kKernels; ++k) {
        one_step<<<b.blocks(), kBlock, 0, stream>>>(b.d_x.data(), b.n());
      }
    };
    const Graph graph(b.stream, enqueue);
    const bool ok =
        measure(b, "one_by_one", [&] { enqueue(b.stream.get()); }) &&
        measure(b, "wait_each",
                [&] {
                  for (int k = 0; k < kKernels; ++k) {
                    one_step<<<b.blocks(), kBlock, 0, b.stream.get()>>>(b.d_x.data(), b.n());
                    b.stream.synchronize();
                  }
                }) &&
        measure(b, "graph", [&] { graph.launch(b.stream); }) && measure(b, "fused", [&] {
          all_steps<<<b.blocks(), kBlock, 0, b.stream.get()>>>(b.d_x.data(), b.n());
        });
    if (!ok) return report.fail();
  }
  return report.finish();
}
