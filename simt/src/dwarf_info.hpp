// SPDX-License-Identifier: MIT
//
// `.debug_info` of DWARF 4 as a flat list of the entries the virtual GPU asks about: functions,
// their parameters, inlined calls, variables and the types these refer to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf_reader.hpp"

namespace simt::dwarf {

enum class Tag : std::uint16_t {
  kArrayType = 0x01,
  kClassType = 0x02,
  kEnumerationType = 0x04,
  kFormalParameter = 0x05,
  kLexicalBlock = 0x0b,
  kMember = 0x0d,
  kPointerType = 0x0f,
  kReferenceType = 0x10,
  kCompileUnit = 0x11,
  kStructureType = 0x13,
  kTypedef = 0x16,
  kUnionType = 0x17,
  kInheritance = 0x1c,
  kInlinedSubroutine = 0x1d,
  kSubrangeType = 0x21,
  kBaseType = 0x24,
  kConstType = 0x26,
  kSubprogram = 0x2e,
  kVariable = 0x34,
  kVolatileType = 0x35,
  kRestrictType = 0x37,
  kNamespace = 0x39,
  kRvalueReferenceType = 0x42,
  kFormalParameterPack = 0x4108,
};

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Half-open range of code offsets.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One entry. References (`type`, `origin`, `parent`) are indices into `Info::entries`.
struct Entry {
  Tag tag = Tag::kCompileUnit;
  std::uint32_t parent = kNone;
  std::uint32_t first_child = kNone;
  std::uint32_t next_sibling = kNone;
  std::uint32_t type = kNone;
  std::uint32_t origin = kNone;  ///< abstract origin or specification
  std::string_view name;
  std::string_view linkage_name;
  std::uint64_t byte_size = 0;
  std::uint64_t count = 0;    ///< elements of a subrange; 0 if unknown
  std::uint64_t address = 0;  ///< of a variable, with `has_address`
  std::uint32_t alignment = 0;
  std::uint32_t file = 0;  ///< index into the line table's files
  std::uint32_t line = 0;
  std::uint32_t call_file = 0;
  std::uint32_t call_line = 0;
  std::uint32_t call_column = 0;
  std::uint8_t encoding = 0;
  std::uint8_t calling_convention = 0;
  bool has_address = false;
  bool is_declaration = false;
  bool is_artificial = false;
  bool is_external = false;
  bool is_vector = false;
  bool is_bit_field = false;
  std::vector<Range> ranges;  ///< code of a function or an inlined call
};

struct LineTable;

struct Info {
  std::vector<Entry> entries;
  std::uint8_t address_size = 8;  ///< bytes of a pointer
};

/// Reads all units. Unknown forms, foreign versions and cut-off data end the reading; `error`
/// says why, and the entries read before stay usable.
Info read_info(const Sections& sections, const LineTable& lines, std::string& error);

}  // namespace simt::dwarf
