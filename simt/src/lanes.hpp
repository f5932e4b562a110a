// SPDX-License-Identifier: MIT
//
// Loops over the 32 lanes of a register, written so that compilers turn them into vector code.
// Included by execute.cpp only, which is built once for each instruction set; everything here is
// in an unnamed namespace so that no function of one build serves the other.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "events.hpp"
#include "opcodes.hpp"

#if defined(__clang__)
#define SIMT_LANE_LOOP _Pragma("clang loop vectorize(enable) interleave(disable)")
#else
// A lane's result depends on the same lane only, whatever registers overlap.
#define SIMT_LANE_LOOP _Pragma("GCC ivdep")
#endif
#define SIMT_INLINE [[gnu::always_inline]] inline

namespace simt {
namespace {

template <class F>
SIMT_INLINE void each_lane(F f) {
  SIMT_LANE_LOOP
  for (int i = 0; i < kWarpSize; ++i) f(i);
}

/// Calls f(lane) for the lanes of a mask, in order.
template <class F>
SIMT_INLINE void each_active(LaneMask mask, F f) {
  for (LaneMask rest = mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

alignas(64) constexpr LaneMask kBit[kWarpSize] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/// Lanes for which f(lane) holds.
template <class F>
SIMT_INLINE LaneMask lanes_where(F f) {
  LaneMask mask = 0;
  SIMT_LANE_LOOP
  for (int i = 0; i < kWarpSize; ++i) mask |= f(i) ? kBit[i] : 0u;
  return mask;
}

template <class T>
SIMT_INLINE void blend(T* to, const T* from, LaneMask mask) {
  if constexpr (sizeof(T) == 16) {
    each_active(mask, [&](int i) { to[i] = from[i]; });
  } else {
    each_lane([&](int i) { to[i] = (mask & kBit[i]) ? from[i] : to[i]; });
  }
}

template <class T>
SIMT_INLINE T* aligned(std::byte* p) {
  return static_cast<T*>(__builtin_assume_aligned(p, 64));
}
template <class T>
SIMT_INLINE const T* aligned(const std::byte* p) {
  return static_cast<const T*>(__builtin_assume_aligned(p, 64));
}

template <class R, class F, int... k>
SIMT_INLINE void fill_piece(R* d, F value_of, std::integer_sequence<int, k...>) {
  using Piece [[gnu::vector_size(sizeof...(k) * sizeof(R))]] = R;
  const Piece piece = {value_of(k)...};
  std::memcpy(d, &piece, sizeof(piece));
}

/// Writes value_of(lane) for each lane, where that is a load from somewhere: lanes are put together
/// in vector registers, because a vector load after stores of single lanes would have to wait.
template <class R, class F>
SIMT_INLINE void gather(R* d, F value_of) {
  if constexpr (sizeof(R) == 16) {
    for (int i = 0; i < kWarpSize; ++i) d[i] = value_of(i);
  } else {
    constexpr int kPiece = 32 / static_cast<int>(sizeof(R));
    for (int first = 0; first < kWarpSize; first += kPiece) {
      fill_piece(
          d + first, [=](int k) { return value_of(first + k); },
          std::make_integer_sequence<int, kPiece>{});
    }
  }
}

/// Element k of a 128-bit value.
template <class E>
SIMT_INLINE E element(const Vector& v, int k) {
  E value;
  std::memcpy(&value, v.bytes + static_cast<std::size_t>(k) * sizeof(E), sizeof(E));
  return value;
}
template <class E>
SIMT_INLINE void set_element(Vector& v, int k, E value) {
  std::memcpy(v.bytes + static_cast<std::size_t>(k) * sizeof(E), &value, sizeof(E));
}

}  // namespace
}  // namespace simt
