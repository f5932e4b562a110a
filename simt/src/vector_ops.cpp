// SPDX-License-Identifier: MIT
#include "vector_ops.hpp"

#include <cstring>

#include "lanes.hpp"

namespace simt {
namespace {

template <class T>
const T* lanes_of(const std::byte* p) {
  return reinterpret_cast<const T*>(p);
}

template <class E>
constexpr int kElements = 16 / static_cast<int>(sizeof(E));

template <class R, class F>
std::size_t each(std::byte* d, F f) {
  auto* const out = reinterpret_cast<R*>(d);
  for (int i = 0; i < kWarpSize; ++i) out[i] = f(i);
  return sizeof(R);
}

/// Element by element, all lanes in a row: element k of the result is f(k).
template <class E, class F>
std::size_t flat(std::byte* d, F f) {
  auto* const out = reinterpret_cast<E*>(d);
  SIMT_LANE_LOOP
  for (int k = 0; k < kWarpSize * kElements<E>; ++k) out[k] = static_cast<E>(f(k));
  return sizeof(Vector);
}

/// A vector whose element k is f(k).
template <class E, class F>
Vector make(F f) {
  Vector v;
  for (int k = 0; k < kElements<E>; ++k) set_element<E>(v, k, static_cast<E>(f(k)));
  return v;
}

/// The vectors of `from` with one element of each changed. Elements are stored in place: to change
/// them in a copy and store that would make each store wait for the one before.
template <class E, class S>
std::size_t replace(std::byte* d, const std::byte* from, const S* values, int element) {
  if (d != from) std::memcpy(d, from, sizeof(Vector) * kWarpSize);
  for (int i = 0; i < kWarpSize; ++i) {
    set_element<E>(reinterpret_cast<Vector*>(d)[i], element, static_cast<E>(values[i]));
  }
  return sizeof(Vector);
}

Vector shuffle(const Vector& a, const Vector& b, const Vector& pattern) {
  Vector d;
  for (int k = 0; k < 16; ++k) {
    const auto pick = std::to_integer<std::size_t>(pattern.bytes[k]);
    d.bytes[k] = pick < 16 ? a.bytes[pick] : b.bytes[pick - 16];
  }
  return d;
}

}  // namespace

std::size_t vector_operation(const Row& row, const std::byte* first, const std::byte* second,
                             const std::byte* third, std::byte* d) {
  const Vector* const va = lanes_of<Vector>(first);
  const Vector* const vb = lanes_of<Vector>(second);
  const Vector* const vc = lanes_of<Vector>(third);
  const int lane = row.lane;
  switch (row.op) {
#define VECTOR1(name, code, text, E, count, expression)  \
  case Op::k##name:                                      \
    return flat<E>(d, [pa = lanes_of<E>(first)](int k) { \
      const E a = pa[k];                                 \
      return expression;                                 \
    });
#define VECTOR2(name, code, text, E, count, expression)                            \
  case Op::k##name:                                                                \
    return flat<E>(d, [pa = lanes_of<E>(first), pb = lanes_of<E>(second)](int k) { \
      const E a = pa[k];                                                           \
      const E b = pb[k];                                                           \
      return expression;                                                           \
    });
#define VECTOR_SHIFT(name, code, text, E, count, expression)              \
  case Op::k##name:                                                       \
    return each<Vector>(d, [=, count_of = lanes_of<u32>(second)](int i) { \
      const u32 b = count_of[i];                                          \
      return make<E>([&](int k) {                                         \
        const E a = element<E>(va[i], k);                                 \
        return expression;                                                \
      });                                                                 \
    });
#define SPLAT(name, code, text, E, count, S) \
  case Op::k##name:                          \
    return each<Vector>(                     \
        d, [=](int i) { return make<E>([&](int) { return lanes_of<S>(first)[i]; }); });
#define EXTRACT(name, code, text, E, count, R) \
  case Op::k##name:                            \
    return each<R>(d, [=](int i) { return static_cast<R>(element<E>(va[i], lane)); });
#define REPLACE(name, code, text, E, count, S) \
  case Op::k##name:                            \
    return replace<E>(d, first, lanes_of<S>(second), lane);
#define LOAD_ZERO(name, code, text, M)             \
  case Op::k##name:                                \
    return each<Vector>(d, [=](int i) {            \
      Vector v{};                                  \
      set_element<M>(v, 0, lanes_of<M>(first)[i]); \
      return v;                                    \
    });
#define LOAD_SPLAT(name, code, text, M, count) \
  case Op::k##name:                            \
    return each<Vector>(                       \
        d, [=](int i) { return make<M>([&](int) { return lanes_of<M>(first)[i]; }); });
#include "opcodes.def"
    case Op::kShuffle16:
      return each<Vector>(d, [=](int i) { return shuffle(va[i], vb[i], vc[0]); });
    case Op::kBitselect:
      return each<Vector>(d, [=](int i) {
        return make<u64>([&](int k) {
          const u64 chosen = element<u64>(vc[i], k);
          return (element<u64>(va[i], k) & chosen) | (element<u64>(vb[i], k) & ~chosen);
        });
      });
    case Op::kAnyTrue:
      return each<u32>(
          d, [=](int i) { return u32{(element<u64>(va[i], 0) | element<u64>(va[i], 1)) != 0}; });
    default:
      return 0;
  }
}

}  // namespace simt
