// SPDX-License-Identifier: MIT
#include "dwarf_info.hpp"

#include <unordered_map>

#include "dwarf_lines.hpp"

namespace simt::dwarf {

namespace {

constexpr std::size_t kMaxEntries = 2'000'000;
constexpr std::size_t kMaxDepth = 512;
constexpr std::uint8_t kOpAddress = 0x03;

enum Form : std::uint16_t {
  kFormAddr = 0x01,
  kFormBlock2 = 0x03,
  kFormBlock4 = 0x04,
  kFormData2 = 0x05,
  kFormData4 = 0x06,
  kFormData8 = 0x07,
  kFormString = 0x08,
  kFormBlock = 0x09,
  kFormBlock1 = 0x0a,
  kFormData1 = 0x0b,
  kFormFlag = 0x0c,
  kFormSdata = 0x0d,
  kFormStrp = 0x0e,
  kFormUdata = 0x0f,
  kFormRefAddr = 0x10,
  kFormRef1 = 0x11,
  kFormRef2 = 0x12,
  kFormRef4 = 0x13,
  kFormRef8 = 0x14,
  kFormRefUdata = 0x15,
  kFormIndirect = 0x16,
  kFormSecOffset = 0x17,
  kFormExprloc = 0x18,
  kFormFlagPresent = 0x19,
  kFormRefSig8 = 0x20,
};

enum Attribute : std::uint16_t {
  kAtLocation = 0x02,
  kAtName = 0x03,
  kAtByteSize = 0x0b,
  kAtBitSize = 0x0d,
  kAtStmtList = 0x10,
  kAtLowPc = 0x11,
  kAtHighPc = 0x12,
  kAtUpperBound = 0x2f,
  kAtAbstractOrigin = 0x31,
  kAtArtificial = 0x34,
  kAtCallingConvention = 0x36,
  kAtCount = 0x37,
  kAtDeclFile = 0x3a,
  kAtDeclLine = 0x3b,
  kAtDeclaration = 0x3c,
  kAtEncoding = 0x3e,
  kAtExternal = 0x3f,
  kAtSpecification = 0x47,
  kAtType = 0x49,
  kAtRanges = 0x55,
  kAtCallColumn = 0x57,
  kAtCallFile = 0x58,
  kAtCallLine = 0x59,
  kAtLinkageName = 0x6e,
  kAtAlignment = 0x88,
  kAtGnuVector = 0x2107,
};

struct AttributeSpec {
  std::uint16_t name;
  std::uint16_t form;
};

struct Abbreviation {
  Tag tag = Tag::kCompileUnit;
  bool has_children = false;
  std::vector<AttributeSpec> attributes;
};

using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(Bytes section, std::uint64_t offset) {
  Abbreviations table;
  if (offset > section.size()) return table;
  Reader reader(section, static_cast<std::size_t>(offset));
  while (!reader.at_end()) {
    const std::uint64_t code = reader.uleb();
    if (code == 0) break;
    Abbreviation& entry = table[code];
    entry.tag = static_cast<Tag>(reader.uleb());
    entry.has_children = reader.byte() != 0;
    while (!reader.at_end()) {
      const auto name = static_cast<std::uint16_t>(reader.uleb());
      const auto form = static_cast<std::uint16_t>(reader.uleb());
      if (name == 0 && form == 0) break;
      entry.attributes.push_back({name, form});
    }
  }
  return table;
}

/// An attribute's value: a number, a string or a block, as its form has it.
struct Value {
  std::uint64_t number = 0;
  std::string_view text;
  Bytes block;
  std::uint16_t form = 0;
};

/// Reads the entries of one unit into `info`.
class UnitReader {
 public:
  UnitReader(const Sections& sections, const LineTable& lines, Info& info)
      : sections_(sections), lines_(lines), info_(info) {}

  /// Reads the unit whose length field lies at `start`; returns what is wrong, or nothing.
  std::string read(Bytes unit, std::uint64_t start) {
    start_ = start;
    Reader reader(unit);
    const auto version = reader.fixed<std::uint16_t>();
    if (version != 4) {
      return "debug information of DWARF version " + std::to_string(version) +
             "; compile with -gdwarf-4";
    }
    abbreviations_ = read_abbreviations(sections_.abbrev, reader.fixed<std::uint32_t>());
    address_size_ = reader.byte();
    if (address_size_ != 4 && address_size_ != 8)
      return "debug information of unknown address size";
    info_.address_size = address_size_;
    std::string error = read_entries(reader);
    resolve();
    return error;
  }

 private:
  static constexpr std::uint64_t kHeaderBytes = 4;  // the length field before the unit

