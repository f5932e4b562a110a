// SPDX-License-Identifier: MIT
//
// One kernel, four ways to say that its inputs are only read.
//
// Claim:  there is one L1 for all of them.  What the promise "nobody writes this" changes is the
//         order of instructions: without it each load has to wait for the store before it, and a
//         value that all turns share is loaded again in each.
// Input:  n float; each thread scales kTurns elements, all by the same number in memory.
// Expect: the plain pointers far behind; with the promise, in whichever form, the speed of a copy.
// Run:    ctest --preset dev -R '^chapter06\.read_only_path$'
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kTurns = 8;  // elements of a thread

// --- reference ---------------------------------------------------------------

std::vector<float> scale_cpu(const std::vector<float>& in, float factor) {
  std::vector<float> out(in);
  for (float& value : out) value *= factor;
  return out;
}

// --- kernels -----------------------------------------------------------------

/// Element number k of the kTurns that this thread scales; they lie kBlock apart.  Beyond the end
/// the last element is scaled again, so that no branch keeps loads apart.
__device__ std::size_t element_of(int k, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * (kTurns * kBlock) + threadIdx.x;
  return min(first + k * kBlock, n - 1);
}

// [snippet:plain]
/// For all the compiler knows, `out` may overlap `in` or hold the factor.
__global__ void scale_plain(float* out, const float* in, const float* factor, std::size_t n) {
#pragma unroll
  for (int k = 0; k < kTurns; ++k) {
    const std::size_t i = element_of(k, n);
    out[i] = in[i] * factor[0];
  }
}
// [/snippet:plain]

/// The same lines; the pointers promise not to overlap.
__global__ void scale_restrict(float* __restrict__ out, const float* __restrict__ in,
                               const float* __restrict__ factor, std::size_t n) {
#pragma unroll
  for (int k = 0; k < kTurns; ++k) {
    const std::size_t i = element_of(k, n);
    out[i] = in[i] * factor[0];
  }
}

/// The promise load by load.
__global__ void scale_ldg(float* out, const float* in, const float* factor, std::size_t n) {
#pragma unroll
  for (int k = 0; k < kTurns; ++k) {
    const std::size_t i = element_of(k, n);
    out[i] = __ldg(in + i) * __ldg(factor);
  }
}

/// The loads before the stores, by hand.
__global__ void scale_batched(float* out, const float* in, const float* factor, std::size_t n) {
  // [snippet:batched]
  const float by = factor[0];
  float values[kTurns];
  for (int k = 0; k < kTurns; ++k) values[k] = in[element_of(k, n)];
  for (int k = 0; k < kTurns; ++k) out[element_of(k, n)] = values[k] * by;
  // [/snippet:batched]
}

/// Through a texture object over the same memory.
__global__ void scale_texture(float* out, cudaTextureObject_t in, const float* factor,
                              std::size_t n) {
#pragma unroll
  for (int k = 0; k < kTurns; ++k) {
    const std::size_t i = element_of(k, n);
    out[i] = tex1Dfetch<float>(in, static_cast<int>(i)) * __ldg(factor);
  }
}

/// A texture object that reads `data` element by element.
class LinearTexture {
 public:
  explicit LinearTexture(cm::DeviceBuffer<float>& data) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data.data();
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = data.bytes();
    cudaTextureDesc description{};
    description.readMode = cudaReadModeElementType;
    CUDA_CHECK(cudaCreateTextureObject(&object_, &resource, &description, nullptr));
  }
  LinearTexture(const LinearTexture&) = delete;
  LinearTexture& operator=(const LinearTexture&) = delete;
  ~LinearTexture() { CUDA_CHECK(cudaDestroyTextureObject(object_)); }
  cudaTextureObject_t get() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

// --- check, time, check again ------------------------------------------------

std::vector<float> random_numbers(std::size_t n) {
  std::vector<float> numbers(n);
  cm::fill_random(numbers, 6, -1.0f, 1.0f);
  return numbers;
}

/// An array, the same scaled, and where the results go.
struct Scaling {
  const cm::Bench& bench;
  float factor;
  std::vector<float> in;
  std::vector<float> scaled = scale_cpu(in, factor);
  cm::DeviceBuffer<float> d_in{in}, d_out{in.size()};
  cm::DeviceBuffer<float> d_factor{std::vector<float>{factor}};

  cm::Row row(const char* variant) const {
    cm::Row row("scale", variant);
    return row.n(in.size()).bytes(2.0 * static_cast<double>(d_in.bytes()));
  }
};

/// `loads` is predicted for each thread.
template <class Run>
bool measure(Scaling& s, const char* variant, int loads, Run&& run) {
  cm::Row row = s.row(variant);
  if (loads > 0 && !s.bench.options.quick) {
    row.predicted("loads_per_store", static_cast<double>(loads) / kTurns);
  }
  return cm::add_checked(s.bench, row, variant, s.d_out, s.scaled, run);
}

bool measure_all(Scaling& s) {
  const std::size_t n = s.in.size();
  const auto blocks = static_cast<unsigned>((n + kTurns * kBlock - 1) / (kTurns * kBlock));
  float* out = s.d_out.data();
  const float *in = s.d_in.data(), *factor = s.d_factor.data();
  const LinearTexture texture(s.d_in);
  const bool copied = s.bench.options.profile ||  // which has no use for the yardstick
                      cm::add_checked(s.bench, s.row("copy"), "copy", s.d_out, s.in, [&] {
                        cudaMemcpyAsync(out, in, s.d_in.bytes(), cudaMemcpyDeviceToDevice);
                      });
  return copied &&
         measure(s, "plain", 2 * kTurns,
                 [&] { scale_plain<<<blocks, kBlock>>>(out, in, factor, n); }) &&
         measure(s, "restrict", kTurns + 1,
                 [&] { scale_restrict<<<blocks, kBlock>>>(out, in, factor, n); }) &&
         measure(s, "ldg", kTurns + 1,
                 [&] { scale_ldg<<<blocks, kBlock>>>(out, in, factor, n); }) &&
         measure(s, "batched", kTurns + 1,
                 [&] { scale_batched<<<blocks, kBlock>>>(out, in, factor, n); }) &&
         measure(s, "texture", 0,
                 [&] { scale_texture<<<blocks, kBlock>>>(out, texture.get(), factor, n); });
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter06.read_only_path", options);
  const cm::Bench bench{report, options};
  // A texture over linear memory has at most 2^27 elements.
  std::vector<std::size_t> sizes = {(std::size_t{1} << 27) - 123};
  if (options.quick) sizes = {1, 255, 2049, 10007};
  for (const std::size_t n : sizes) {
    Scaling scaling{bench, 1.75f, random_numbers(n)};
    if (!measure_all(scaling)) return report.fail();
  }
  return report.finish();
}
