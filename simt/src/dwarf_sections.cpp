// SPDX-License-Identifier: MIT
#include "dwarf_reader.hpp"

namespace simt::dwarf {

namespace {

constexpr std::size_t kHeaderBytes = 8;  // magic and version

std::string_view section_name(Reader& section) {
  const auto name = section.take(section.uleb());
  return {reinterpret_cast<const char*>(name.data()), name.size()};
}

}  // namespace

Sections find_sections(std::span<const std::uint8_t> object) {
  Sections sections;
  Reader reader(object, kHeaderBytes);
  while (!reader.at_end()) {
    const std::uint8_t id = reader.byte();
    const auto contents = reader.take(reader.uleb());
    if (id != 0) continue;
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
