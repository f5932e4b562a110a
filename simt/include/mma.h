// SPDX-License-Identifier: MIT
//
// Warp-level matrix products (nvcuda::wmma), computed with shuffles: each lane holds its share of
// the elements and gathers what it needs. Results are sums in order of k in the accumulator's type.
// Which lane holds which element is not promised by CUDA; the traffic of loads and stores is not
// that of a GPU either.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef __CUDA__
namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace __simt {

/// The type that holds an element of a fragment.
template <class T>
struct stored {
  typedef T type;
};
template <>
struct stored<precision::tf32> {
  typedef float type;
};

template <class Use, int kM, int kN, int kK>
struct extent;
template <int kM, int kN, int kK>
struct extent<matrix_a, kM, kN, kK> {
  static constexpr int kRows = kM, kColumns = kK, kWidest = kK;
};
template <int kM, int kN, int kK>
struct extent<matrix_b, kM, kN, kK> {
  static constexpr int kRows = kK, kColumns = kN, kWidest = 8;
};
template <int kM, int kN, int kK>
struct extent<accumulator, kM, kN, kK> {
  static constexpr int kRows = kM, kColumns = kN, kWidest = 8;
};

/// Where an element of a fragment lies: lane and slot in the lane. A lane holds blocks of up to
/// kWidest neighbours in a row, so chosen that a product needs the same slot in every lane.
template <class Extent>
struct placement {
  static constexpr int kColumns = Extent::kColumns;
  static constexpr int kCount = Extent::kRows * kColumns / 32;
  static constexpr int kWidth = kCount < Extent::kWidest ? kCount : Extent::kWidest;
  static constexpr int kRowsOfLane = kCount / kWidth;
  static constexpr int kBlocks = kColumns / kWidth;

  static __SIMT_MEMBER__ int row(int lane, int slot) {
    return lane / kBlocks * kRowsOfLane + slot / kWidth;
  }
  static __SIMT_MEMBER__ int column(int lane, int slot) {
    return lane % kBlocks * kWidth + slot % kWidth;
  }
  static __SIMT_MEMBER__ int lane(int row, int column) {
    return row / kRowsOfLane * kBlocks + column / kWidth;
  }
  static __SIMT_MEMBER__ constexpr int slot(int row, int column) {
    return row % kRowsOfLane * kWidth + column % kWidth;
  }
};

template <class T>
__SIMT_DEVICE__ T from_lane(T value, int lane) {
  return __shfl_sync(0xffffffffu, value, lane);
}
__SIMT_DEVICE__ signed char from_lane(signed char value, int lane) {
  return static_cast<signed char>(__shfl_sync(0xffffffffu, static_cast<int>(value), lane));
}
__SIMT_DEVICE__ unsigned char from_lane(unsigned char value, int lane) {
  return static_cast<unsigned char>(__shfl_sync(0xffffffffu, static_cast<int>(value), lane));
}

/// One product in the accumulator's type.
template <class Sum, class T>
__SIMT_DEVICE__ Sum product(T a, T b) {
  return static_cast<Sum>(a) * static_cast<Sum>(b);
}

}  // namespace __simt

template <class Use, int kM, int kN, int kK, class T, class Layout = void>
class fragment {
 public:
  typedef __simt::extent<Use, kM, kN, kK> extent;
  typedef __simt::placement<extent> placement;
  typedef typename __simt::stored<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = placement::kCount;
  static constexpr int num_storage_elements = placement::kCount;
  element_type x[num_elements];
};

template <class Use, int kM, int kN, int kK, class T, class Layout, class Value>
__SIMT_DEVICE__ void fill_fragment(fragment<Use, kM, kN, kK, T, Layout>& f, const Value& value) {
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i) {
    f.x[i] = static_cast<typename fragment<Use, kM, kN, kK, T, Layout>::element_type>(value);
  }
}