  std::string read_entries(Reader& reader) {
    std::vector<std::uint32_t> open;  // entries whose children are being read
    std::vector<std::uint32_t> last;  // last child read on each level
    while (!reader.at_end()) {
      const std::uint64_t offset = start_ + kHeaderBytes + reader.position();
      const std::uint64_t code = reader.uleb();
      if (code == 0) {
        if (!open.empty()) open.pop_back(), last.pop_back();
        continue;
      }
      const auto found = abbreviations_.find(code);
      if (found == abbreviations_.end()) return "debug information with an unknown abbreviation";
      if (info_.entries.size() >= kMaxEntries || open.size() >= kMaxDepth) {
        return "debug information that is too large";
      }
      const auto index = static_cast<std::uint32_t>(info_.entries.size());
      link(index, open, last);
      by_offset_[offset] = index;
      if (!read_attributes(reader, found->second)) {
        return "debug information with an unknown form";
      }
      if (found->second.has_children) {
        open.push_back(index);
        last.push_back(kNone);
      }
    }
    return reader.failed() ? "debug information that is cut off" : "";
  }

  void link(std::uint32_t index, const std::vector<std::uint32_t>& open,
            std::vector<std::uint32_t>& last) {
    Entry& entry = info_.entries.emplace_back();
    if (open.empty()) return;
    entry.parent = open.back();
    if (last.back() == kNone) {
      info_.entries[open.back()].first_child = index;
    } else {
      info_.entries[last.back()].next_sibling = index;
    }
    last.back() = index;
  }

  bool read_attributes(Reader& reader, const Abbreviation& abbreviation) {
    Entry& entry = info_.entries.back();
    entry.tag = abbreviation.tag;
    std::uint64_t low = 0;
    Value high, ranges;
    for (const AttributeSpec& spec : abbreviation.attributes) {
      Value value;
      if (!read_value(reader, spec.form, value)) return false;
      switch (spec.name) {
        case kAtLowPc:
          low = value.number;
          break;
        case kAtHighPc:
          high = value;
          break;
        case kAtRanges:
          ranges = value;
          break;
        default:
          store(entry, spec.name, value);
      }
    }
    if (high.form != 0) {
      const std::uint64_t end = high.form == kFormAddr ? high.number : low + high.number;
      entry.ranges.push_back({static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(end)});
    } else if (ranges.form != 0) {
      read_ranges(entry, ranges.number);
    }
    return true;
  }

  void store(Entry& entry, std::uint16_t attribute, const Value& value) {
    switch (attribute) {
      case kAtName:
        entry.name = value.text;
        break;
      case kAtLinkageName:
        entry.linkage_name = value.text;
        break;
      case kAtByteSize:
        entry.byte_size = value.number;
        break;
      case kAtBitSize:
        entry.is_bit_field = true;
        break;
      case kAtCount:
        entry.count = value.number;
        break;
      case kAtUpperBound:
        entry.count = value.number + 1;
        break;
      case kAtAlignment:
        entry.alignment = static_cast<std::uint32_t>(value.number);
        break;
      case kAtEncoding:
        entry.encoding = static_cast<std::uint8_t>(value.number);
        break;
      case kAtCallingConvention:
        entry.calling_convention = static_cast<std::uint8_t>(value.number);
        break;
      case kAtDeclaration:
        entry.is_declaration = value.number != 0;
        break;
      case kAtArtificial:
        entry.is_artificial = value.number != 0;
        break;
      case kAtExternal:
        entry.is_external = value.number != 0;
        break;
      case kAtGnuVector:
        entry.is_vector = value.number != 0;
        break;
      case kAtDeclFile:
        entry.file = file(value);
        break;
      case kAtDeclLine:
        entry.line = static_cast<std::uint32_t>(value.number);
        break;
      case kAtCallFile:
        entry.call_file = file(value);
        break;
      case kAtCallLine:
        entry.call_line = static_cast<std::uint32_t>(value.number);
        break;
      case kAtCallColumn:
        entry.call_column = static_cast<std::uint32_t>(value.number);
        break;
      case kAtStmtList:
        line_program_ = value.number;
        break;
      case kAtLocation:
        store_location(entry, value);
        break;
      case kAtType:
        references_.push_back({index_of(entry), value.number, false});
        break;
      case kAtAbstractOrigin:
      case kAtSpecification:
        references_.push_back({index_of(entry), value.number, true});
        break;
      default:
        break;
    }
  }

  std::uint32_t index_of(const Entry& entry) const {
    return static_cast<std::uint32_t>(&entry - info_.entries.data());
  }

  std::uint32_t file(const Value& value) const {
    return lines_.file_index(line_program_, value.number);
  }

