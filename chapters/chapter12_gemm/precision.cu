// SPDX-License-Identifier: MIT
//
// How wrong a product of matrices is, by the format of its inputs and the format of its sums.
//
// Claim:  rounding the inputs costs a relative error that does not grow with the depth k; summing
//         in a short format costs one that does, and on positive numbers the sum gets stuck.
// Input:  A (m x k) times B (k x n), random between -1 and 1 ("signed") or 0 and 1 ("positive").
// Expect: errors as predicted from the roundings alone; FP16 sums of 16384 positive products lose
//         half.
// Run:    ctest --preset dev -R '^chapter12\.precision$'
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "common/common.cuh"

#if CM_HAVE_CUBLAS
#include <cublas_v2.h>
#endif

// --- formats -----------------------------------------------------------------

// kUnit: the most that rounding changes a number, relative to it.
// [snippet:formats]
struct Fp32 {  // 8 bits of exponent, 23 of fraction
  static constexpr double kUnit = 0x1p-24;
  static __host__ __device__ float round(float x) { return x; }
};
struct Tf32 {  // 8 and 10: the range of FP32, the fraction of FP16
  static constexpr double kUnit = 0x1p-11;
  static __host__ __device__ float round(float x) {
    unsigned bits = 0;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x1000u) & 0xffffe000u;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
};
struct Bf16 {  // 8 and 7
  static constexpr double kUnit = 0x1p-8;
  static __host__ __device__ float round(float x) {
    return __bfloat162float(__float2bfloat16_rn(x));
  }
};
struct Fp16 {  // 5 and 10
  static constexpr double kUnit = 0x1p-11;
  static __host__ __device__ float round(float x) { return __half2float(__float2half_rn(x)); }
};
// [/snippet:formats]

// --- kernels -----------------------------------------------------------------

// [snippet:sums]
struct SumFp32 {
  static constexpr double kUnit = 0x1p-24;
  float sum = 0;
  __device__ void add(float a, float b) { sum = fmaf(a, b, sum); }
  __device__ float value() const { return sum; }
};
struct SumFp16 {
  static constexpr double kUnit = 0x1p-11;
  __half sum = __float2half_rn(0.0f);
  __device__ void add(float a, float b) { sum = __hfma(__float2half(a), __float2half(b), sum); }
  __device__ float value() const { return __half2float(sum); }
};
// [/snippet:sums]

/// One thread an element, inputs rounded to In, sums in Sum.
template <class In, class Sum>
__global__ void multiply(float* c, const float* a, const float* b, int m, int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  Sum sum;
  for (int i = 0; i < k; ++i) {
    sum.add(In::round(a[static_cast<std::size_t>(row) * k + i]),
            In::round(b[static_cast<std::size_t>(i) * n + col]));
  }
  c[static_cast<std::size_t>(row) * n + col] = sum.value();
}

// --- reference ---------------------------------------------------------------

struct Shape {
  int m, n, k;
};

std::vector<double> multiply_cpu(const std::vector<float>& a, const std::vector<float>& b,
                                 Shape s) {
  std::vector<double> c(static_cast<std::size_t>(s.m) * s.n);
  for (int row = 0; row < s.m; ++row) {
    double* const out = &c[static_cast<std::size_t>(row) * s.n];
    for (int i = 0; i < s.k; ++i) {
      const double left = a[static_cast<std::size_t>(row) * s.k + i];
      const float* const right = &b[static_cast<std::size_t>(i) * s.n];
      for (int col = 0; col < s.n; ++col) out[col] += left * right[col];
    }
  }
  return c;
}

/// Root of the mean of the squares of value(i).
template <class Value>
double rms(std::size_t count, Value&& value) {
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) squares += value(i) * value(i);
  return std::sqrt(squares / static_cast<double>(count));
}

/// The size of the errors of C relative to the size of C.
double relative_error(const std::vector<float>& c, const std::vector<double>& want) {
  return rms(c.size(), [&](std::size_t i) { return c[i] - want[i]; }) /
         rms(want.size(), [&](std::size_t i) { return want[i]; });
}

// --- what the roundings predict ----------------------------------------------

