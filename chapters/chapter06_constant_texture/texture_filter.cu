// SPDX-License-Identifier: MIT
//
// What a texture unit does between the elements and beyond the edges, and how exactly.
//
// Claim:  filtering keeps eight bits of each distance and of each weight, so a filtered value
//         differs from the exact one by up to 1/128 of the range; indices beyond the edge are
//         clamped, wrapped or mirrored for free.  A thread that filters by itself is exact and
//         needs four loads.
// Input:  an image of height x width floats between 0 and 1, sampled on a grid that is turned and
//         shifted, so that the samples fall between the elements and beyond all edges.
// Expect: errors within the bound, and next to none from a reference that keeps eight bits as well.
// Run:    ctest --preset dev -R '^chapter06\.texture_filter$'
#include <cmath>
#include <vector>

#include "common/checked.cuh"
#include "common/common.cuh"

constexpr int kTileX = 32, kTileY = 8;  // threads of a block

/// A grid of samples: sample (i, j) lies at x0 + i * dx - j * dy, y0 + i * dy + j * dx.
struct Grid {
  int width, height;
  float x0, y0, dx, dy;
};

// --- reference ---------------------------------------------------------------

/// The index that stands for `i` in a row of `n` elements.
int resolve(int i, int n, cudaTextureAddressMode mode) {
  const int twice = ((i % (2 * n)) + 2 * n) % (2 * n);
  switch (mode) {
    case cudaAddressModeWrap:
      return twice % n;
    case cudaAddressModeMirror:
      return twice < n ? twice : 2 * n - 1 - twice;
    default:
      return i < 0 ? 0 : i < n ? i : n - 1;
  }
}

constexpr double kSteps = 256;  // that the hardware's weights are multiples of one of

enum class Weights { kExact, kEightBits };

struct Image {
  int width, height;
  std::vector<float> pixels;

  double at(int x, int y, cudaTextureAddressMode mode) const {
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    if (mode == cudaAddressModeBorder && !inside) return 0;
    return pixels[static_cast<std::size_t>(resolve(y, height, mode)) * width +
                  resolve(x, width, mode)];
  }

  /// The value at (x, y), where pixel (0, 0) has its centre at (0.5, 0.5).
  double filtered(double x, double y, cudaTextureAddressMode mode, Weights weights) const {
    const double steps = weights == Weights::kExact ? 0x1p40 : kSteps;
    const auto rounded = [&](double v) { return std::floor(v * steps + 0.5) / steps; };
    const double left = rounded(x - 0.5), top = rounded(y - 0.5);
    const double column = std::floor(left), row = std::floor(top);
    const double a = left - column, b = top - row;
    const double both = rounded(a * b);  // the far corner's; the others get what is left
    const int c = static_cast<int>(column), r = static_cast<int>(row);
    return (1 - a - b + both) * at(c, r, mode) + (a - both) * at(c + 1, r, mode) +
           (b - both) * at(c, r + 1, mode) + both * at(c + 1, r + 1, mode);
  }

  double nearest(double x, double y, cudaTextureAddressMode mode) const {
    return at(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), mode);
  }
};

Image random_image(int width, int height) {
  Image image{width, height, std::vector<float>(static_cast<std::size_t>(width) * height)};
  cm::fill_random(image.pixels, 11, 0.0f, 1.0f);
  return image;
}

// --- kernels -----------------------------------------------------------------

/// Exact in float for the grids of this program, so host and device agree to the last bit.
__host__ __device__ inline float2 place(const Grid& grid, int i, int j) {
  const float fi = static_cast<float>(i), fj = static_cast<float>(j);
  return make_float2(grid.x0 + fi * grid.dx - fj * grid.dy, grid.y0 + fi * grid.dy + fj * grid.dx);
}

