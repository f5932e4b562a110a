// SPDX-License-Identifier: MIT
//
// The enum of operations and what the validator, decoder and disassembler know about each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "module.hpp"

namespace simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;

/// A 128-bit value of one lane.
struct alignas(16) Vector {
  std::byte bytes[16];
};

enum class Op : std::uint16_t {
#define UNARY(name, ...) k##name,
#define BINARY(name, ...) k##name,
#define TEST(name, ...) k##name,
#define COMPARE(name, ...) k##name,
#define LOAD(name, ...) k##name,
#define STORE(name, ...) k##name,
#define VECTOR1(name, ...) k##name,
#define VECTOR2(name, ...) k##name,
#define VECTOR_SHIFT(name, ...) k##name,
#define SPLAT(name, ...) k##name,
#define EXTRACT(name, ...) k##name,
#define REPLACE(name, ...) k##name,
#define LOAD_ZERO(name, ...) k##name,
#define LOAD_SPLAT(name, ...) k##name,
#define INTERNAL(name, ...) k##name,
#include "opcodes.def"
// The same comparisons, with the result as a lane mask for the next row: kMaskI32Eq, …
#define TEST(name, ...) kMask##name,
#define COMPARE(name, ...) kMask##name,
#include "opcodes.def"
  kCount
};

/// How an operation takes its operands; decides what the validator and decoder do with it.
enum class Shape : std::uint8_t {
  kNone,
  kUnary,
  kBinary,
  kTest,
  kCompare,
  kLoad,
  kStore,
  kVector1,
  kVector2,
  kVectorShift,
  kSplat,
  kExtract,
  kReplace,
  kInternal
};

struct OpInfo {
  const char* text = "";
  std::uint16_t code = 0xffff;  ///< wasm code as in opcodes.def, 0xffff for internal ones
  Shape shape = Shape::kNone;
  ValueType result = ValueType::kI32;
  ValueType operand = ValueType::kI32;  ///< operands; for memory the loaded or stored register
  std::uint8_t memory_bytes = 0;
  std::uint8_t elements = 0;  ///< vector operations with a lane index
};

const OpInfo& info(Op op);

/// The operation of a wasm code (see opcodes.def), or Op::kCount if there is none of its own.
Op op_of_code(std::uint16_t code);

constexpr bool is_comparison(Op op) { return op >= Op::kI32Eqz && op <= Op::kF64Ge; }

/// The mask form of a comparison.
constexpr Op mask_form(Op op) {
  return static_cast<Op>(static_cast<int>(op) - static_cast<int>(Op::kI32Eqz) +
                         static_cast<int>(Op::kMaskI32Eqz));
}

template <class T>
constexpr ValueType value_type_of() {
  if constexpr (std::is_same_v<T, f32>)
    return ValueType::kF32;
  else if constexpr (std::is_same_v<T, f64>)
    return ValueType::kF64;
  else if constexpr (std::is_same_v<T, Vector>)
    return ValueType::kV128;
  else if constexpr (sizeof(T) == 8)
    return ValueType::kI64;
  else
    return ValueType::kI32;
}

// ---- helpers of the expressions in opcodes.def -------------------------------------------------

// Division as the GPU does it: by zero gives all ones, with the dividend as remainder; the one
// signed overflow wraps. 32-bit quotients go through doubles, which is exact (a quotient that is no
// integer differs from one by more than 2^-32 of it) and which compilers turn into vector code.

template <class T>
constexpr T quotient_of(T a, T b) {
  if constexpr (sizeof(T) == 4)
    return static_cast<T>(static_cast<f64>(a) / static_cast<f64>(b));
  else
    return static_cast<T>(a / b);
}

template <class T>
constexpr T divide_signed(T a, T b) {
  using U = std::make_unsigned_t<T>;
  const bool special = b == 0 || b == -1;
  const T quotient = quotient_of<T>(a, special ? T{1} : b);
  const T negated = static_cast<T>(U{0} - static_cast<U>(a));
  return b == 0 ? T{-1} : b == -1 ? negated : quotient;
}

template <class T>
constexpr T remainder_signed(T a, T b) {
  using U = std::make_unsigned_t<T>;
  const bool special = b == 0 || b == -1;
  const T divisor = special ? T{1} : b;
  const U product = static_cast<U>(quotient_of<T>(a, divisor)) * static_cast<U>(divisor);
  return b == 0 ? a : b == -1 ? T{0} : static_cast<T>(static_cast<U>(a) - product);
}

template <class T>
constexpr T divide_unsigned(T a, T b) {
  const T quotient = quotient_of<T>(a, b == 0 ? T{1} : b);
  return b == 0 ? static_cast<T>(~T{0}) : quotient;
}

template <class T>
constexpr T remainder_unsigned(T a, T b) {
  const T divisor = b == 0 ? T{1} : b;
  return b == 0 ? a : static_cast<T>(a - quotient_of<T>(a, divisor) * divisor);
}

/// Float to integer: NaN gives 0, values out of range the nearest end.
template <class T, class F>
constexpr T saturate(F x) {
  constexpr F kLow = static_cast<F>(std::numeric_limits<T>::min());
  // The end above is not exactly representable for 32/64-bit T; >= catches it all the same.
  constexpr F kHigh = static_cast<F>(std::numeric_limits<T>::max());
  if (!(x == x)) return 0;
  if (x <= kLow) return std::numeric_limits<T>::min();
  if (x >= kHigh) return std::numeric_limits<T>::max();
  return static_cast<T>(x);
}

template <class F>
using BitsOf = std::conditional_t<sizeof(F) == 4, u32, u64>;

template <class F>
constexpr BitsOf<F> kSignBit = BitsOf<F>{1} << (sizeof(F) * 8 - 1);

template <class F>
constexpr F absolute(F a) {
  return std::bit_cast<F>(std::bit_cast<BitsOf<F>>(a) & ~kSignBit<F>);
}

template <class F>
constexpr F negate(F a) {
  return std::bit_cast<F>(std::bit_cast<BitsOf<F>>(a) ^ kSignBit<F>);
}

template <class F>
constexpr F copy_sign(F a, F b) {
  return std::bit_cast<F>((std::bit_cast<BitsOf<F>>(a) & ~kSignBit<F>) |
                          (std::bit_cast<BitsOf<F>>(b) & kSignBit<F>));
}

template <class F>
constexpr F minimum(F a, F b) {
  if (a != a || b != b) return a + b;
  if (a == b) return std::bit_cast<F>(std::bit_cast<BitsOf<F>>(a) | std::bit_cast<BitsOf<F>>(b));
  return a < b ? a : b;
}

template <class F>
constexpr F maximum(F a, F b) {
  if (a != a || b != b) return a + b;
  if (a == b) return std::bit_cast<F>(std::bit_cast<BitsOf<F>>(a) & std::bit_cast<BitsOf<F>>(b));
  return a > b ? a : b;
}

template <class T>
constexpr T all_ones(bool yes) {
  return static_cast<T>(yes ? ~T{0} : T{0});
}

template <class F>
constexpr F float_mask(bool yes) {
  return std::bit_cast<F>(all_ones<BitsOf<F>>(yes));
}

}  // namespace simt
