// SPDX-License-Identifier: MIT
#include "instruction.hpp"

#include <bit>

#include "opcodes.hpp"

namespace simt {
namespace {

constexpr std::uint32_t kMaxBranchTargets = 10'000;

}  // namespace

void InstructionReader::read_block_type(Instruction& out) {
  const std::int64_t type = in_.sleb();
  if (type == -64) return;
  if (type < -64 || type >= 0) return reject("a block has parameters or several results");
  const auto byte = static_cast<std::uint8_t>(type & 0x7f);
  if (byte < 0x7b) return reject("a block has an unknown type");
  out.block_type = static_cast<ValueType>(byte);
}

void InstructionReader::read_branch_table(Instruction& out) {
  const std::uint32_t count = in_.u32();
  if (count > kMaxBranchTargets) return reject("a br_table has more than 10000 targets");
  for (std::uint32_t i = 0; i <= count && in_.ok(); ++i) out.targets.push_back(in_.u32());
}

void InstructionReader::read_memory_immediate(Instruction& out) {
  out.log2_alignment = in_.u32();
  out.immediate_at = in_.position();
  out.value = in_.uleb();
  if (out.log2_alignment > 4) reject("a memory access claims an alignment above 16");
}

void InstructionReader::read_prefixed(Instruction& out) {
  const std::uint32_t sub = in_.u32();
  if (sub > 0xff) return reject("an instruction is unknown");
  out.code = static_cast<std::uint16_t>(0x100 + sub);
  if (out.code == kCodeMemoryCopy) {
    in_.u8();
    in_.u8();
  } else if (out.code == kCodeMemoryFill) {
    in_.u8();
  }
}

void InstructionReader::read_vector(Instruction& out) {
  const std::uint32_t sub = in_.u32();
  if (sub > 0xff) return reject("a vector instruction is unknown");
  out.code = static_cast<std::uint16_t>(0x200 + sub);
  const Op op = op_of_code(out.code);
  if (op != Op::kCount) {
    const Shape shape = info(op).shape;
    if (shape == Shape::kLoad || shape == Shape::kStore) read_memory_immediate(out);
    if (shape == Shape::kExtract || shape == Shape::kReplace) out.lane = in_.u8();
  } else if (out.code == kCodeV128Const || out.code == kCodeShuffle) {
    for (std::uint8_t& byte : out.bytes) byte = in_.u8();
  } else if (out.code >= kCodeLoad8Lane && out.code <= kCodeStore64Lane) {
    read_memory_immediate(out);
    out.lane = in_.u8();
    if (out.code >= kCodeStore8Lane) skip_wrong_drop();
  }
}

/// For wasm64, LLVM 16 takes the store of a lane for an instruction with a result, and drops it.
/// There is none, so the drop goes too; a sound compiler has nothing to drop just there.
void InstructionReader::skip_wrong_drop() {
  ByteReader ahead = in_;
  if (ahead.u8() == kCodeDrop && ahead.ok()) in_.u8();
}

bool InstructionReader::next(Instruction& out) {
  out = Instruction{};
  out.at = in_.position();
  out.code = in_.u8();
  out.immediate_at = in_.position();
  switch (out.code) {
    case kCodeBlock:
    case kCodeLoop:
    case kCodeIf:
      read_block_type(out);
      break;
    case kCodeBr:
    case kCodeBrIf:
    case kCodeCall:
    case kCodeLocalGet:
    case kCodeLocalSet:
    case kCodeLocalTee:
    case kCodeGlobalGet:
    case kCodeGlobalSet:
      out.value = in_.u32();
      break;
    case kCodeBrTable:
      read_branch_table(out);
      break;
    case kCodeCallIndirect:
      out.value = in_.u32();
      in_.u32();  // table
      break;
    case kCodeSelectTyped:
      if (in_.u32() != 1) reject("a select has several types");
      in_.u8();
      break;
    case kCodeI32Const:
      out.value = static_cast<std::uint32_t>(in_.sleb());
      break;
    case kCodeI64Const:
      out.value = static_cast<std::uint64_t>(in_.sleb());
      break;
    case kCodeF32Const:
      out.value = in_.fixed<std::uint32_t>();
      break;
    case kCodeF64Const:
      out.value = in_.fixed<std::uint64_t>();
      break;
    case 0xFC:
      read_prefixed(out);
      break;
    case 0xFD:
      read_vector(out);
      break;
    default: {
      const Op op = op_of_code(out.code);
      if (op == Op::kCount) break;  // control without immediates, or unknown: validate decides
      const Shape shape = info(op).shape;
      if (shape == Shape::kLoad || shape == Shape::kStore) read_memory_immediate(out);
    }
  }
  return in_.ok();
}

}  // namespace simt
