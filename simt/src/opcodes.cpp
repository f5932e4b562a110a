// SPDX-License-Identifier: MIT
#include "opcodes.hpp"

#include <array>

namespace simt {
namespace {

constexpr std::size_t kOps = static_cast<std::size_t>(Op::kCount);

template <class T>
constexpr std::uint8_t size_of = static_cast<std::uint8_t>(sizeof(T));

constexpr std::array<OpInfo, kOps> kInfo = {{
#define UNARY(name, code, text, result, operand, expression) \
  {text, code, Shape::kUnary, value_type_of<result>(), value_type_of<operand>(), 0, 0},
#define BINARY(name, code, text, result, operand, expression) \
  {text, code, Shape::kBinary, value_type_of<result>(), value_type_of<operand>(), 0, 0},
#define TEST(name, code, text, operand, expression) \
  {text, code, Shape::kTest, ValueType::kI32, value_type_of<operand>(), 0, 0},
#define COMPARE(name, code, text, operand, expression) \
  {text, code, Shape::kCompare, ValueType::kI32, value_type_of<operand>(), 0, 0},
#define LOAD(name, code, text, memory, reg) \
  {text, code, Shape::kLoad, value_type_of<reg>(), value_type_of<reg>(), size_of<memory>, 0},
#define STORE(name, code, text, memory, reg) \
  {text, code, Shape::kStore, value_type_of<reg>(), value_type_of<reg>(), size_of<memory>, 0},
#define VECTOR1(name, code, text, element, count, expression) \
  {text, code, Shape::kVector1, ValueType::kV128, ValueType::kV128, 0, 0},
#define VECTOR2(name, code, text, element, count, expression) \
  {text, code, Shape::kVector2, ValueType::kV128, ValueType::kV128, 0, 0},
#define VECTOR_SHIFT(name, code, text, element, count, expression) \
  {text, code, Shape::kVectorShift, ValueType::kV128, ValueType::kI32, 0, 0},
#define SPLAT(name, code, text, element, count, reg) \
  {text, code, Shape::kSplat, ValueType::kV128, value_type_of<reg>(), 0, count},
#define EXTRACT(name, code, text, element, count, reg) \
  {text, code, Shape::kExtract, value_type_of<reg>(), ValueType::kV128, 0, count},
#define REPLACE(name, code, text, element, count, reg) \
  {text, code, Shape::kReplace, ValueType::kV128, value_type_of<reg>(), 0, count},
#define LOAD_ZERO(name, code, text, memory) \
  {text, code, Shape::kLoad, ValueType::kV128, ValueType::kV128, size_of<memory>, 0},
#define LOAD_SPLAT(name, code, text, memory, count) \
  {text, code, Shape::kLoad, ValueType::kV128, ValueType::kV128, size_of<memory>, 0},
#define INTERNAL(name, text) \
  {text, 0xffff, Shape::kInternal, ValueType::kI32, ValueType::kI32, 0, 0},
#include "opcodes.def"
#define TEST(name, code, text, operand, expression) \
  {"mask " text, 0xffff, Shape::kInternal, ValueType::kI32, value_type_of<operand>(), 0, 0},
#define COMPARE(name, code, text, operand, expression) \
  {"mask " text, 0xffff, Shape::kInternal, ValueType::kI32, value_type_of<operand>(), 0, 0},
#include "opcodes.def"
}};

constexpr std::size_t kCodes = 0x300;

constexpr std::array<std::uint16_t, kCodes> make_code_table() {
  std::array<std::uint16_t, kCodes> table{};
  table.fill(static_cast<std::uint16_t>(kOps));
  for (std::size_t op = 0; op < kOps; ++op) {
    if (kInfo[op].code < kCodes) table[kInfo[op].code] = static_cast<std::uint16_t>(op);
  }
  return table;
}

constexpr std::array<std::uint16_t, kCodes> kOfCode = make_code_table();

}  // namespace

const OpInfo& info(Op op) { return kInfo[static_cast<std::size_t>(op)]; }

Op op_of_code(std::uint16_t code) {
  return code < kCodes ? static_cast<Op>(kOfCode[code]) : Op::kCount;
}

}  // namespace simt
