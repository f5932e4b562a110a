// SPDX-License-Identifier: MIT
//
// A device object as read: a relocatable wasm object file, as clang writes it, in plain structs.
//
// The reader checks every count, index and range against the bytes it has, keeps function bodies
// as byte ranges, and interprets nothing: no lanes, no CUDA. It refuses what is no object of
// clang's kind (no "linking" section, several results, other import kinds) with one sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "result.hpp"

namespace simt {

enum class ValueType : std::uint8_t {
  kI32 = 0x7f,
  kI64 = 0x7e,
  kF32 = 0x7d,
  kF64 = 0x7c,
  kV128 = 0x7b
};

/// Bytes that a value of this type takes in one lane.
constexpr std::uint32_t bytes_of(ValueType type) {
  return type == ValueType::kV128                               ? 16
         : (type == ValueType::kI64 || type == ValueType::kF64) ? 8
                                                                : 4;
}

struct FunctionType {
  std::vector<ValueType> parameters;
  std::vector<ValueType> results;  ///< none or one
  bool operator==(const FunctionType&) const = default;
};

struct Function {
  std::uint32_t type = 0;  ///< index into Module::types
  bool imported = false;
  std::string name;         ///< symbol name (mangled)
  std::uint32_t begin = 0;  ///< body, as offsets into Module::bytes; locals come first
  std::uint32_t end = 0;
};

/// A named piece of initial data: one variable or string each (clang uses -fdata-sections for
/// wasm).
struct DataSegment {
  std::string name;  ///< ".bss._ZZ…", ".rodata.…", ".constant", ".data.…"
  std::uint32_t alignment = 1;
  std::uint32_t begin = 0;  ///< offset into Module::bytes
  std::uint32_t bytes = 0;
};

enum class SymbolKind : std::uint8_t {
  kFunction = 0,
  kData = 1,
  kGlobal = 2,
  kSection = 3,
  kTag = 4,
  kTable = 5
};

struct Symbol {
  SymbolKind kind = SymbolKind::kFunction;
  bool undefined = false;
  bool weak = false;
  std::uint32_t index = 0;   ///< function, data segment, global, …
  std::uint64_t offset = 0;  ///< data: offset in its segment
  std::uint64_t bytes = 0;   ///< data: size
  std::string name;
};

/// A place to patch. Types as in the tool conventions: 0 FUNCTION_INDEX_LEB, 1 TABLE_INDEX_SLEB, …
struct Relocation {
  std::uint8_t type = 0;
  std::uint32_t at = 0;  ///< offset into Module::bytes
  std::uint32_t symbol = 0;
  std::int64_t addend = 0;
};

struct CustomSection {
  std::string name;         ///< ".debug_line", ".debug_info", …
  std::uint32_t begin = 0;  ///< content, offset into Module::bytes
  std::uint32_t bytes = 0;
};

/// Everything read from one object. Owns a copy of the bytes; all offsets refer to it.
struct Module {
  std::vector<std::byte> bytes;
  bool is_64bit = true;
  std::uint32_t code_begin = 0;  ///< content of the code section; DWARF addresses count from here
  std::uint32_t code_end = 0;
  std::vector<FunctionType> types;
  std::vector<Function> functions;  ///< imports first
  std::uint32_t imported_functions = 0;
  std::vector<std::string> imported_globals;
  std::vector<DataSegment> segments;
  std::vector<Symbol> symbols;
  std::vector<Relocation> code_relocations;  ///< ascending by `at`
  std::vector<Relocation> data_relocations;  ///< ascending by `at`
  std::vector<CustomSection> sections;
  std::unordered_map<std::string, std::uint32_t> function_by_name;

  /// Content of a custom section such as ".debug_line"; empty if there is none.
  std::span<const std::byte> section(std::string_view name) const;
  /// The relocation that patches the bytes at `at` in the code section, or null.
  const Relocation* code_relocation(std::uint32_t at) const;
};

/// Reads an object. Never reads outside `bytes`; time and memory are linear in their number.
Result<Module> read_module(std::span<const std::byte> bytes);

}  // namespace simt
