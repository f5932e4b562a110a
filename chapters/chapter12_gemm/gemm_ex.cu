// SPDX-License-Identifier: MIT
//
// cublasGemmEx for row-major matrices: the call that is right, one that is not, and what its
// types and flags cost.
//
// Claim:  the library counts by columns, so a row-major product is asked for as B A with the sides
//         exchanged.  Tensor cores need no flag.  Sums in FP16 gain nothing.
// Input:  A (m x k) times B (k x n), row major.
// Expect: the habit of C computes B A where all sides are equal, and is refused or wrong elsewhere.
// Run:    ctest --preset dev -R '^chapter12\.gemm_ex$'
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "common/common.cuh"
#include "common/product_bench.cuh"

#if !CM_HAVE_CUBLAS

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter12.gemm_ex", options);
  report.skip("cublas", "the program was built without cuBLAS");
  return report.finish();
}

#else

#include <cublas_v2.h>

struct Library {
  cublasHandle_t handle = nullptr;
  Library() { cublasCreate(&handle); }
  ~Library() { cublasDestroy(handle); }
};

// --- the calls ---------------------------------------------------------------

/// What a call computes with: types of A and B, of C, and of the sums.
struct Mode {
  const char* name;
  cudaDataType in, out;
  cublasComputeType_t compute;
  cublasGemmAlgo_t algorithm = CUBLAS_GEMM_DEFAULT;
  int math = CUBLAS_DEFAULT_MATH;
};

/// One and zero in the type of the sums.
struct Scalars {
  float one = 1, zero = 0;
  __half one_half = __float2half(1), zero_half = __float2half(0);
};

/// C = A B, all row major.
// [snippet:right-call]
cublasStatus_t multiply(cublasHandle_t handle, Mode mode, cm::ProductShape s, const void* one,
                        const void* zero, void* c, const void* a, const void* b) {
  cublasSetMathMode(handle, static_cast<cublasMath_t>(mode.math));
  // Row major C is column major C^T, and C^T = B^T A^T: exchange the operands and the sides.
  return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m, s.k, one,  //
                      b, mode.in, s.n,                                       //
                      a, mode.in, s.k, zero,                                 //
                      c, mode.out, s.n, mode.compute, mode.algorithm);
}
// [/snippet:right-call]

/// The call as a habit of C writes it: A before B, m before n, rows as leading dimensions.
// [snippet:wrong-call]
cublasStatus_t multiply_by_habit(cublasHandle_t handle, Mode mode, cm::ProductShape s,
                                 const void* one, const void* zero, void* c, const void* a,
                                 const void* b) {
  return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, s.m, s.n, s.k, one,  //
                      a, mode.in, s.k,                                       //
                      b, mode.in, s.n, zero,                                 //
                      c, mode.out, s.n, mode.compute, mode.algorithm);
}
// [/snippet:wrong-call]

