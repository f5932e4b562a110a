// SPDX-License-Identifier: MIT
#include "warp.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace simt {
namespace {

constexpr std::uint32_t kMaxFrameMemory = 8u << 20;
constexpr std::uint32_t kFirstFrameMemory = 1u << 12;
constexpr int kMaxExitWalk = 400;

bool ends_label(Op op) {
  return op == Op::kElse || op == Op::kEnd || op == Op::kEndIf || op == Op::kLoopEnd ||
         op == Op::kLoopIf;
}

/// Slot whose waiting lanes `row` takes up, or -1.
std::int64_t adopted_slot(const Row& row) {
  if (ends_label(row.op)) return row.aux;
  if (row.op == Op::kReturn) return 0;
  return -1;
}

LaneMask waiting_at(const LaneMask* slots, std::size_t slot) {
  return slots[2 * slot] | slots[2 * slot + 1];
}

/// First row at or after `from` that takes up lanes of `lanes`; the function's last row if none
/// does.
std::uint32_t next_adopting_row(const Code& code, const Frame& frame, const LaneMask* slots,
                                std::uint32_t from, LaneMask lanes) {
  const DecodedFunction& function = *frame.function;
  const std::uint32_t end = function.first_row + function.row_count;
  // An indirect call whose groups have not all been called, or wait for the others.
  if (code.rows[from].op == Op::kCallIndirect &&
      (waiting_at(slots, code.rows[from].aux) & lanes) != 0)
    return from;
  for (std::uint32_t row = from; row < end; ++row) {
    const std::int64_t slot = adopted_slot(code.rows[row]);
    if (slot >= 0 && (waiting_at(slots, static_cast<std::size_t>(slot)) & lanes) != 0) return row;
  }
  return end - 1;
}

/// Row that ends the label of a slot, or the function's last row.
std::uint32_t end_of_slot(const Code& code, const DecodedFunction& function, std::uint32_t slot) {
  const std::uint32_t end = function.first_row + function.row_count;
  for (std::uint32_t row = function.first_row; row < end; ++row) {
    const Op op = code.rows[row].op;
    if ((op == Op::kEnd || op == Op::kEndIf) && code.rows[row].aux == slot) return row;
  }
  return end - 1;
}

/// Operations that nobody outside the lane can notice.
bool is_silent(Op op) {
  const Shape shape = info(op).shape;
  if (shape != Shape::kInternal) return shape != Shape::kLoad && shape != Shape::kStore;
  switch (op) {
    case Op::kImport:
    case Op::kCall:
    case Op::kCallIndirect:
    case Op::kTrap:
    case Op::kBranchIf:
    case Op::kBranchTable:
    case Op::kIf:
    case Op::kElse:
    case Op::kLoopEnd:
    case Op::kLoopIf:
      return false;
    default:
      return true;
  }
}

/// True if a lane that goes on at `row` reaches the end of the kernel without any effect.
bool leads_to_exit(const Code& code, const DecodedFunction& function, std::uint32_t row) {
  for (int step = 0; step < kMaxExitWalk; ++step) {
    const Row& at = code.rows[row];
    if (at.op == Op::kReturn) return true;
    if (at.op == Op::kBranch) {
      if (at.aux == 0) return true;
      row = end_of_slot(code, function, at.aux);
      continue;
    }
    if (!is_silent(at.op)) return false;
    ++row;
  }
  return false;
}

template <class T>
void copy_lanes(std::byte* to, const std::byte* from, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    std::memcpy(to + lane * sizeof(T), from + lane * sizeof(T), sizeof(T));
  }
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value;
  hash *= 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

}  // namespace

void LocalMemory::commit(std::uint64_t offset) {
  if (holds(offset)) return;
  // In small steps: thousands of warps may be alive, and each step counts for 32 threads.
  const std::uint32_t needed = size - static_cast<std::uint32_t>(offset);
  const std::uint32_t wanted =
      std::min((std::max(needed, committed + committed / 2) + 63) / 64 * 64, size);
  AlignedBytes larger = make_aligned(std::size_t{wanted} * kWarpSize);
  const std::size_t old_bytes = std::size_t{committed} * kWarpSize;
  // The top of the stack keeps its place at the end.
  if (committed > 0)
    std::memcpy(larger.get() + std::size_t{wanted} * kWarpSize - old_bytes, data.get(), old_bytes);
  data = std::move(larger);
  committed = wanted;
}

bool push_frame(Strand& strand, const DecodedFunction& function, std::uint32_t return_row,
                LaneMask mask, Register result, std::uint32_t max_depth) {
  const std::uint32_t base = strand.top;
  const std::uint32_t bytes = (slot_bytes(function) + function.frame_bytes + 63) / 64 * 64;
  if (strand.frames.size() >= max_depth || base + bytes > kMaxFrameMemory) return false;
  if (base + bytes > strand.capacity) {
    const std::uint32_t capacity = std::max({kFirstFrameMemory, strand.capacity * 2, base + bytes});
    AlignedBytes larger = make_aligned(capacity);
    if (base > 0) std::memcpy(larger.get(), strand.memory.get(), base);
    strand.memory = std::move(larger);
    strand.capacity = capacity;
  }
  strand.frames.push_back({&function, return_row, base, mask, result});
  strand.top = base + bytes;
  std::memset(strand.memory.get() + base, 0, slot_bytes(function));
  std::byte* const registers = strand.registers(strand.frames.back());
  for (const RegisterRange& range : function.zeroed)
    std::memset(registers + range.begin, 0, range.bytes);
  return true;
}

