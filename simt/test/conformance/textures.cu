// SPDX-License-Identifier: MIT
//
// Texture objects over arrays and plain memory, and surfaces. The reference walks along a row that
// continues beyond its ends as the address mode says, step by step, and interpolates there.
#include "conformance.cuh"

using namespace conformance;

namespace {

constexpr int kWidth = 8;
constexpr int kHeight = 4;
constexpr int kDepth = 2;
constexpr int kNowhere = -1;

// --- reference -----------------------------------------------------------------------------------

/// Index that stands for place `i` of a row of `n`, found by walking there from 0.
int walk(int i, int n, cudaTextureAddressMode mode) {
  int at = 0, direction = i < 0 ? -1 : 1;
  for (int steps = std::abs(i); steps > 0; --steps) {
    const int next = at + direction;
    if (next >= 0 && next < n) {
      at = next;
    } else if (mode == cudaAddressModeBorder) {
      return kNowhere;
    } else if (mode == cudaAddressModeWrap) {
      at = direction > 0 ? 0 : n - 1;
    } else if (mode == cudaAddressModeMirror) {
      direction = -direction;  // the end itself comes twice
    }
  }
  return at;
}

struct Rules {
  const char* name;
  cudaTextureAddressMode mode;
  bool filters;
  bool normalized;
};

float texel(const std::vector<float>& values, int x, int y, const Rules& rules) {
  const int column = walk(x, kWidth, rules.mode), row = walk(y, kHeight, rules.mode);
  return column == kNowhere || row == kNowhere ? 0.0f : values[row * kWidth + column];
}

/// Steps of 1/256 from the element before `position` to it.
int steps(float position) {
  return static_cast<int>((position - 0.5f - std::floor(position - 0.5f)) * 256);
}

/// The guide leaves open how the product of two weights is rounded to 1/256. Here it is only asked
/// for where rounding down and rounding to the nearest agree.
bool is_clear(float x, float y) { return steps(x) * steps(y) % 256 < 128; }

float reference(const std::vector<float>& values, float x, float y, const Rules& rules) {
  if (!rules.filters) {
    return texel(values, static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), rules);
  }
  const int i = static_cast<int>(std::floor(x - 0.5f)), j = static_cast<int>(std::floor(y - 0.5f));
  const int a = steps(x), b = steps(y), both = a * b / 256;
  const float sum = (256 - a - b + both) * texel(values, i, j, rules) +
                    (a - both) * texel(values, i + 1, j, rules) +
                    (b - both) * texel(values, i, j + 1, rules) +
                    both * texel(values, i + 1, j + 1, rules);
  return sum / 256;
}

// --- host side of textures -----------------------------------------------------------------------

cudaTextureDesc description(const Rules& rules) {
  cudaTextureDesc text = {};
  for (auto& mode : text.addressMode) mode = rules.mode;
  text.filterMode = rules.filters ? cudaFilterModeLinear : cudaFilterModePoint;
  text.readMode = cudaReadModeElementType;
  text.normalizedCoords = rules.normalized;
  return text;
}

