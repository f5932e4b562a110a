// SPDX-License-Identifier: MIT
//
// `.debug_line` of DWARF 4 as a sorted table of rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dwarf_reader.hpp"

namespace simt::dwarf {

/// From `pc` on (a code offset), up to the next row, code belongs to this place. `file` is an
/// index into `LineTable::files`; line 0 marks code of no line, `end` the end of a sequence.
struct Row {
  std::uint32_t pc = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool end = false;
};

struct LineTable {
  std::vector<Row> rows;           ///< sorted by pc
  std::vector<std::string> files;  ///< paths as the compiler names them; [0] is empty
  /// First entry of `files` for the line program at the offset of the same index.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> programs;

  /// Index into `files` of file number `number` of the line program at `offset`; 0 if unknown.
  std::uint32_t file_index(std::uint64_t offset, std::uint64_t number) const;
};

/// Reads all line programs. On failure `error` says what is wrong, and the table holds what was
/// read before it.
LineTable read_lines(const Sections& sections, std::string& error);

}  // namespace simt::dwarf