/// One sample a thread, by the texture unit.  With normalised positions the image's width and
/// height are 1; `unit` holds what a pixel is then.
__global__ void sample_texture(float* out, cudaTextureObject_t image, Grid grid, float2 unit) {
  // [snippet:hardware]
  const int i = blockIdx.x * kTileX + threadIdx.x;
  const int j = blockIdx.y * kTileY + threadIdx.y;
  if (i >= grid.width || j >= grid.height) return;
  const float2 p = place(grid, i, j);
  out[static_cast<std::size_t>(j) * grid.width + i] =
      tex2D<float>(image, p.x * unit.x, p.y * unit.y);
  // [/snippet:hardware]
}

/// The same by four loads, with the indices clamped.
__global__ void sample_loads(float* out, const float* __restrict__ image, int width, int height,
                             Grid grid) {
  const int i = blockIdx.x * kTileX + threadIdx.x;
  const int j = blockIdx.y * kTileY + threadIdx.y;
  if (i >= grid.width || j >= grid.height) return;
  // [snippet:software]
  const float2 p = place(grid, i, j);
  const float column = floorf(p.x - 0.5f), row = floorf(p.y - 0.5f);
  const float a = p.x - 0.5f - column, b = p.y - 0.5f - row;
  const int left = min(max(static_cast<int>(column), 0), width - 1);
  const int right = min(max(static_cast<int>(column) + 1, 0), width - 1);
  const float* top =
      image + static_cast<std::size_t>(min(max(static_cast<int>(row), 0), height - 1)) * width;
  const float* bottom =
      image + static_cast<std::size_t>(min(max(static_cast<int>(row) + 1, 0), height - 1)) * width;
  const float above = top[left] + a * (top[right] - top[left]);
  const float below = bottom[left] + a * (bottom[right] - bottom[left]);
  out[static_cast<std::size_t>(j) * grid.width + i] = above + b * (below - above);
  // [/snippet:software]
}

// --- textures ----------------------------------------------------------------

/// An image in an array of its own, and a texture object that reads it.
class Texture {
 public:
  Texture(const Image& image, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
          bool normalised) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const std::size_t row = image.width * sizeof(float);
    CUDA_CHECK(cudaMallocArray(&array_, &format, image.width, image.height));
    CUDA_CHECK(cudaMemcpy2DToArray(array_, 0, 0, image.pixels.data(), row, row, image.height,
                                   cudaMemcpyHostToDevice));
    // [snippet:texture-object]
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc description{};
    description.addressMode[0] = description.addressMode[1] = mode;
    description.filterMode = filter;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = normalised;
    CUDA_CHECK(cudaCreateTextureObject(&object_, &resource, &description, nullptr));
    // [/snippet:texture-object]
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() {
    CUDA_CHECK(cudaDestroyTextureObject(object_));
    CUDA_CHECK(cudaFreeArray(array_));
  }
  cudaTextureObject_t get() const { return object_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t object_ = 0;
};

// --- check, time, check again ------------------------------------------------

struct Case {
  const char* variant;
  cudaTextureAddressMode mode;
  cudaTextureFilterMode filter;
  bool normalised;
};

double largest_difference(const std::vector<float>& got, const std::vector<float>& want) {
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    largest = std::fmax(largest, std::fabs(static_cast<double>(got[i]) - want[i]));
  }
  return largest;
}

/// An image, a grid of samples, and where the results go.
struct Sampling {
  const cm::Bench& bench;
  Image image;
  Grid grid;
  cm::DeviceBuffer<float> d_image{image.pixels};
  cm::DeviceBuffer<float> d_out{static_cast<std::size_t>(grid.width) * grid.height};

  template <class Value>
  std::vector<float> reference(Value&& value) const {
    std::vector<float> wanted;
    for (int j = 0; j < grid.height; ++j) {
      for (int i = 0; i < grid.width; ++i) {
        const float2 p = place(grid, i, j);
        wanted.push_back(static_cast<float>(value(p.x, p.y)));
      }
    }
    return wanted;
  }
  dim3 blocks() const {
    return dim3((grid.width + kTileX - 1) / kTileX, (grid.height + kTileY - 1) / kTileY);
  }
};