namespace __simt {

template <class Fragment, class Element>
__SIMT_DEVICE__ void load(Fragment& f, const Element* from, unsigned stride, bool by_rows) {
  typedef typename Fragment::placement at;
  const int lane = static_cast<int>(__simt_lane());
#pragma unroll
  for (int i = 0; i < Fragment::num_elements; ++i) {
    const unsigned row = static_cast<unsigned>(at::row(lane, i));
    const unsigned column = static_cast<unsigned>(at::column(lane, i));
    f.x[i] = by_rows ? from[row * stride + column] : from[column * stride + row];
  }
  __syncwarp();
}

}  // namespace __simt

template <class Use, int kM, int kN, int kK, class T, class Element>
__SIMT_DEVICE__ void load_matrix_sync(fragment<Use, kM, kN, kK, T, row_major>& f,
                                      const Element* from, unsigned stride) {
  __simt::load(f, from, stride, true);
}
template <class Use, int kM, int kN, int kK, class T, class Element>
__SIMT_DEVICE__ void load_matrix_sync(fragment<Use, kM, kN, kK, T, col_major>& f,
                                      const Element* from, unsigned stride) {
  __simt::load(f, from, stride, false);
}
template <int kM, int kN, int kK, class T, class Element>
__SIMT_DEVICE__ void load_matrix_sync(fragment<accumulator, kM, kN, kK, T>& f, const Element* from,
                                      unsigned stride, layout_t layout) {
  __simt::load(f, from, stride, layout == mem_row_major);
}
template <int kM, int kN, int kK, class T, class Element>
__SIMT_DEVICE__ void store_matrix_sync(Element* to, const fragment<accumulator, kM, kN, kK, T>& f,
                                       unsigned stride, layout_t layout) {
  typedef typename fragment<accumulator, kM, kN, kK, T>::placement at;
  const int lane = static_cast<int>(__simt_lane());
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i) {
    const unsigned row = static_cast<unsigned>(at::row(lane, i));
    const unsigned column = static_cast<unsigned>(at::column(lane, i));
    to[layout == mem_row_major ? row * stride + column : column * stride + row] = f.x[i];
  }
  __syncwarp();
}

/// d = a * b + c.
template <int kM, int kN, int kK, class T, class LayoutA, class LayoutB, class Sum, class Start>
__SIMT_DEVICE__ void mma_sync(fragment<accumulator, kM, kN, kK, Sum>& d,
                              const fragment<matrix_a, kM, kN, kK, T, LayoutA>& a,
                              const fragment<matrix_b, kM, kN, kK, T, LayoutB>& b,
                              const fragment<accumulator, kM, kN, kK, Start>& c) {
  typedef __simt::placement<__simt::extent<matrix_a, kM, kN, kK>> in_a;
  typedef __simt::placement<__simt::extent<matrix_b, kM, kN, kK>> in_b;
  typedef __simt::placement<__simt::extent<accumulator, kM, kN, kK>> in_c;
  const int lane = static_cast<int>(__simt_lane());
#pragma unroll
  for (int i = 0; i < d.num_elements; ++i) {
    const int row = in_c::row(lane, i), column = in_c::column(lane, i);
    Sum sum = static_cast<Sum>(c.x[i]);
#pragma unroll
    for (int k = 0; k < kK; ++k) {
      // The slots are the same in all lanes: rows of a lane and columns of a block match.
      const auto left = __simt::from_lane(a.x[in_a::slot(in_c::row(0, i), k)], in_a::lane(row, k));
      const auto right =
          __simt::from_lane(b.x[in_b::slot(k, in_c::column(0, i))], in_b::lane(k, column));
      sum = sum + __simt::product<Sum>(left, right);
    }
    d.x[i] = sum;
  }
}

/// Rounds to the ten stored bits of TF32, to nearest with ties away from zero.
__SIMT_DEVICE__ float __float_to_tf32(float x) {
  return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u);
}

}  // namespace wmma
}  // namespace nvcuda
#endif