/// What the model needs to know of a matrix: mean and size of its entries.
struct Entries {
  double mean, size;
};

Entries entries(const std::vector<float>& matrix) {
  double sum = 0;
  for (const float x : matrix) sum += x;
  return {sum / static_cast<double>(matrix.size()),
          rms(matrix.size(), [&](std::size_t i) { return matrix[i]; })};
}

/// How much In changes a matrix, relative to its size.
template <class In>
double change(const std::vector<float>& matrix) {
  return rms(matrix.size(), [&](std::size_t i) { return In::round(matrix[i]) - matrix[i]; }) /
         entries(matrix).size;
}

/// The error of C, relative to its size, if all roundings are independent: k inputs of each factor,
/// and k additions, each off by unit / sqrt(6) of the sum so far.
template <class In>
double predicted_error(const std::vector<float>& a, const std::vector<float>& b, int k, double unit,
                       double size_of_c) {
  const Entries left = entries(a), right = entries(b);
  const double product = left.size * right.size, mean = left.mean * right.mean;
  const double inputs = std::sqrt(k) * product * std::hypot(change<In>(a), change<In>(b));
  const double variance = product * product - mean * mean;
  const double sums_so_far = mean * mean * std::pow(k, 3) / 3 + variance * std::pow(k, 2) / 2;
  return std::hypot(inputs, unit / std::sqrt(6.0) * std::sqrt(sums_so_far)) / size_of_c;
}

// --- measure -----------------------------------------------------------------

struct Case {
  cm::Report& report;
  const char* data;
  Shape shape;
  std::vector<float> a, b;
  std::vector<double> want;

  bool is_signed() const { return std::string(data) == "signed"; }
};

/// Adds a row, if the error lies near the predicted one.  `step`: how far apart the numbers of the
/// sum's format lie where the sum ends, in mean products.  From one step on, an addition rounds
/// most of its product away, and always down where it is small.  The model of independent roundings
/// does not know that: there its error must be too small by the step at least.
bool judge(const Case& c, const char* kernel, const std::string& variant, double predicted,
           double step, const std::vector<float>& got) {
  const double error = relative_error(got, c.want);
  const bool right = step >= 1 ? error >= step * predicted && error < 1
                               : error <= 2 * predicted && error >= predicted / 3;
  if (!right) {
    std::printf("FAIL %s %s, %s, k %d: relative error %g, predicted %g\n", kernel, variant.c_str(),
                c.data, c.shape.k, error, predicted);
    return false;
  }
  cm::Row row(kernel, variant);
  row.n(got.size()).param("data", c.data).param("depth", c.shape.k);
  row.value("relative_error", error).predicted("relative_error", predicted);
  c.report.add(row);
  return true;
}

template <class In, class Sum>
bool measure(const Case& c, const std::string& variant) {
  const Shape s = c.shape;
  const cm::DeviceBuffer<float> d_a(c.a), d_b(c.b);
  cm::DeviceBuffer<float> d_c(c.want.size());
  d_c.poison();
  const dim3 block(16, 16), grid((s.n + 15) / 16, (s.m + 15) / 16);
  multiply<In, Sum><<<grid, block>>>(d_c.data(), d_a.data(), d_b.data(), s.m, s.n, s.k);
  CUDA_CHECK_LAST();
  const double size = rms(c.want.size(), [&](std::size_t i) { return c.want[i]; });
  const double predicted = predicted_error<In>(c.a, c.b, s.k, Sum::kUnit, size);
  // A sum of k positive products is k of their means large; one of both signs stays small.
  const double step = c.is_signed() ? 0 : 2 * Sum::kUnit * s.k;
  return judge(c, "one_element", variant, predicted, step, d_c.to_host());
}

#if CM_HAVE_CUBLAS

