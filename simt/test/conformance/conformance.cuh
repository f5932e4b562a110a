// SPDX-License-Identifier: MIT
//
// Frame of the conformance programs: plain CUDA, for nvcc and a GPU as for the virtual GPU. Each
// program launches small kernels and compares with results computed on the host by other means.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace conformance {

/// Ends the program with a sentence if a CUDA call failed.
inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Device memory that starts as zero.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    must(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)), "cudaMalloc");
    must(cudaMemset(data_, 0, count * sizeof(T)), "cudaMemset");
  }
  explicit Buffer(const std::vector<T>& values) : Buffer(values.size()) {
    must(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    must(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// Distance in representable values, for numbers whose bits are Bits.
template <class Bits, class Number>
double bit_distance(Number a, Number b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : INFINITY;
  Bits x, y;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  if (x < 0) x = std::numeric_limits<Bits>::min() - x;
  if (y < 0) y = std::numeric_limits<Bits>::min() - y;
  // Subtracted as whole numbers: a double would lose a distance of one.
  using Unsigned = typename std::make_unsigned<Bits>::type;
  const auto ux = static_cast<Unsigned>(x), uy = static_cast<Unsigned>(y);
  return static_cast<double>(x > y ? ux - uy : uy - ux);
}
/// 0 for two NaNs and for +0 and -0.
inline double ulps(float a, float b) { return bit_distance<std::int32_t>(a, b); }
inline double ulps(double a, double b) { return bit_distance<std::int64_t>(a, b); }
/// Anything else is equal or it is not.
template <class T>
double ulps(T a, T b) {
  return a == b ? 0 : INFINITY;
}

/// Tells what was compared, one line each: a record of a run consists of these lines.
class Suite {
 public:
  /// Without a GPU there is nothing to check: code 77, by which CTest knows a skipped test.
  Suite() {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) return;
    std::printf("SKIPPED: no usable GPU\n");
    std::exit(77);
  }

  /// Each element within `tolerance` representable values of the wanted one.
  template <class T>
  void equal(const char* name, const std::vector<T>& got, const std::vector<T>& want,
             double tolerance = 0) {
    ++cases_;
    double farthest = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double distance = got.size() == want.size() ? ulps(got[i], want[i]) : INFINITY;
      if (distance > farthest) farthest = distance;
      if (distance <= tolerance) continue;
      std::printf("FAIL %s: element %zu is %.17g, wanted %.17g\n", name, i,
                  static_cast<double>(got[i]), static_cast<double>(want[i]));
      ++failures_;
      return;
    }
    if (tolerance == 0) {
      std::printf("ok %s: exact\n", name);
    } else {
      std::printf("ok %s: within %.0f of %.0f ulp\n", name, farthest, tolerance);
    }
  }
  void is_true(const char* name, bool condition) {
    ++cases_;
    std::printf(condition ? "ok %s: exact\n" : "FAIL %s\n", name);
    if (!condition) ++failures_;
  }
  /// Exit code of the program.
  int finish() const {
    std::printf("%d cases, %d failed\n", cases_, failures_);
    return failures_ == 0 ? 0 : 1;
  }

 private:
  int cases_ = 0;
  int failures_ = 0;
};

/// out[i] = Op()(in[i]...).
template <class Op, class Out, class... In>
__global__ void map(Out* out, int n, const In*... in) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Op()(in[i]...);
}

/// Applies Op to each tuple of inputs on the device and `reference` on the host, and compares.
template <class Op, class Reference, class In>
void unary(Suite& suite, const char* name, const std::vector<In>& in, Reference reference,
           double tolerance = 0) {
  using Out = decltype(reference(in[0]));
  Buffer<In> d_in(in);
  Buffer<Out> d_out(in.size());
  const int n = static_cast<int>(in.size());
  map<Op, Out, In><<<(n + 63) / 64, 64>>>(d_out.data(), n, d_in.data());
  must(cudaGetLastError(), name);
  std::vector<Out> want;
  for (const In& x : in) want.push_back(reference(x));
  suite.equal(name, d_out.read(), want, tolerance);
}
template <class Op, class Reference, class A, class B>
void binary(Suite& suite, const char* name, const std::vector<A>& a, const std::vector<B>& b,
            Reference reference, double tolerance = 0) {
  using Out = decltype(reference(a[0], b[0]));
  Buffer<A> d_a(a);
  Buffer<B> d_b(b);
  Buffer<Out> d_out(a.size());
  const int n = static_cast<int>(a.size());
  map<Op, Out, A, B><<<(n + 63) / 64, 64>>>(d_out.data(), n, d_a.data(), d_b.data());
  must(cudaGetLastError(), name);
  std::vector<Out> want;
  for (std::size_t i = 0; i < a.size(); ++i) want.push_back(reference(a[i], b[i]));
  suite.equal(name, d_out.read(), want, tolerance);
}
template <class Op, class Reference, class A, class B, class C>
void ternary(Suite& suite, const char* name, const std::vector<A>& a, const std::vector<B>& b,
             const std::vector<C>& c, Reference reference, double tolerance = 0) {
  using Out = decltype(reference(a[0], b[0], c[0]));
  Buffer<A> d_a(a);
  Buffer<B> d_b(b);
  Buffer<C> d_c(c);
  Buffer<Out> d_out(a.size());
  const int n = static_cast<int>(a.size());
  map<Op, Out, A, B, C><<<(n + 63) / 64, 64>>>(d_out.data(), n, d_a.data(), d_b.data(), d_c.data());
  must(cudaGetLastError(), name);
  std::vector<Out> want;
  for (std::size_t i = 0; i < a.size(); ++i) want.push_back(reference(a[i], b[i], c[i]));
  suite.equal(name, d_out.read(), want, tolerance);
}

/// A functor for one device expression of its arguments.
#define DEVICE_OP(name, parameters, expression)                        \
  struct name {                                                        \
    __device__ auto operator() parameters const { return expression; } \
  };

/// 64-bit numbers that look random and are the same everywhere.
inline std::uint64_t mixed(std::uint64_t i) {
  i += 0x9e3779b97f4a7c15ull;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9ull;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebull;
  return i ^ (i >> 31);
}
/// Whole numbers of T: corner cases, then mixed ones. `salt` gives another list.
template <class T>
std::vector<T> wholes(std::uint64_t salt = 0, int count = 150) {
  std::vector<T> values = {
      T(0),    T(1),     T(-1), T(2), std::numeric_limits<T>::max(), std::numeric_limits<T>::min(),
      T(0x80), T(0x7fff)};
  if (salt != 0) std::swap(values[0], values[4]);
  if (salt != 0) std::swap(values[1], values[6]);
  for (int i = static_cast<int>(values.size()); i < count; ++i) {
    values.push_back(static_cast<T>(mixed(static_cast<std::uint64_t>(i) + 1000 * salt)));
  }
  return values;
}
/// Numbers spread evenly over [low, high].
template <class T>
std::vector<T> between(T low, T high, int count = 200) {
  std::vector<T> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(low + (high - low) * static_cast<T>(i) / static_cast<T>(count - 1));
  }
  return values;
}

}  // namespace conformance
