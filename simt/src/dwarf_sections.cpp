// SPDX-License-Identifier: MIT
#include "dwarf_reader.hpp"

namespace simt::dwarf {

namespace {

constexpr std::size_t kHeaderBytes = 8;  // magic and version
constexpr std::uint8_t kCustomSection = 0;
constexpr std::uint8_t kDataSection = 11;
constexpr std::uint8_t kI32Const = 0x41;
constexpr std::uint8_t kI64Const = 0x42;

std::string_view section_name(Reader& section) {
  const auto name = section.take(section.uleb());
  return {reinterpret_cast<const char*>(name.data()), name.size()};
}

// Each segment is flags, `i32.const` or `i64.const` with its address, `end`, and its bytes.
std::vector<std::uint64_t> segment_addresses(Bytes contents) {
  std::vector<std::uint64_t> addresses;
  Reader reader(contents);
  const std::uint64_t count = reader.uleb();
  for (std::uint64_t k = 0; k < count && !reader.failed(); ++k) {
    const std::uint64_t flags = reader.uleb();
    const std::uint8_t opcode = reader.byte();
    if (flags != 0 || (opcode != kI32Const && opcode != kI64Const)) break;
    addresses.push_back(static_cast<std::uint64_t>(reader.sleb()));
    reader.byte();  // end
    reader.skip(reader.uleb());
  }
  return addresses;
}

}  // namespace

Sections find_sections(Bytes object) {
  Sections sections;
  Reader reader(object, kHeaderBytes);
  while (!reader.at_end()) {
    const std::uint8_t id = reader.byte();
    const auto contents = reader.take(reader.uleb());
    if (id == kDataSection) sections.segment_addresses = segment_addresses(contents);
    if (id != kCustomSection) continue;
    Reader section(contents);
    const std::string_view name = section_name(section);
    if (section.failed()) continue;
    const auto payload = contents.subspan(section.position());
    if (name == ".debug_line") sections.line = payload;
    if (name == ".debug_info") sections.info = payload;
    if (name == ".debug_abbrev") sections.abbrev = payload;
    if (name == ".debug_str") sections.str = payload;
    if (name == ".debug_ranges") sections.ranges = payload;
  }
  return sections;
}

}  // namespace simt::dwarf