template <class T>
class Array {
 public:
  Array(const std::vector<T>& values, int width, int height, unsigned flags = cudaArrayDefault) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    must(cudaMallocArray(&array_, &format, width, height, flags), "cudaMallocArray");
    const std::size_t row = width * sizeof(T);
    must(cudaMemcpy2DToArray(array_, 0, 0, values.data(), row, row, height == 0 ? 1 : height,
                             cudaMemcpyHostToDevice),
         "cudaMemcpy2DToArray");
  }
  ~Array() { cudaFreeArray(array_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  cudaArray_t get() const { return array_; }
  cudaResourceDesc resource() const {
    cudaResourceDesc text = {};
    text.resType = cudaResourceTypeArray;
    text.res.array.array = array_;
    return text;
  }

 private:
  cudaArray_t array_ = nullptr;
};

class Texture {
 public:
  Texture(const cudaResourceDesc& resource, const cudaTextureDesc& text) {
    must(cudaCreateTextureObject(&texture_, &resource, &text, nullptr), "cudaCreateTextureObject");
  }
  ~Texture() { cudaDestroyTextureObject(texture_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  operator cudaTextureObject_t() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

std::vector<float> numbers(int count) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) values.push_back(static_cast<float>(mixed(i) % 200));
  return values;
}

// --- two dimensions ------------------------------------------------------------------------------

__global__ void sample_2d(float* out, cudaTextureObject_t texture, const float2* at, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

void check_2d(Suite& suite, const Rules& rules) {
  const std::vector<float> values = numbers(kWidth * kHeight);
  const Array<float> array(values, kWidth, kHeight);
  const Texture texture(array.resource(), description(rules));
  std::vector<float2> at;
  std::vector<float> want;
  for (int y = -7 * 64; y < 11 * 64; y += 52) {
    for (int x = -19 * 64; x < 27 * 64; x += 37) {
      const float px = x / 64.0f + 1 / 256.0f, py = y / 64.0f + 3 / 256.0f;
      if (rules.filters && !is_clear(px, py)) continue;
      want.push_back(reference(values, px, py, rules));
      at.push_back(rules.normalized ? make_float2(px / kWidth, py / kHeight) : make_float2(px, py));
    }
  }
  const int n = static_cast<int>(at.size());
  Buffer<float2> d_at(at);
  Buffer<float> d_out(at.size());
  sample_2d<<<(n + 127) / 128, 128>>>(d_out.data(), texture, d_at.data(), n);
  suite.equal(rules.name, d_out.read(), want, 4);
}

__global__ void read_rows(float* out, cudaTextureObject_t texture) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D<float>(texture, threadIdx.x, threadIdx.y);
}

void check_pitched(Suite& suite) {
  const std::vector<float> values = numbers(kWidth * kHeight);
  float* rows = nullptr;
  std::size_t pitch = 0;
  must(cudaMallocPitch(&rows, &pitch, kWidth * sizeof(float), kHeight), "cudaMallocPitch");
  must(cudaMemcpy2D(rows, pitch, values.data(), kWidth * sizeof(float), kWidth * sizeof(float),
                    kHeight, cudaMemcpyHostToDevice),
       "cudaMemcpy2D");
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {rows, cudaCreateChannelDesc<float>(), kWidth, kHeight, pitch};
  {
    const Texture texture(resource, description({"", cudaAddressModeClamp, false, false}));
    Buffer<float> d_out(values.size());
    read_rows<<<1, dim3(kWidth, kHeight)>>>(d_out.data(), texture);
    suite.equal("pitched memory", d_out.read(), values);
  }
  cudaFree(rows);
}

// --- one dimension, element types ----------------------------------------------------------------

template <class T>
__global__ void fetch_all(T* out, cudaTextureObject_t texture, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<T>(texture, i);
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// Plain memory of each type comes back as it is.
template <class T>
void check_type(Suite& suite, const char* name) {
  std::vector<T> values(50);
  for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) {
    reinterpret_cast<unsigned char*>(values.data())[i] =
        static_cast<unsigned char>(mixed(i) % 120 + (i % 2 == 0 ? 128 : 0));
  }
  if (std::is_same<T, float>::value || sizeof(T) == 16) {
    for (auto& value : values) std::memset(static_cast<void*>(&value), 0x41, sizeof(T));
  }
  Buffer<T> d_in(values);
  Buffer<T> d_out(values.size());
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {d_in.data(), cudaCreateChannelDesc<T>(), values.size() * sizeof(T)};
  const Texture texture(resource, description({"", cudaAddressModeClamp, false, false}));
  fetch_all<<<1, 64>>>(d_out.data(), texture, 50);
  suite.is_true(name, same_bytes(d_out.read(), values));
}

template <class T>
__global__ void sample_1d(float* out, cudaTextureObject_t texture, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1D<T>(texture, i + 0.5f);
}

/// Integers of 8 and 16 bits read as fractions of their largest value.
template <class T>
void check_fractions(Suite& suite, const char* name) {
  std::vector<T> values = {std::numeric_limits<T>::min(), T(std::numeric_limits<T>::min() + 1),
                           T(1), T(100), std::numeric_limits<T>::max()};
  const Array<T> array(values, 5, 0);
  cudaTextureDesc text = description({"", cudaAddressModeClamp, false, false});
  text.readMode = cudaReadModeNormalizedFloat;
  const Texture texture(array.resource(), text);
  Buffer<float> d_out(5);
  sample_1d<float><<<1, 32>>>(d_out.data(), texture, 5);
  std::vector<float> want;
  for (const T value : values) {
    const float whole = std::numeric_limits<T>::max();
    want.push_back(std::fmax(-1.0f, value / whole));
  }
  suite.equal(name, d_out.read(), want, 2);
}

// --- three dimensions ----------------------------------------------------------------------------

__global__ void sample_3d(float* out, cudaTextureObject_t texture) {
  const int i = threadIdx.x;
  const int x = i % kWidth, y = i / kWidth % kHeight, z = i / (kWidth * kHeight);
  out[i] = tex3D<float>(texture, x + 1.0f, y + 0.5f, z + 0.5f);
}

void check_3d(Suite& suite) {
  const std::vector<float> values = numbers(kWidth * kHeight * kDepth);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  const cudaExtent extent = make_cudaExtent(kWidth, kHeight, kDepth);
  must(cudaMalloc3DArray(&array, &format, extent), "cudaMalloc3DArray");
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(values.data()), kWidth * sizeof(float),
                                    kWidth, kHeight);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  must(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  std::vector<float> want;
  for (int i = 0; i < kWidth * kHeight * kDepth; ++i) {
    const int next = i % kWidth == kWidth - 1 ? i : i + 1;  // half way to the right neighbour
    want.push_back(0.5f * values[i] + 0.5f * values[next]);
  }
  {
    const Texture texture(resource, description({"", cudaAddressModeClamp, true, false}));
    Buffer<float> d_out(want.size());
    sample_3d<<<1, kWidth * kHeight * kDepth>>>(d_out.data(), texture);
    suite.equal("three dimensions, filtered", d_out.read(), want, 4);
  }
  cudaFreeArray(array);
}

// --- surfaces ------------------------------------------------------------------------------------

__global__ void double_all(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x * sizeof(float), y = threadIdx.y;
  const float value = surf2Dread<float>(surface, x, y);
  surf2Dwrite(2 * value, surface, x, y);
  // Outside: nothing to read, nothing written, nothing wrong.
  const float beyond = surf2Dread<float>(surface, x + 1000, y, cudaBoundaryModeZero);
  surf2Dwrite(beyond + 5, surface, x, y - 100, cudaBoundaryModeZero);
}

void check_surface(Suite& suite) {
  const std::vector<float> values = numbers(kWidth * kHeight);
  const Array<float> array(values, kWidth, kHeight, cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = array.resource();
  cudaSurfaceObject_t surface = 0;
  must(cudaCreateSurfaceObject(&surface, &resource), "cudaCreateSurfaceObject");
  double_all<<<1, dim3(kWidth, kHeight)>>>(surface);
  must(cudaDeviceSynchronize(), "double_all");
  std::vector<float> got(values.size()), want;
  must(cudaMemcpy2DFromArray(got.data(), kWidth * sizeof(float), array.get(), 0, 0,
                             kWidth * sizeof(float), kHeight, cudaMemcpyDeviceToHost),
       "cudaMemcpy2DFromArray");
  for (const float value : values) want.push_back(2 * value);
  suite.equal("surface", got, want);
  cudaDestroySurfaceObject(surface);
}

}  // namespace

int main() {
  Suite suite;
  for (const Rules& rules : {
           Rules{"nearest, clamp", cudaAddressModeClamp, false, false},
           Rules{"nearest, border", cudaAddressModeBorder, false, false},
           Rules{"nearest, normalised clamp", cudaAddressModeClamp, false, true},
           Rules{"nearest, normalised wrap", cudaAddressModeWrap, false, true},
           Rules{"nearest, normalised mirror", cudaAddressModeMirror, false, true},
           Rules{"filtered, clamp", cudaAddressModeClamp, true, false},
           Rules{"filtered, border", cudaAddressModeBorder, true, false},
           Rules{"filtered, normalised clamp", cudaAddressModeClamp, true, true},
           Rules{"filtered, normalised border", cudaAddressModeBorder, true, true},
           Rules{"filtered, normalised wrap", cudaAddressModeWrap, true, true},
           Rules{"filtered, normalised mirror", cudaAddressModeMirror, true, true},
       }) {
    check_2d(suite, rules);
  }
  check_pitched(suite);
  check_type<float>(suite, "float");
  check_type<float4>(suite, "float4");
  check_type<int>(suite, "int");
  check_type<uint2>(suite, "uint2");
  check_type<short>(suite, "short");
  check_type<ushort4>(suite, "ushort4");
  check_type<signed char>(suite, "signed char");
  check_type<uchar4>(suite, "uchar4");
  check_fractions<unsigned char>(suite, "unsigned char as a fraction");
  check_fractions<signed char>(suite, "signed char as a fraction");
  check_fractions<unsigned short>(suite, "unsigned short as a fraction");
  check_fractions<short>(suite, "short as a fraction");
  check_3d(suite);
  check_surface(suite);
  return suite.finish();
}
