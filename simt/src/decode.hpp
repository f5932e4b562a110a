// SPDX-License-Identifier: MIT
//
// From stack code to rows of register form, one kernel with everything it can reach at a time.
//
// A register is a lane array: 32 values of 4, 8 or 16 bytes, at a fixed offset of the function's
// frame. Locals have a register each; a stack slot has one for each height and size; a value that
// reaches the end of a block by several ways has one of its own, because lanes that are still
// running must not overwrite the value of lanes that wait there. local.get costs nothing.
// Constants are splat once into a pool that all warps share. An operand is the byte offset in the
// frame, or, with the sign bit set, in the pool.
//
// Each kernel has its own rows because shared variables are placed for each kernel, in the order
// of their segments, which is source order.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "launch.hpp"
#include "module.hpp"
#include "opcodes.hpp"
#include "result.hpp"

namespace simt {

using Register = std::int32_t;
inline constexpr Register kPoolBit = std::numeric_limits<std::int32_t>::min();
inline constexpr Register kNoRegister = -1 & ~kPoolBit;

/// How a row writes its result and finds its operands.
enum RowFlag : std::uint8_t {
  kWritesLocal = 1,    ///< keep the value of lanes that are alive but not active
  kWritesMerge = 2,    ///< keep the value of all lanes that are not active
  kVolatile = 4,       ///< memory: marked by the check pass
  kConditionMask = 8,  ///< the condition is the mask that the row before made
  kInvert = 16         ///< the condition counts inverted
};

/// Where a memory row's address comes from, besides the constant offset in `imm`.
enum class AddressMode : std::uint8_t {
  kBase,      ///< a
  kSum,       ///< a + b
  kScaledS,   ///< a + (i64(i32 b) << c)
  kScaledU,   ///< a + (i64(u32 b) << c)
  kScaled64,  ///< a + (b << c)
};

/// One operation of register form. Fields mean what the operation's line in opcodes.def says.
struct Row {
  Op op = Op::kTrap;
  std::uint8_t flags = 0;
  std::uint8_t lane = 0;  ///< vector lane; memory: alignment needed; moves: bytes
  Register d = 0, a = 0, b = 0;
  std::int32_t c = 0;     ///< register, shift, or row to go on at
  std::uint32_t aux = 0;  ///< label slot; memory: index of the address cache
  std::uint64_t imm = 0;
};
static_assert(sizeof(Row) == 32);

struct RegisterRange {
  std::uint32_t begin = 0, bytes = 0;
};

struct DecodedFunction {
  std::uint32_t index = 0;  ///< into Module::functions
  std::uint32_t first_row = 0;
  std::uint32_t row_count = 0;
  std::uint32_t slots = 1;        ///< labels; slot 0 is the function's end
  std::uint32_t frame_bytes = 0;  ///< registers
  std::vector<Register> parameters;
  std::vector<std::uint8_t> parameter_bytes;
  Register result = 0;
  std::uint8_t result_bytes = 0;      ///< 0: no result
  std::vector<RegisterRange> zeroed;  ///< locals that may be read before they are written
  std::vector<RegisterRange> arrays;  ///< all registers: offset, and bytes of one lane
};

/// A special register that a kernel's entry function keeps in its frame, ready to use.
struct SpecialRegister {
  std::uint32_t index = 0;  ///< as in __simt_sregs
  Register reg = 0;
};

struct FreeAligned {
  void operator()(std::byte* p) const;
};
using AlignedBytes = std::unique_ptr<std::byte[], FreeAligned>;
/// Zeroed bytes at a 64-byte boundary.
AlignedBytes make_aligned(std::size_t bytes);

/// A kernel in register form. functions[0] is the kernel itself.
struct Code {
  std::vector<Row> rows;
  std::vector<std::uint32_t> code_offsets;  ///< of each row, from Module::code_begin
  std::vector<std::uint8_t> weights;        ///< wasm instructions that a row stands for
  std::vector<DecodedFunction> functions;
  std::unordered_map<std::uint32_t, std::uint32_t> by_index;  ///< Module function → functions
  std::vector<Register> lists;  ///< argument lists of calls, slots of branch tables
  AlignedBytes pool;
  std::uint32_t pool_bytes = 0;
  std::vector<SpecialRegister> specials;
  std::vector<SharedVariable> shared;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t max_threads = 0;  ///< of a block, by __launch_bounds__; 0 = not bounded
  std::vector<KernelParameter> parameters;
  std::uint32_t address_caches = 0;
  bool narrow_accesses = false;
  bool uses_stack = false;
};

/// Where a module's data symbols lie; index as in Module::symbols, 0 for shared and undefined ones.
using SymbolAddresses = std::vector<std::uint64_t>;

/// True for the segment of a `__shared__` variable: a function's static in .bss.
bool is_shared_segment(const Module& module, std::uint32_t segment);

/// Decodes a kernel and all it can reach, but for Code::parameters. With `redzones`, gaps separate
/// the shared variables.
Result<std::unique_ptr<Code>> decode_kernel(const Module& module, const SymbolAddresses& addresses,
                                            std::uint32_t function, bool redzones);

}  // namespace simt
