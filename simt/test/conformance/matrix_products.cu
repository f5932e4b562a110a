// SPDX-License-Identifier: MIT
//
// wmma: products of every common shape and type, in all layouts. Inputs are small whole numbers, so
// that every sum is exact.
#include <mma.h>

#include "conformance.cuh"

using namespace conformance;
namespace wmma = nvcuda::wmma;

template <int kM, int kN, int kK, class In, class Sum, class LayoutA, class LayoutB>
__global__ void multiply(Sum* d, const In* a, const In* b, const Sum* c) {
  wmma::fragment<wmma::matrix_a, kM, kN, kK, In, LayoutA> left;
  wmma::fragment<wmma::matrix_b, kM, kN, kK, In, LayoutB> right;
  wmma::fragment<wmma::accumulator, kM, kN, kK, Sum> sum;
  constexpr bool kRowsA = std::is_same<LayoutA, wmma::row_major>::value;
  constexpr bool kRowsB = std::is_same<LayoutB, wmma::row_major>::value;
  wmma::load_matrix_sync(left, a, kRowsA ? kK : kM);
  wmma::load_matrix_sync(right, b, kRowsB ? kN : kK);
  wmma::load_matrix_sync(sum, c, kN, wmma::mem_row_major);
  wmma::mma_sync(sum, left, right, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(d, sum, kM, wmma::mem_col_major);
}

template <int kM, int kN, int kK, class In, class Sum, class LayoutA, class LayoutB>
void check(Suite& suite, const char* name) {
  const auto value = [](int i, int salt) {
    return static_cast<int>(mixed(static_cast<std::uint64_t>(i + 1000 * salt)) % 5);
  };
  std::vector<In> a, b;
  std::vector<Sum> c;
  for (int i = 0; i < kM * kK; ++i) a.push_back(static_cast<In>(static_cast<float>(value(i, 1))));
  for (int i = 0; i < kK * kN; ++i) b.push_back(static_cast<In>(static_cast<float>(value(i, 2))));
  for (int i = 0; i < kM * kN; ++i) c.push_back(static_cast<Sum>(static_cast<float>(value(i, 3))));
  Buffer<In> d_a(a), d_b(b);
  Buffer<Sum> d_c(c), d_d(kM * kN);
  multiply<kM, kN, kK, In, Sum, LayoutA, LayoutB>
      <<<1, 32>>>(d_d.data(), d_a.data(), d_b.data(), d_c.data());
  must(cudaGetLastError(), name);
  std::vector<float> want, got;
  constexpr bool kRowsA = std::is_same<LayoutA, wmma::row_major>::value;
  constexpr bool kRowsB = std::is_same<LayoutB, wmma::row_major>::value;
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      int sum = value(row * kN + column, 3);
      for (int k = 0; k < kK; ++k) {
        sum += value(kRowsA ? row * kK + k : k * kM + row, 1) *
               value(kRowsB ? k * kN + column : column * kK + k, 2);
      }
      want.push_back(static_cast<float>(2 * sum));
    }
  }
  for (const Sum& s : d_d.read()) got.push_back(static_cast<float>(s));
  suite.equal(name, got, want);
}

int main() {
  using wmma::col_major;
  using wmma::row_major;
  Suite suite;
  check<16, 16, 16, __half, float, row_major, row_major>(suite, "half, row by row");
  check<16, 16, 16, __half, float, row_major, col_major>(suite, "half, row by column");
  check<16, 16, 16, __half, float, col_major, row_major>(suite, "half, column by row");
  check<16, 16, 16, __half, __half, row_major, col_major>(suite, "half to half");
  check<32, 8, 16, __half, float, row_major, row_major>(suite, "half, 32 by 8");
  check<8, 32, 16, __half, float, col_major, col_major>(suite, "half, 8 by 32");
  check<16, 16, 16, __nv_bfloat16, float, row_major, row_major>(suite, "bfloat16");
  check<16, 16, 16, signed char, int, row_major, col_major>(suite, "signed char");
  check<16, 16, 16, unsigned char, int, row_major, row_major>(suite, "unsigned char");
  check<8, 8, 4, double, double, row_major, col_major>(suite, "double");
  return suite.finish();
}