  void store_location(Entry& entry, const Value& value) const {
    Reader expression(value.block);
    if (value.block.empty() || expression.byte() != kOpAddress) return;
    entry.address = address(expression);
    entry.has_address = !expression.failed();
  }

  std::uint64_t address(Reader& reader) const {
    return address_size_ == 8 ? reader.fixed<std::uint64_t>() : reader.fixed<std::uint32_t>();
  }

  void read_ranges(Entry& entry, std::uint64_t offset) const {
    if (offset > sections_.ranges.size()) return;
    Reader reader(sections_.ranges, static_cast<std::size_t>(offset));
    const std::uint64_t base_marker = address_size_ == 8 ? ~std::uint64_t{0} : 0xffffffffULL;
    std::uint64_t base = 0;
    while (!reader.at_end()) {
      const std::uint64_t begin = address(reader);
      const std::uint64_t end = address(reader);
      if (begin == 0 && end == 0) return;
      if (begin == base_marker) {
        base = end;
        continue;
      }
      entry.ranges.push_back(
          {static_cast<std::uint32_t>(base + begin), static_cast<std::uint32_t>(base + end)});
    }
  }

  bool read_value(Reader& reader, std::uint16_t form, Value& value) {
    value.form = form;
    switch (form) {
      case kFormAddr:
        value.number = address(reader);
        return true;
      case kFormData1:
      case kFormFlag:
        value.number = reader.byte();
        return true;
      case kFormData2:
        value.number = reader.fixed<std::uint16_t>();
        return true;
      case kFormData4:
      case kFormSecOffset:
        value.number = reader.fixed<std::uint32_t>();
        return true;
      case kFormData8:
      case kFormRefSig8:
        value.number = reader.fixed<std::uint64_t>();
        return true;
      case kFormUdata:
        value.number = reader.uleb();
        return true;
      case kFormSdata:
        value.number = static_cast<std::uint64_t>(reader.sleb());
        return true;
      case kFormFlagPresent:
        value.number = 1;
        return true;
      case kFormString:
        value.text = reader.string();
        return true;
      case kFormStrp:
        value.text = pooled_string(reader.fixed<std::uint32_t>());
        return true;
      case kFormRefAddr:
        value.number = reader.fixed<std::uint32_t>();
        return true;
      case kFormRef1:
        value.number = start_ + reader.byte();
        return true;
      case kFormRef2:
        value.number = start_ + reader.fixed<std::uint16_t>();
        return true;
      case kFormRef4:
        value.number = start_ + reader.fixed<std::uint32_t>();
        return true;
      case kFormRef8:
        value.number = start_ + reader.fixed<std::uint64_t>();
        return true;
      case kFormRefUdata:
        value.number = start_ + reader.uleb();
        return true;
      case kFormBlock1:
        value.block = reader.take(reader.byte());
        return true;
      case kFormBlock2:
        value.block = reader.take(reader.fixed<std::uint16_t>());
        return true;
      case kFormBlock4:
        value.block = reader.take(reader.fixed<std::uint32_t>());
        return true;
      case kFormBlock:
      case kFormExprloc:
        value.block = reader.take(reader.uleb());
        return true;
      case kFormIndirect: {
        const auto actual = static_cast<std::uint16_t>(reader.uleb());
        return actual != kFormIndirect && read_value(reader, actual, value);
      }
      default:
        return false;
    }
  }

  std::string_view pooled_string(std::uint32_t offset) const {
    if (offset >= sections_.str.size()) return {};
    return Reader(sections_.str, offset).string();
  }

  /// Turns references by section offset into indices, now that all entries are known.
  void resolve() {
    for (const Reference& reference : references_) {
      const auto found = by_offset_.find(reference.offset);
      if (found == by_offset_.end()) continue;
      Entry& entry = info_.entries[reference.entry];
      (reference.is_origin ? entry.origin : entry.type) = found->second;
    }
    references_.clear();
  }

  struct Reference {
    std::uint32_t entry;
    std::uint64_t offset;
    bool is_origin;
  };

  const Sections& sections_;
  const LineTable& lines_;
  Info& info_;
  Abbreviations abbreviations_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_offset_;
  std::vector<Reference> references_;
  std::uint64_t start_ = 0;
  std::uint64_t line_program_ = 0;
  std::uint8_t address_size_ = 8;
};

}  // namespace

Info read_info(const Sections& sections, const LineTable& lines, std::string& error) {
  Info info;
  UnitReader units(sections, lines, info);
  Reader reader(sections.info);
  while (!reader.at_end() && error.empty()) {
    const std::uint64_t start = reader.position();
    const auto unit = reader.take(reader.fixed<std::uint32_t>());
    error = reader.failed() ? "debug information that is cut off" : units.read(unit, start);
  }
  return info;
}

}  // namespace simt::dwarf
