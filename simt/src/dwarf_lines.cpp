// SPDX-License-Identifier: MIT
#include "dwarf_lines.hpp"

#include <algorithm>

namespace simt::dwarf {

namespace {

constexpr std::size_t kMaxRows = 4'000'000;
constexpr std::size_t kMaxFiles = 100'000;

/// Fields of a line program's header that its opcodes need.
struct Header {
  std::uint8_t min_instruction = 1;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::vector<std::uint8_t> operand_counts;
  std::uint32_t first_file = 0;  ///< files of this program start after this index
};

enum StandardOpcode : std::uint8_t {
  kCopy = 1,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kBasicBlock,
  kConstAddPc,
  kFixedAdvancePc,
};
enum ExtendedOpcode : std::uint8_t { kEndSequence = 1, kSetAddress = 2 };

std::string join(std::string_view folder, std::string_view name) {
  if (folder.empty() || name.starts_with('/')) return std::string(name);
  return std::string(folder) + "/" + std::string(name);
}

void read_files(Reader& reader, LineTable& table) {
  std::vector<std::string_view> folders{""};
  while (!reader.at_end()) {
    const auto folder = reader.string();
    if (folder.empty() || folders.size() > kMaxFiles) break;
    folders.push_back(folder);
  }
  while (!reader.at_end()) {
    const auto name = reader.string();
    if (name.empty() || table.files.size() > kMaxFiles) break;
    const auto folder = reader.uleb();
    reader.uleb();  // time
    reader.uleb();  // length
    table.files.push_back(join(folder < folders.size() ? folders[folder] : "", name));
  }
}

/// Runs one line program and appends its rows.
class Machine {
 public:
  Machine(const Header& header, LineTable& table) : header_(header), table_(table) {}

  void run(Reader& reader) {
    while (!reader.at_end() && table_.rows.size() < kMaxRows) step(reader);
  }

 private:
  void step(Reader& reader) {
    const std::uint8_t opcode = reader.byte();
    if (opcode >= header_.opcode_base) {
      special(opcode);
    } else if (opcode == 0) {
      extended(reader);
    } else {
      standard(opcode, reader);
    }
  }

  void special(std::uint8_t opcode) {
    const unsigned adjusted = opcode - header_.opcode_base;
    advance(adjusted / header_.line_range);
    row_.line += static_cast<std::uint32_t>(header_.line_base +
                                            static_cast<int>(adjusted % header_.line_range));
    emit(false);
  }

  void extended(Reader& reader) {
    Reader body(reader.take(reader.uleb()));
    switch (body.byte()) {
      case kEndSequence:
        emit(true);
        row_ = Row{};
        row_.line = 1;
        file_ = 1;
        break;
      case kSetAddress:
        row_.pc = static_cast<std::uint32_t>(body.fixed<std::uint32_t>());
        break;
      default:
        break;  // discriminators and the like
    }
  }

  void standard(std::uint8_t opcode, Reader& reader) {
    switch (opcode) {
      case kCopy:
        emit(false);
        break;
      case kAdvancePc:
        advance(reader.uleb());
        break;
      case kAdvanceLine:
        row_.line += static_cast<std::uint32_t>(reader.sleb());
        break;
      case kSetFile:
        file_ = reader.uleb();
        break;
      case kSetColumn:
        row_.column = static_cast<std::uint32_t>(reader.uleb());
        break;
      case kConstAddPc:
        advance((255U - header_.opcode_base) / header_.line_range);
        break;
      case kFixedAdvancePc:
        row_.pc += reader.fixed<std::uint16_t>();
        break;
      default:
        for (std::uint8_t k = 0; k < operands(opcode); ++k) reader.uleb();
    }
  }

  std::uint8_t operands(std::uint8_t opcode) const {
    return opcode <= header_.operand_counts.size() ? header_.operand_counts[opcode - 1U] : 0;
  }

  void advance(std::uint64_t operation) {
    row_.pc += static_cast<std::uint32_t>(operation * header_.min_instruction);
  }

  void emit(bool end) {
    row_.file = static_cast<std::uint32_t>(header_.first_file + file_);
    if (row_.file >= table_.files.size()) row_.file = 0;
    row_.end = end;
    table_.rows.push_back(row_);
  }

  const Header& header_;
  LineTable& table_;
  Row row_{0, 0, 1, 0, false};
  std::uint64_t file_ = 1;
};

/// Reads the program at `offset`; returns what is wrong with it, or nothing.
std::string read_program(Bytes unit, std::uint64_t offset, LineTable& table) {
  Reader reader(unit);
  const auto version = reader.fixed<std::uint16_t>();
  if (version != 4) {
    return "line table of DWARF version " + std::to_string(version) + "; compile with -gdwarf-4";
  }
  const auto header_length = reader.fixed<std::uint32_t>();
  const std::size_t program = reader.position() + header_length;
  Header header;
  header.min_instruction = reader.byte();
  reader.byte();  // operations an instruction
  reader.byte();  // default of is_stmt
  header.line_base = static_cast<std::int8_t>(reader.byte());
  header.line_range = reader.byte();
  header.opcode_base = reader.byte();
  if (reader.failed() || header.line_range == 0 || header.opcode_base == 0) {
    return "line table with a damaged header";
  }
  for (int k = 1; k < header.opcode_base; ++k) header.operand_counts.push_back(reader.byte());
  header.first_file = static_cast<std::uint32_t>(table.files.size()) - 1;
  table.programs.emplace_back(offset, header.first_file);
  read_files(reader, table);
  if (reader.failed() || program > unit.size()) return "line table with a damaged header";
  Reader opcodes(unit, program);
  Machine(header, table).run(opcodes);
  return opcodes.failed() ? "line table that ends inside an instruction" : "";
}

}  // namespace

std::uint32_t LineTable::file_index(std::uint64_t offset, std::uint64_t number) const {
  if (number == 0) return 0;
  for (const auto& [start, first] : programs) {
    if (start == offset && first + number < files.size()) {
      return static_cast<std::uint32_t>(first + number);
    }
  }
  return 0;
}

LineTable read_lines(const Sections& sections, std::string& error) {
  LineTable table;
  table.files.emplace_back();
  Reader reader(sections.line);
  while (!reader.at_end() && error.empty()) {
    const std::uint64_t offset = reader.position();
    const auto unit = reader.take(reader.fixed<std::uint32_t>());
    error = reader.failed() ? "line table that is cut off" : read_program(unit, offset, table);
  }
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const Row& a, const Row& b) {
    // An end row at the start of another sequence must not hide it.
    return a.pc != b.pc ? a.pc < b.pc : a.end && !b.end;
  });
  return table;
}

}  // namespace simt::dwarf
