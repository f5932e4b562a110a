// SPDX-License-Identifier: MIT
//
// Reads along rows, columns, patches and random paths: from linear memory and through textures.
//
// Claim:  an array holds its elements in an order in which neighbours in either direction are
//         near, so a walk along columns costs about what one along rows does.  Linear memory is
//         best along rows and bad along columns; without any locality nothing helps.
// Input:  an image of small whole numbers; each thread adds up kReads of them.
// Expect: rows about the same for all; columns far faster from the array; random the same for all.
// Run:    ctest --preset dev -R '^chapter06\.texture_locality$'
#include <cstdint>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kReads = 16;
constexpr int kBlock = 256;

struct Place {
  int x, y;
};

// --- patterns ----------------------------------------------------------------

/// Bits that look random and depend on both numbers.
__host__ __device__ inline std::uint32_t mix(std::uint32_t a, std::uint32_t b) {
  std::uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u;
  h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
  h = (h ^ (h >> 12)) * 0x297A2D39u;
  return h ^ (h >> 15);
}

/// Each warp has a square of its own, 32 x 32; a thread reads kReads places of it, or of all.
/// `side` is a power of two, at least 32.
struct Warp {
  int left, top, lane;
  __host__ __device__ Warp(std::uint32_t thread, int side) {
    const int warp = static_cast<int>(thread / 32), across = side / 32;
    left = warp % across * 32;
    top = warp / across % across * 32;
    lane = static_cast<int>(thread % 32);
  }
};

// [snippet:patterns]
/// The lanes lie along a row; the next read is one row down.
struct Rows {
  static __host__ __device__ Place at(std::uint32_t thread, int read, int side) {
    const Warp w(thread, side);
    return {w.left + w.lane, w.top + read};
  }
};

/// The lanes lie along a column; the next read is one column to the right.
struct Columns {
  static __host__ __device__ Place at(std::uint32_t thread, int read, int side) {
    const Warp w(thread, side);
    return {w.left + read, w.top + w.lane};
  }
};

/// The lanes lie in a patch of 8 x 4; the next read is the next patch.
struct Patches {
  static __host__ __device__ Place at(std::uint32_t thread, int read, int side) {
    const Warp w(thread, side);
    return {w.left + read % 4 * 8 + w.lane % 8, w.top + read / 4 * 4 + w.lane / 8};
  }
};

/// Each lane anywhere in the warp's square, as on a path that wanders about.
struct Near {
  static __host__ __device__ Place at(std::uint32_t thread, int read, int side) {
    const Warp w(thread, side);
    const std::uint32_t bits = mix(thread, read);
    return {w.left + static_cast<int>(bits % 32), w.top + static_cast<int>(bits / 32 % 32)};
  }
};

/// Each lane anywhere in the image.
struct Anywhere {
  static __host__ __device__ Place at(std::uint32_t thread, int read, int side) {
    const std::uint32_t mask = side - 1;
    return {static_cast<int>(mix(thread, read) & mask),
            static_cast<int>(mix(read + 77, thread) & mask)};
  }
};
// [/snippet:patterns]

// --- kernels -----------------------------------------------------------------

/// An image in linear memory.
struct Linear {
  const float* __restrict__ pixels;
  int side;
  __device__ float at(Place p) const {
    return __ldg(pixels + static_cast<std::size_t>(p.y) * side + p.x);
  }
};

/// An image behind a texture object.
struct Textured {
  cudaTextureObject_t object;
  __device__ float at(Place p) const { return tex2D<float>(object, p.x + 0.5f, p.y + 0.5f); }
};

template <class Pattern, class Source>
__global__ void gather(float* out, Source image, int side) {
  const std::uint32_t thread = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0.0f;
#pragma unroll
  for (int read = 0; read < kReads; ++read) sum += image.at(Pattern::at(thread, read, side));
  out[thread] = sum;
}

// --- reference ---------------------------------------------------------------

template <class Pattern>
std::vector<float> gather_cpu(const std::vector<float>& pixels, int side, std::uint32_t threads) {
  std::vector<float> out(threads, 0.0f);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    for (int read = 0; read < kReads; ++read) {
      const Place p = Pattern::at(thread, read, side);
      out[thread] += pixels[static_cast<std::size_t>(p.y) * side + p.x];
    }
  }
  return out;
}

// --- what the model of a warp predicts ---------------------------------------