LaneMask waiting_lanes(const Strand& strand) { return strand.lanes & ~strand.mask; }

LaneMask lanes_bound_to_exit(const Code& code, const Strand& strand) {
  if (strand.frames.size() != 1) return 0;
  const Frame& frame = strand.frames.front();
  const LaneMask* const slots = strand.slots(frame);
  LaneMask bound = 0;
  for (std::uint32_t slot = 1; slot < frame.function->slots; ++slot) {
    if (slots[2 * slot] == 0) continue;
    const std::uint32_t end = end_of_slot(code, *frame.function, slot);
    const bool is_loop = code.rows[end].op == Op::kReturn;
    if (!is_loop && leads_to_exit(code, *frame.function, end + 1)) bound |= slots[2 * slot];
  }
  return bound & waiting_lanes(strand);
}

void retire_lanes(Strand& strand, LaneMask lanes) {
  for (const Frame& frame : strand.frames) {
    LaneMask* const slots = strand.slots(frame);
    for (std::uint32_t i = 0; i < frame.function->slots * 2; ++i) slots[i] &= ~lanes;
  }
  strand.lanes &= ~lanes;
  strand.mask &= ~lanes;
  strand.warp->exited |= lanes;
}

std::unique_ptr<Strand> split_waiting(const Code& code, Strand& strand) {
  const LaneMask others = waiting_lanes(strand);
  auto part = std::make_unique<Strand>();
  part->warp = strand.warp;
  part->shared = strand.shared;
  part->lanes = others;
  part->frames = strand.frames;
  part->capacity = strand.capacity;
  part->top = strand.top;
  part->memory = make_aligned(strand.capacity);
  std::memcpy(part->memory.get(), strand.memory.get(), strand.top);
  strand.lanes &= ~others;

  for (std::size_t i = 0; i < strand.frames.size(); ++i) {
    LaneMask* const old_slots = strand.slots(strand.frames[i]);
    LaneMask* const new_slots = part->slots(part->frames[i]);
    for (std::uint32_t k = 0; k < strand.frames[i].function->slots * 2; ++k) {
      new_slots[k] &= others;
      old_slots[k] &= ~others;
    }
    strand.frames[i].mask &= ~others;
    part->frames[i].mask &= others;
  }

  // The part goes on in the innermost call that any of its lanes is in.
  std::uint32_t from = strand.row;
  while (part->frames.size() > 1 && part->frames.back().mask == 0) {
    from = part->frames.back().return_row;
    part->top = part->frames.back().base;
    part->frames.pop_back();
  }
  const Frame& frame = part->frames.back();
  part->row = next_adopting_row(code, frame, part->slots(frame), from, others);
  return part;
}

bool same_place(const Strand& a, const Strand& b) {
  if (a.row != b.row || a.frames.size() != b.frames.size()) return false;
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    if (a.frames[i].function != b.frames[i].function ||
        a.frames[i].return_row != b.frames[i].return_row)
      return false;
  }
  return true;
}

void join(Strand& into, const Strand& from) {
  for (std::size_t i = 0; i < into.frames.size(); ++i) {
    Frame& frame = into.frames[i];
    const Frame& other = from.frames[i];
    LaneMask* const slots = into.slots(frame);
    const LaneMask* const other_slots = from.slots(other);
    for (std::uint32_t k = 0; k < frame.function->slots * 2; ++k) slots[k] |= other_slots[k];
    frame.mask |= other.mask;
    // Registers are arrays of 4, 8 or 16 bytes a lane, which the frame does not tell apart. Lane l
    // of an array of size s at offset o is [o + l s, o + l s + s), so copy array by array.
    for (const RegisterRange& array : frame.function->arrays) {
      std::byte* const to = into.registers(frame) + array.begin;
      const std::byte* const source = from.registers(other) + array.begin;
      if (array.bytes == 4)
        copy_lanes<std::uint32_t>(to, source, from.lanes);
      else if (array.bytes == 8)
        copy_lanes<std::uint64_t>(to, source, from.lanes);
      else
        copy_lanes<Vector>(to, source, from.lanes);
    }
  }
  into.lanes |= from.lanes;
  into.mask |= from.mask;
}

std::uint64_t state_hash(const Strand& strand) {
  std::uint64_t hash = mix(strand.row, strand.mask);
  // Calls of one function from different places are different states.
  for (const Frame& frame : strand.frames) hash = mix(hash, frame.return_row);
  for (std::uint32_t at = 0; at + 8 <= strand.top; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, strand.memory.get() + at, 8);
    hash = mix(hash, word);
  }
  return hash;
}

}  // namespace simt
