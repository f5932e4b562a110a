// SPDX-License-Identifier: MIT
//
// One wasm instruction with its immediates, read from a function body. The validator and the
// decoder both read through here, so immediates are parsed in one place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "byte_reader.hpp"
#include "module.hpp"

namespace simt {

/// Codes of instructions that opcodes.def does not list: control, locals, constants, …
enum Code16 : std::uint16_t {
  kCodeUnreachable = 0x00,
  kCodeNop = 0x01,
  kCodeBlock = 0x02,
  kCodeLoop = 0x03,
  kCodeIf = 0x04,
  kCodeElse = 0x05,
  kCodeEnd = 0x0B,
  kCodeBr = 0x0C,
  kCodeBrIf = 0x0D,
  kCodeBrTable = 0x0E,
  kCodeReturn = 0x0F,
  kCodeCall = 0x10,
  kCodeCallIndirect = 0x11,
  kCodeDrop = 0x1A,
  kCodeSelect = 0x1B,
  kCodeSelectTyped = 0x1C,
  kCodeLocalGet = 0x20,
  kCodeLocalSet = 0x21,
  kCodeLocalTee = 0x22,
  kCodeGlobalGet = 0x23,
  kCodeGlobalSet = 0x24,
  kCodeI32Const = 0x41,
  kCodeI64Const = 0x42,
  kCodeF32Const = 0x43,
  kCodeF64Const = 0x44,
  kCodeMemoryCopy = 0x10A,
  kCodeMemoryFill = 0x10B,
  kCodeV128Const = 0x20C,
  kCodeShuffle = 0x20D,
  kCodeBitselect = 0x252,
  kCodeAnyTrue = 0x253,
  kCodeLoad8Lane = 0x254,
  kCodeLoad64Lane = 0x257,
  kCodeStore8Lane = 0x258,
  kCodeStore64Lane = 0x25B
};

struct Instruction {
  std::uint16_t code = 0;          ///< as in opcodes.def
  std::uint32_t at = 0;            ///< first byte, offset into Module::bytes
  std::uint32_t immediate_at = 0;  ///< the bytes a relocation would patch
  std::uint64_t value = 0;         ///< constant, index, label depth, or memory offset
  std::uint32_t log2_alignment = 0;
  std::uint8_t lane = 0;
  std::optional<ValueType> block_type;
  std::array<std::uint8_t, 16> bytes{};  ///< v128.const, i8x16.shuffle
  std::vector<std::uint32_t> targets;    ///< br_table, default last
};

/// Reads instructions one by one. After `false`, problem() says what was wrong.
class InstructionReader {
 public:
  InstructionReader(const Module& module, std::uint32_t begin, std::uint32_t end)
      : in_(module.bytes, begin, end) {}

  ByteReader& bytes() { return in_; }
  bool next(Instruction& out);
  const char* problem() const { return problem_; }

 private:
  void read_block_type(Instruction& out);
  void read_branch_table(Instruction& out);
  void read_memory_immediate(Instruction& out);
  void read_prefixed(Instruction& out);
  void read_vector(Instruction& out);
  void skip_wrong_drop();
  void reject(const char* problem) {
    problem_ = problem;
    in_.fail();
  }

  ByteReader in_;
  const char* problem_ = "a function body is cut short";
};

}  // namespace simt