/// Mean sectors of a load of a warp from linear memory, over some warps.
template <class Pattern>
double sectors_of(int side) {
  constexpr int kSomeWarps = 64;
  int sum = 0;
  for (int warp = 0; warp < kSomeWarps; ++warp) {
    for (int read = 0; read < kReads; ++read) {
      const auto index = [&](int lane) {
        const Place p = Pattern::at(32 * warp + lane, read, side);
        return static_cast<std::size_t>(p.y) * side + p.x;
      };
      sum += cm::global_cost(cm::warp_access(0, 4, index)).sectors;
    }
  }
  return static_cast<double>(sum) / (kSomeWarps * kReads);
}

// --- textures ----------------------------------------------------------------

/// A texture object; what it reads belongs to somebody else.
class Texture {
 public:
  explicit Texture(const cudaResourceDesc& resource) {
    cudaTextureDesc description{};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    CUDA_CHECK(cudaCreateTextureObject(&object_, &resource, &description, nullptr));
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() { CUDA_CHECK(cudaDestroyTextureObject(object_)); }
  cudaTextureObject_t get() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

// [snippet:resources]
/// Rows of linear memory, which a texture may read where they are.
cudaResourceDesc rows_of(cm::DeviceBuffer<float>& pixels, int side) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pixels.data();
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = resource.res.pitch2D.height = side;
  resource.res.pitch2D.pitchInBytes = side * sizeof(float);
  return resource;
}

/// An array, whose order of elements is the hardware's own affair.
cudaResourceDesc array_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}
// [/snippet:resources]

class Array {
 public:
  Array(const std::vector<float>& pixels, int side) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const std::size_t row = side * sizeof(float);
    CUDA_CHECK(cudaMallocArray(&array_, &format, side, side));
    CUDA_CHECK(
        cudaMemcpy2DToArray(array_, 0, 0, pixels.data(), row, row, side, cudaMemcpyHostToDevice));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { CUDA_CHECK(cudaFreeArray(array_)); }
  cudaArray_t get() const { return array_; }

 private:
  cudaArray_t array_ = nullptr;
};

// --- check, time, check again ------------------------------------------------

/// An image, where it lies in three forms, and where the results go.
struct Gathering {
  const cm::Bench& bench;
  int side;
  std::vector<float> pixels;
  cm::DeviceBuffer<float> d_pixels{pixels};
  Array array{pixels, side};
  Texture over_rows{rows_of(d_pixels, side)}, over_array{array_of(array.get())};
  std::uint32_t threads = static_cast<std::uint32_t>(side) * side / 32;
  cm::DeviceBuffer<float> d_out{threads};
};

template <class Pattern, class Source>
bool measure(Gathering& g, const char* variant, const char* pattern, const Source& source,
             const std::vector<float>& want, double load_sectors = 0) {
  cm::Row row("gather", variant);
  row.n(static_cast<std::size_t>(g.threads) * kReads).param("pattern", pattern);
  // What the threads ask for and write; a cache may serve it, so it is no rate of DRAM.
  row.bytes(4.0 * g.threads * (kReads + 1)).from_l2();
  if (load_sectors > 0 && !g.bench.options.quick)
    row.predicted("load_sectors_per_request", load_sectors);
  const auto run = [&] {
    gather<Pattern><<<g.threads / kBlock, kBlock>>>(g.d_out.data(), source, g.side);
  };
  return cm::add_checked(g.bench, row, variant, g.d_out, want, run);
}

template <class Pattern>
bool measure_pattern(Gathering& g, const char* pattern) {
  const std::vector<float> want = gather_cpu<Pattern>(g.pixels, g.side, g.threads);
  return measure<Pattern>(g, "loads", pattern, Linear{g.d_pixels.data(), g.side}, want,
                          sectors_of<Pattern>(g.side)) &&
         measure<Pattern>(g, "texture_over_rows", pattern, Textured{g.over_rows.get()}, want) &&
         measure<Pattern>(g, "texture_over_array", pattern, Textured{g.over_array.get()}, want);
}

/// Small whole numbers, so that a sum is exact.
std::vector<float> random_pixels(int side) {
  std::vector<int> numbers(static_cast<std::size_t>(side) * side);
  cm::fill_random(numbers, 12, 0, 255);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter06.texture_locality", options);
  const cm::Bench bench{report, options};
  const int side = options.quick ? 128 : 8192;
  Gathering g{bench, side, random_pixels(side)};
  const bool right = measure_pattern<Rows>(g, "rows") && measure_pattern<Columns>(g, "columns") &&
                     measure_pattern<Patches>(g, "patches") && measure_pattern<Near>(g, "near") &&
                     measure_pattern<Anywhere>(g, "anywhere");
  return right ? report.finish() : report.fail();
}