bool measure_texture(Sampling& s, const Case& c) {
  const Texture texture(s.image, c.mode, c.filter, c.normalised);
  const bool linear = c.filter == cudaFilterModeLinear;
  const auto exact = s.reference([&](double x, double y) {
    return linear ? s.image.filtered(x, y, c.mode, Weights::kExact) : s.image.nearest(x, y, c.mode);
  });
  const auto rounded = s.reference([&](double x, double y) {
    return linear ? s.image.filtered(x, y, c.mode, Weights::kEightBits)
                  : s.image.nearest(x, y, c.mode);
  });
  const float2 unit = c.normalised ? make_float2(1.0f / s.image.width, 1.0f / s.image.height)
                                   : make_float2(1.0f, 1.0f);
  // Neighbours differ by at most 1: half a step along each side is half a step of the value, and
  // the far corner's rounding, which is taken from two others and given to a third, twice that.
  cm::Tolerance tolerance;
  tolerance.abs = linear ? 2 / kSteps : 0;
  const auto run = [&] {
    sample_texture<<<s.blocks(), dim3(kTileX, kTileY)>>>(s.d_out.data(), texture.get(), s.grid,
                                                         unit);
  };
  if (!cm::leaves(c.variant, s.d_out, exact, run, tolerance)) return false;
  const std::vector<float> got = s.d_out.to_host();
  cm::Row row("sample", c.variant);
  row.n(got.size()).param("width", s.image.width).param("height", s.image.height);
  row.value("max_error", largest_difference(got, exact))
      .value("max_error_from_model", largest_difference(got, rounded))
      .value("error_bound", tolerance.abs);
  return cm::add_checked(s.bench, row, c.variant, s.d_out, exact, run, tolerance);
}

bool measure_loads(Sampling& s) {
  const auto exact = s.reference([&](double x, double y) {
    return s.image.filtered(x, y, cudaAddressModeClamp, Weights::kExact);
  });
  // A place is rounded to float before its fraction is taken.
  cm::Tolerance tolerance;
  tolerance.abs = 1e-6 * (s.image.width + s.image.height);
  const auto run = [&] {
    sample_loads<<<s.blocks(), dim3(kTileX, kTileY)>>>(s.d_out.data(), s.d_image.data(),
                                                       s.image.width, s.image.height, s.grid);
  };
  if (!cm::leaves("four_loads", s.d_out, exact, run, tolerance)) return false;
  cm::Row row("sample", "four_loads");
  row.n(exact.size()).param("width", s.image.width).param("height", s.image.height);
  row.value("max_error", largest_difference(s.d_out.to_host(), exact));
  return cm::add_checked(s.bench, row, "four_loads", s.d_out, exact, run, tolerance);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter06.texture_filter", options);
  // The image lies in L2, so that what the threads do shows.
  const cm::Bench bench{report, options, cm::L2::kWarm};
  const Case cases[] = {
      {"nearest_clamp", cudaAddressModeClamp, cudaFilterModePoint, false},
      {"linear_clamp", cudaAddressModeClamp, cudaFilterModeLinear, false},
      {"linear_border", cudaAddressModeBorder, cudaFilterModeLinear, false},
      {"linear_wrap", cudaAddressModeWrap, cudaFilterModeLinear, true},
      {"linear_mirror", cudaAddressModeMirror, cudaFilterModeLinear, true},
  };
  const int width = options.quick ? 64 : 2048, height = options.quick ? 32 : 2048;
  // A turn by about 27 degrees; sample (0, 0) lies beyond the left and upper edges.  The places are
  // odd multiples of 1/4096, so none lies half-way between two of the hardware's 256 steps.  The
  // sides are powers of two, so that a normalised position is exact as well.
  const Grid grid{width + 5,        height + 3,    -13517 / 4096.0f,
                  -11059 / 4096.0f, 897 / 1024.0f, 449 / 1024.0f};
  Sampling sampling{bench, random_image(width, height), grid};
  bool right = measure_loads(sampling);
  for (const Case& c : cases) right = right && measure_texture(sampling, c);
  return right ? report.finish() : report.fail();
}