/// cublasGemmEx with inputs of type T, which `type` names, and a result of type Result.
template <class In, class T, class Result>
bool measure_library(const Case& c, const std::string& variant, cudaDataType type,
                     cudaDataType result, cublasComputeType_t compute) {
  const Shape s = c.shape;
  const cm::DeviceBuffer<T> d_a(std::vector<T>(c.a.begin(), c.a.end()));
  const cm::DeviceBuffer<T> d_b(std::vector<T>(c.b.begin(), c.b.end()));
  cm::DeviceBuffer<Result> d_c(c.want.size());
  d_c.poison();
  const float one = 1, zero = 0;
  const __half one_half = __float2half(1), zero_half = __float2half(0);
  const bool half = compute == CUBLAS_COMPUTE_16F;
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m, s.k,
               half ? static_cast<const void*>(&one_half) : &one, d_b.data(), type, s.n, d_a.data(),
               type, s.k, half ? static_cast<const void*>(&zero_half) : &zero, d_c.data(), result,
               s.n, compute, CUBLAS_GEMM_DEFAULT);
  const std::vector<Result> got = d_c.to_host();
  cublasDestroy(handle);
  // The library sums in parts, in an order of its own, and a tensor core may cut off where we
  // round, so there is only a bound: all factors off the same way.  Sums in FP16 may get stuck.
  const double size = rms(c.want.size(), [&](std::size_t i) { return c.want[i]; });
  const double independent = predicted_error<In>(c.a, c.b, s.k, SumFp32::kUnit, size);
  const double bound = half ? 1.0 : 4 * independent + 4 * In::kUnit;
  const double error = relative_error(std::vector<float>(got.begin(), got.end()), c.want);
  if (!(error <= bound)) {
    std::printf("FAIL library %s, %s, k %d: relative error %g, at most %g\n", variant.c_str(),
                c.data, s.k, error, bound);
    return false;
  }
  cm::Row row("library", variant);
  row.n(got.size()).param("data", c.data).param("depth", s.k);
  c.report.add(row.value("relative_error", error));
  return true;
}

bool measure_libraries(const Case& c) {
  const auto fp32 = CUBLAS_COMPUTE_32F;
  return measure_library<Fp32, float, float>(c, "fp32", CUDA_R_32F, CUDA_R_32F, fp32) &&
         measure_library<Tf32, float, float>(c, "tf32", CUDA_R_32F, CUDA_R_32F,
                                             CUBLAS_COMPUTE_32F_FAST_TF32) &&
         measure_library<Bf16, __nv_bfloat16, float>(c, "bf16", CUDA_R_16BF, CUDA_R_32F, fp32) &&
         measure_library<Fp16, __half, float>(c, "fp16", CUDA_R_16F, CUDA_R_32F, fp32) &&
         measure_library<Fp16, __half, __half>(c, "fp16_sums", CUDA_R_16F, CUDA_R_16F,
                                               CUBLAS_COMPUTE_16F);
}

#else
bool measure_libraries(const Case&) { return true; }  // main says that it is skipped
#endif

bool measure_all(cm::Report& report, const char* data, float lowest, Shape s) {
  Case c{report,
         data,
         s,
         std::vector<float>(static_cast<std::size_t>(s.m) * s.k),
         std::vector<float>(static_cast<std::size_t>(s.k) * s.n),
         {}};
  cm::fill_random(c.a, 1, lowest, 1.0f);
  cm::fill_random(c.b, 2, lowest, 1.0f);
  c.want = multiply_cpu(c.a, c.b, s);
  return measure<Fp32, SumFp32>(c, "fp32") && measure<Tf32, SumFp32>(c, "tf32") &&
         measure<Bf16, SumFp32>(c, "bf16") && measure<Fp16, SumFp32>(c, "fp16") &&
         measure<Fp16, SumFp16>(c, "fp16_sums") && measure_libraries(c);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);  // arithmetic on BF16
  cm::Report report("chapter12.precision", options);
#if !CM_HAVE_CUBLAS
  report.skip("library", "the program was built without cuBLAS");
#endif
  std::vector<Shape> shapes = {{256, 256, 64}, {256, 256, 1024}, {256, 256, 16384}};
  if (options.quick) shapes = {{40, 33, 64}, {24, 25, 500}};
  bool ok = true;
  for (const Shape& shape : shapes) {
    ok = ok && measure_all(report, "signed", -1.0f, shape);
    ok = ok && measure_all(report, "positive", 0.0f, shape);
  }
  return ok ? report.finish() : report.fail();
}
