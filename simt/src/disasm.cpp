// SPDX-License-Identifier: MIT
#include "disasm.hpp"

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "device_lib.hpp"

namespace simt {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

/// The parts one after another.
std::string join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

/// A register, or a constant as hexadecimal bits.
std::string operand(const Code& code, Register r) {
  if (r >= 0) return join({"r", number(r)});
  std::uint64_t bits = 0;
  const auto at = static_cast<std::uint32_t>(r & ~kPoolBit);
  std::memcpy(&bits, code.pool.get() + at, 4);
  char text[32];
  std::snprintf(text, sizeof text, "#%llx", static_cast<unsigned long long>(bits));
  return text;
}

std::string address(const Code& code, const Row& row) {
  std::string text = join({"[", operand(code, row.a)});
  const auto mode = static_cast<AddressMode>(row.flags >> 5);
  if (mode != AddressMode::kBase) text += join({" + ", operand(code, row.b)});
  if (mode != AddressMode::kBase && mode != AddressMode::kSum)
    text += join({" << ", number(row.c)});
  if (row.imm != 0) text += join({" + ", number(static_cast<std::int64_t>(row.imm))});
  return text + "]";
}

std::string arguments(const Code& code, const Row& row) {
  const Register* const list = code.lists.data() + row.b;
  std::string text = "(";
  for (Register i = 0; i < list[0]; ++i)
    text += join({i == 0 ? "" : ", ", operand(code, list[1 + i])});
  return text + ")";
}

std::string condition(const Code& code, const Row& row, Register r) {
  const std::string sign = (row.flags & kInvert) != 0 ? "!" : "";
  return sign + ((row.flags & kConditionMask) != 0 ? "mask" : operand(code, r));
}

std::string control(const Module& module, const Code& code, const Row& row) {
  const std::string slot = join({" slot ", number(row.aux)});
  const std::string empty = join({", empty: ", number(row.c)});
  switch (row.op) {
    case Op::kIf:
    case Op::kBranchIf:
      return condition(code, row, row.a) + slot + empty;
    case Op::kLoopIf:
      return condition(code, row, row.a) + slot + ", again: " + number(row.d) + empty;
    case Op::kLoopEnd:
      return slot.substr(1) + ", again: " + number(row.d) + empty;
    case Op::kElse:
    case Op::kEnd:
    case Op::kEndIf:
    case Op::kBranch:
      return slot.substr(1) + empty;
    case Op::kBranchTable:
      return operand(code, row.a) + empty;
    case Op::kCall:
      return module.functions[row.imm].name + arguments(code, row);
    case Op::kCallIndirect:
      return operand(code, row.a) + arguments(code, row);
    case Op::kImport:
      return std::string(import_at(static_cast<std::uint32_t>(row.imm)).name) +
             arguments(code, row);
    default:
      return {};
  }
}

bool writes_register(const Row& row) {
  const OpInfo& about = info(row.op);
  if (about.shape == Shape::kStore) return false;
  if (about.shape != Shape::kInternal) return true;
  switch (row.op) {
    case Op::kCall:
    case Op::kCallIndirect:
    case Op::kImport:
      return row.lane != 0;
    case Op::kSetStack:
    case Op::kTrap:
    case Op::kReturn:
      return false;
    default:
      return row.op < Op::kIf;
  }
}

std::string operands(const Module& module, const Code& code, const Row& row) {
  const OpInfo& about = info(row.op);
  const std::string_view mark = (row.flags & kVolatile) != 0 ? "volatile " : "";
  if (about.shape == Shape::kLoad) return join({mark, address(code, row)});
  if (about.shape == Shape::kStore)
    return join({mark, address(code, row), " = ", operand(code, row.d)});
  if (row.op >= Op::kIf && row.op <= Op::kTrap) return control(module, code, row);
  switch (row.op) {
    case Op::kSelect4:
    case Op::kSelect8:
    case Op::kSelect16:
      return condition(code, row, row.c) + " ? " + operand(code, row.a) + " : " +
             operand(code, row.b);
    case Op::kSpecial:
      return number(static_cast<std::int64_t>(row.imm));
    case Op::kGetStack:
      return {};
    case Op::kSetStack:
    case Op::kMove4:
    case Op::kMove8:
    case Op::kMove16:
    case Op::kMoveIf:
      return operand(code, row.a);
    case Op::kScaleS:
    case Op::kScaleU:
    case Op::kScale64:
      return operand(code, row.a) + " << " + number(row.c);
    case Op::kAddScaledS:
    case Op::kAddScaledU:
    case Op::kAddScaled64:
      return operand(code, row.a) + " + " + operand(code, row.b) + " << " + number(row.c);
    case Op::kF32MulAdd:
    case Op::kF64MulAdd:
    case Op::kF32Fma:
    case Op::kF64Fma:
    case Op::kBitselect:
    case Op::kShuffle16:
      return operand(code, row.a) + ", " + operand(code, row.b) + ", " + operand(code, row.c);
    default:
      break;
  }
  const bool has_two =
      about.shape == Shape::kBinary || about.shape == Shape::kCompare ||
      about.shape == Shape::kVector2 || about.shape == Shape::kReplace ||
      about.shape == Shape::kVectorShift ||
      (row.op >= Op::kMaskI32Eqz && row.op != Op::kMaskI32Eqz && row.op != Op::kMaskI64Eqz);
  return operand(code, row.a) + (has_two ? join({", ", operand(code, row.b)}) : "");
}

}  // namespace

std::string disassemble(const Module& module, const Code& code) {
  std::string text;
  for (const DecodedFunction& function : code.functions) {
    text += module.functions[function.index].name + ": " + number(function.frame_bytes) +
            " bytes, " + number(function.slots) + " slots\n";
    for (std::uint32_t i = function.first_row; i < function.first_row + function.row_count; ++i) {
      const Row& row = code.rows[i];
      char head[48];
      std::snprintf(head, sizeof head, "%5u +%-5u ", i, code.code_offsets[i]);
      text += head;
      if (writes_register(row))
        text += join({"r", number(row.d),
                      (row.flags & (kWritesLocal | kWritesMerge)) != 0 ? "* = " : " = "});
      const std::string rest = operands(module, code, row);
      text += join({info(row.op).text, rest.empty() ? "" : " ", rest, "\n"});
    }
  }
  return text;
}

}  // namespace simt