constexpr Mode kFp32 = {"fp32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
constexpr Mode kTf32 = {"tf32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
constexpr Mode kFp16 = {"fp16", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F};
constexpr Mode kFp16Flag = {"fp16", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT_TENSOR_OP};
constexpr Mode kFp16Exact = {"fp16",
                             CUDA_R_16F,
                             CUDA_R_16F,
                             CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT,
                             CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION};
constexpr Mode kFp16Sums = {"fp16", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F};

std::size_t elements(int rows, int cols) { return static_cast<std::size_t>(rows) * cols; }

// --- which call is right -----------------------------------------------------

/// `matrix` with zeros behind it up to `size` elements.
std::vector<float> with_room(std::vector<float> matrix, std::size_t size) {
  matrix.resize(std::max(size, matrix.size()));
  return matrix;
}

/// What became of the call by habit: refused, or what it left in `c`, whose first m x n elements
/// belong to C.  Empty if that is not what the order of columns predicts.
std::string outcome_of_habit(cublasStatus_t status, const std::vector<float>& c, cm::ProductShape s,
                             const std::vector<float>& a, const std::vector<float>& b,
                             cm::Tolerance tolerance) {
  const bool too_short = s.k < s.m || s.n < s.k || s.n < s.m;  // for a column of its matrix
  if (too_short || status != CUBLAS_STATUS_SUCCESS) {
    return too_short && status == CUBLAS_STATUS_INVALID_VALUE ? "refused: invalid value" : "";
  }
  if (s.m == s.n && s.n == s.k) {
    return cm::ProductCheck(s, b, a)("by_habit", c, tolerance) ? "B times A" : "";
  }
  const auto written = [](float value) { return !std::isnan(value); };
  const auto end_of_c = c.begin() + static_cast<std::ptrdiff_t>(elements(s.m, s.n));
  return std::any_of(end_of_c, c.end(), written) ? "no complaint, writes behind C" : "";
}

/// Calls with matrices of shape `s` and reports what came of it: a product or a refusal.
bool try_calls(cm::Report& report, cublasHandle_t handle, cm::ProductShape s) {
  const std::vector<float> a = cm::random_matrix(s.m, s.k, 1), b = cm::random_matrix(s.k, s.n, 2);
  // Room for what the wrong call reads and writes.
  const std::size_t room = elements(std::max(s.k, s.n), std::max(s.k, s.n));
  cm::DeviceBuffer<float> d_a(with_room(a, room)), d_b(with_room(b, room));
  cm::DeviceBuffer<float> d_c(elements(s.m, s.n)), d_room(std::max(room, elements(s.m, s.n)));
  const Scalars scalars;
  const cm::Tolerance tolerance = cm::product_tolerance(s.k, 0x1p-23);
  const auto add = [&](const char* variant, const std::string& outcome) {
    cm::Row row("call", variant);
    row.n(elements(s.m, s.n)).param("rows", s.m).param("cols", s.n).param("depth", s.k);
    report.add(row.text("outcome", outcome));
  };
  d_c.poison();
  if (multiply(handle, kFp32, s, &scalars.one, &scalars.zero, d_c.data(), d_a.data(), d_b.data()) !=
          CUBLAS_STATUS_SUCCESS ||
      !cm::ProductCheck(s, a, b)("exchanged", d_c.to_host(), tolerance)) {
    return false;
  }
  add("exchanged", "A times B");

  d_room.poison();
  const cublasStatus_t status = multiply_by_habit(handle, kFp32, s, &scalars.one, &scalars.zero,
                                                  d_room.data(), d_a.data(), d_b.data());
  const std::string outcome = outcome_of_habit(status, d_room.to_host(), s, a, b, tolerance);
  if (outcome.empty()) {
    std::printf("FAIL by_habit %d %d %d: status %d, and not what was predicted\n", s.m, s.n, s.k,
                static_cast<int>(status));
    return false;
  }
  add("by_habit", outcome);
  return true;
}

// --- what types and flags cost -----------------------------------------------

template <class T>
cm::ProductWay way(const char* kernel, const char* variant, cublasHandle_t handle, Mode mode,
                   cm::ProductShape s, cm::DeviceBuffer<T>& c, const cm::DeviceBuffer<T>& a,
                   const cm::DeviceBuffer<T>& b, cm::Tolerance tolerance) {
  cm::Row row(kernel, variant);
  row.param("type", mode.name);
  return {row, variant, tolerance, [=, &a, &b, &c] {
            // A call that fails leaves the poison in C, where the check finds it.
            const Scalars scalars;
            const bool half = mode.compute == CUBLAS_COMPUTE_16F;
            multiply(handle, mode, s,
                     half ? static_cast<const void*>(&scalars.one_half) : &scalars.one,
                     half ? static_cast<const void*>(&scalars.zero_half) : &scalars.zero, c.data(),
                     a.data(), b.data());
          }};
}

/// FP32 in, with sums of FP32 products or of TF32 products.
bool measure_single(cm::Report& report, const cm::Options& options, cublasHandle_t handle,
                    cm::ProductShape s) {
  const std::vector<float> a = cm::random_matrix(s.m, s.k, 1), b = cm::random_matrix(s.k, s.n, 2);
  const cm::ProductCheck right(s, a, b);
  cm::DeviceBuffer<float> d_a(a), d_b(b), d_c(elements(s.m, s.n));
  cm::Tolerance single = cm::product_tolerance(s.k, 0x1p-23);
  // Each factor is off by up to 2^-11 of itself; the errors of k products have random signs.
  cm::Tolerance rounded;
  rounded.abs = 6 * 0x1p-11 * std::sqrt(static_cast<double>(s.k));
  return cm::measure_products(report, options, s, right, d_c,
                              {way("modes", "fp32", handle, kFp32, s, d_c, d_a, d_b, single),
                               way("modes", "tf32", handle, kTf32, s, d_c, d_a, d_b, rounded)});
}

/// FP16 in and out.  `data`: "random" or "constant", which draws less power.
bool measure_half(cm::Report& report, const cm::Options& options, cublasHandle_t handle,
                  cm::ProductShape s, const char* data) {
  const bool random = std::string(data) == "random";
  const auto matrix = [&](int rows, int cols, unsigned seed) {
    return random ? cm::random_matrix(rows, cols, seed)
                  : std::vector<float>(elements(rows, cols), 0.015625f);
  };
  const std::vector<float> wide_a = matrix(s.m, s.k, 1), wide_b = matrix(s.k, s.n, 2);
  const std::vector<__half> a(wide_a.begin(), wide_a.end()), b(wide_b.begin(), wide_b.end());
  const std::vector<float> left(a.begin(), a.end()), other(b.begin(), b.end());
  const cm::ProductCheck right(s, left, other);
  cm::DeviceBuffer<__half> d_a(a), d_b(b), d_c(elements(s.m, s.n));
  cm::Tolerance sums_wide = cm::product_tolerance(s.k, 0x1p-22);
  sums_wide.rel = 0x1p-11;  // C is rounded to FP16
  // Unless it is forbidden, the library may round sums over parts of k to the type of C, too.  A
  // sum over all of k is seldom larger than six times its deviation, sqrt(k) / 3.
  cm::Tolerance parts_rounded = sums_wide;
  parts_rounded.abs += 6 * 0x1p-11 * std::sqrt(static_cast<double>(s.k));
  cm::Tolerance sums_half = cm::product_tolerance(s.k, 0x1p-11);
  sums_half.rel = 0x1p-11;
  std::vector<cm::ProductWay> ways = {
      way("half", "default", handle, kFp16, s, d_c, d_a, d_b, parts_rounded),
      way("half", "tensor_op_flag", handle, kFp16Flag, s, d_c, d_a, d_b, parts_rounded),
      way("half", "sums_in_fp32_alone", handle, kFp16Exact, s, d_c, d_a, d_b, sums_wide)};
  if (random) {
    ways.push_back(way("half", "sums_in_fp16", handle, kFp16Sums, s, d_c, d_a, d_b, sums_half));
  }
  for (cm::ProductWay& one : ways) one.row.param("data", data);
  return cm::measure_products(report, options, s, right, d_c, ways);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device(80);  // TF32
  cm::Report report("chapter12.gemm_ex", options);
  const Library library;
  std::vector<cm::ProductShape> calls = {{96, 96, 96}, {96, 64, 128}, {64, 96, 80}};
  std::vector<cm::ProductShape> sizes = {{8192, 8192, 8192}, {8191, 8191, 8191}};
  if (options.quick) sizes = {{264, 136, 72}, {65, 33, 47}};
  bool ok = true;
  for (const cm::ProductShape& s : calls) ok = ok && try_calls(report, library.handle, s);
  for (const cm::ProductShape& s : sizes) {
    const bool odd = s.m % 8 != 0;
    ok = ok && (odd || measure_single(report, options, library.handle, s));
    ok = ok && measure_half(report, options, library.handle, s, "random");
    ok = ok && (odd || measure_half(report, options, library.handle, s, "constant"));
  }
  return ok ? report.finish() : report.fail();
}

#endif
