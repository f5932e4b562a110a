// SPDX-License-Identifier: MIT
#include "kernel_parameters.hpp"

#include <cstring>

#include "byte_reader.hpp"

namespace simt {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr int kMaxTypeDepth = 32;

enum Tag : std::uint16_t {
  kArray = 0x01,
  kClass = 0x02,
  kEnumeration = 0x04,
  kFormalParameter = 0x05,
  kMember = 0x0d,
  kPointer = 0x0f,
  kReference = 0x10,
  kStructure = 0x13,
  kTypedef = 0x16,
  kUnion = 0x17,
  kInheritance = 0x1c,
  kSubrange = 0x21,
  kBase = 0x24,
  kConst = 0x26,
  kSubprogram = 0x2e,
  kVolatile = 0x35,
  kRestrict = 0x37,
  kRvalueReference = 0x42
};

enum Attribute : std::uint16_t {
  kName = 0x03,
  kByteSize = 0x0b,
  kUpperBound = 0x2f,
  kAbstractOrigin = 0x31,
  kArtificial = 0x34,
  kCount = 0x37,
  kDeclaration = 0x3c,
  kEncoding = 0x3e,
  kExternal = 0x3f,
  kSpecification = 0x47,
  kType = 0x49,
  kLinkageName = 0x6e
};

/// Value of one attribute: a number or a text.
struct Value {
  std::uint64_t number = 0;
  std::string text;
};

}  // namespace

/// Walks .debug_info and fills a DebugTypes.
class DebugReader {
 public:
  DebugReader(const Module& module, DebugTypes& out)
      : info_(module.section(".debug_info")),
        abbreviations_(module.section(".debug_abbrev")),
        strings_(module.section(".debug_str")),
        out_(out) {}

  void run() {
    ByteReader in(info_, 0, static_cast<std::uint32_t>(info_.size()));
    while (in.ok() && !in.done()) {
      unit_ = in.position();
      const auto length = in.fixed<std::uint32_t>();
      if (length > in.left()) return;
      const std::uint32_t end = in.position() + length;
      const auto version = in.fixed<std::uint16_t>();
      const auto abbreviations = in.fixed<std::uint32_t>();
      address_bytes_ = in.u8();
      if (version != 4 || !read_abbreviations(abbreviations)) return;
      ByteReader unit(info_, in.position(), end);
      if (!read_unit(unit)) return;
      in.seek(end);
    }
  }

 private:
  struct Abbreviation {
    std::uint16_t tag = 0;
    bool has_children = false;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> attributes;
  };

  bool read_abbreviations(std::uint32_t at) {
    if (at > abbreviations_.size()) return false;
    known_.clear();
    ByteReader in(abbreviations_, at, static_cast<std::uint32_t>(abbreviations_.size()));
    while (in.ok()) {
      const std::uint64_t code = in.uleb();
      if (code == 0) return in.ok();
      Abbreviation abbreviation;
      abbreviation.tag = static_cast<std::uint16_t>(in.uleb());
      abbreviation.has_children = in.u8() != 0;
      while (in.ok()) {
        const auto attribute = static_cast<std::uint16_t>(in.uleb());
        const auto form = static_cast<std::uint16_t>(in.uleb());
        if (attribute == 0 && form == 0) break;
        abbreviation.attributes.emplace_back(attribute, form);
      }
      known_[code] = std::move(abbreviation);
    }
    return false;
  }

  bool read_unit(ByteReader& in) {
    std::uint32_t depth = 0;
    while (in.ok() && !in.done()) {
      const std::uint32_t offset = in.position();
      const std::uint64_t code = in.uleb();
      if (code == 0) {
        if (depth > 0) --depth;
        continue;
      }
      const auto found = known_.find(code);
      if (found == known_.end()) return false;
      DebugTypes::Entry entry;
      entry.tag = found->second.tag;
      entry.depth = depth;
      for (const auto& [attribute, form] : found->second.attributes) {
        Value value;
        if (!read_value(in, form, value)) return false;
        store(entry, attribute, value);
      }
      out_.by_offset_[offset] = out_.entries_.size();
      out_.entries_.push_back(std::move(entry));
      if (found->second.has_children) ++depth;
    }
    return in.ok();
  }

  static void store(DebugTypes::Entry& entry, std::uint16_t attribute, Value& value) {
    switch (attribute) {
      case kName:
        entry.name = std::move(value.text);
        break;
      case kLinkageName:
        entry.linkage_name = std::move(value.text);
        break;
      case kByteSize:
        entry.bytes = value.number;
        break;
      case kCount:
        entry.count = value.number;
        break;
      case kUpperBound:
        entry.count = value.number + 1;
        break;
      case kEncoding:
        entry.encoding = static_cast<std::uint8_t>(value.number);
        break;
      case kType:
        entry.type = static_cast<std::uint32_t>(value.number);
        break;
      case kAbstractOrigin:
      case kSpecification:
        entry.origin = static_cast<std::uint32_t>(value.number);
        break;
      case kDeclaration:
        entry.declaration = value.number != 0;
        break;
      case kArtificial:
        entry.artificial = value.number != 0;
        break;
      case kExternal:
        entry.external = value.number != 0;
        break;
      default:
        break;
    }
  }

  std::string text_at(std::uint64_t offset) const {
    if (offset >= strings_.size()) return {};
    const auto* text = reinterpret_cast<const char*>(strings_.data()) + offset;
    const std::size_t limit = strings_.size() - offset;
    return {text, strnlen(text, limit)};
  }

  static std::string read_text(ByteReader& in) {
    std::string text;
    while (in.ok()) {
      const auto c = static_cast<char>(in.u8());
      if (c == 0) break;
      text += c;
    }
    return text;
  }

  /// Reads a value of any DWARF 4 form that clang writes; false for others.
  bool read_value(ByteReader& in, std::uint16_t form, Value& value) const {
    switch (form) {
      case 0x01:
        in.skip(address_bytes_);
        break;  // addr
      case 0x03:
        in.skip(in.fixed<std::uint16_t>());
        break;  // block2
      case 0x04:
        in.skip(in.fixed<std::uint32_t>());
        break;  // block4
      case 0x05:
        value.number = in.fixed<std::uint16_t>();
        break;  // data2
      case 0x06:
        value.number = in.fixed<std::uint32_t>();
        break;  // data4
      case 0x07:
        value.number = in.fixed<std::uint64_t>();
        break;  // data8
      case 0x08:
        value.text = read_text(in);
        break;  // string
      case 0x09:
      case 0x18:
        in.skip(in.uleb());
        break;  // block, exprloc
      case 0x0a:
        in.skip(in.u8());
        break;  // block1
      case 0x0b:
      case 0x0c:
        value.number = in.u8();
        break;  // data1, flag
      case 0x0d:
        value.number = static_cast<std::uint64_t>(in.sleb());
        break;  // sdata
      case 0x0e:
        value.text = text_at(in.fixed<std::uint32_t>());
        break;  // strp
      case 0x0f:
        value.number = in.uleb();
        break;  // udata
      case 0x10:
        value.number = in.fixed<std::uint32_t>();
        break;  // ref_addr
      case 0x11:
        value.number = unit_ + in.u8();
        break;  // ref1
      case 0x12:
        value.number = unit_ + in.fixed<std::uint16_t>();
        break;  // ref2
      case 0x13:
        value.number = unit_ + in.fixed<std::uint32_t>();
        break;  // ref4
      case 0x15:
        value.number = unit_ + in.uleb();
        break;  // ref_udata
      case 0x17:
        value.number = in.fixed<std::uint32_t>();
        break;  // sec_offset
      case 0x19:
        value.number = 1;
        break;  // flag_present
      case 0x20:
        in.skip(8);
        break;  // ref_sig8
      default:
        return false;
    }
    return in.ok();
  }

  std::span<const std::byte> info_, abbreviations_, strings_;
  DebugTypes& out_;
  std::unordered_map<std::uint64_t, Abbreviation> known_;
  std::uint32_t unit_ = 0;
  std::uint8_t address_bytes_ = 8;
};

DebugTypes::DebugTypes(const Module& module) { DebugReader(module, *this).run(); }

std::size_t DebugTypes::index_of(std::uint32_t offset) const {
  const auto found = by_offset_.find(offset);
  return found == by_offset_.end() ? kNone : found->second;
}

std::vector<std::size_t> DebugTypes::children(std::size_t entry) const {
  std::vector<std::size_t> list;
  const std::uint32_t depth = entries_[entry].depth;
  for (std::size_t i = entry + 1; i < entries_.size() && entries_[i].depth > depth; ++i) {
    if (entries_[i].depth == depth + 1) list.push_back(i);
  }
  return list;
}

std::size_t DebugTypes::find_function(const std::string& symbol) const {
  std::size_t by_plain_name = kNone;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.tag != kSubprogram || entry.declaration) continue;
    const std::size_t origin = entry.origin == 0 ? kNone : index_of(entry.origin);
    const Entry& named = origin == kNone ? entry : entries_[origin];
    if (named.linkage_name == symbol || entry.linkage_name == symbol) return i;
    if (named.linkage_name.empty() && named.name == symbol) by_plain_name = i;
  }
  return by_plain_name;
}

DebugTypes::Shape DebugTypes::array_shape(std::size_t entry, int depth) const {
  Shape shape = shape_of(entries_[entry].type, depth + 1);
  std::uint64_t count = 1;
  for (const std::size_t child : children(entry)) {
    if (entries_[child].tag == kSubrange) count *= entries_[child].count;
  }
  const bool element_is_scalar = !shape.is_class || shape.single_scalar;
  shape.is_class = true;
  shape.single_scalar = count == 1 && element_is_scalar;
  shape.is_empty = count == 0;
  shape.bytes *= count;
  return shape;
}

DebugTypes::Shape DebugTypes::class_shape(std::size_t entry, int depth) const {
  Shape shape;
  shape.is_class = true;
  shape.bytes = entries_[entry].bytes;
  int full_parts = 0;
  Shape only;
  for (const std::size_t child : children(entry)) {
    const Entry& part = entries_[child];
    if ((part.tag != kMember && part.tag != kInheritance) || part.external) continue;
    const Shape inner = shape_of(part.type, depth + 1);
    if (inner.is_class && inner.is_empty) continue;
    ++full_parts;
    only = inner;
  }
  shape.is_empty = full_parts == 0;
  shape.single_scalar = full_parts == 1 && entries_[entry].tag != kUnion &&
                        only.bytes == shape.bytes && (!only.is_class || only.single_scalar);
  shape.is_signed = only.is_signed;
  return shape;
}

DebugTypes::Shape DebugTypes::shape_of(std::uint32_t type_offset, int depth) const {
  const std::size_t at = type_offset == 0 ? kNone : index_of(type_offset);
  if (at == kNone || depth > kMaxTypeDepth) return {};
  const Entry& entry = entries_[at];
  switch (entry.tag) {
    case kTypedef:
    case kConst:
    case kVolatile:
    case kRestrict:
      return shape_of(entry.type, depth + 1);
    case kPointer:
    case kReference:
    case kRvalueReference: {
      Shape shape;
      shape.bytes = 8;
      return shape;
    }
    case kStructure:
    case kClass:
    case kUnion:
      return class_shape(at, depth);
    case kArray:
      return array_shape(at, depth);
    default: {
      Shape shape;
      shape.bytes = entry.bytes;
      // DW_ATE_signed, DW_ATE_signed_char
      shape.is_signed = entry.encoding == 0x05 || entry.encoding == 0x06;
      if (entry.tag == kEnumeration && entry.type != 0)
        shape.is_signed = shape_of(entry.type, depth + 1).is_signed;
      return shape;
    }
  }
}

std::vector<KernelParameter> DebugTypes::parameters(const Module& module,
                                                    std::uint32_t function) const {
  const FunctionType& type = module.types[module.functions[function].type];
  std::vector<KernelParameter> plain;
  for (const ValueType value : type.parameters) {
    KernelParameter parameter;
    parameter.type = value;
    parameter.bytes = bytes_of(value);
    plain.push_back(parameter);
  }
  const std::size_t subprogram = find_function(module.functions[function].name);
  if (subprogram == kNone) return plain;

  std::vector<KernelParameter> described;
  std::size_t passed = 0;
  for (const std::size_t child : children(subprogram)) {
    const Entry& entry = entries_[child];
    if (entry.tag != kFormalParameter) continue;
    const std::size_t origin = entry.origin == 0 ? kNone : index_of(entry.origin);
    const Entry& about = origin == kNone ? entry : entries_[origin];
    const Shape shape = shape_of(about.type, 0);
    KernelParameter parameter;
    parameter.name = about.name;
    parameter.bytes = static_cast<std::uint32_t>(shape.bytes);
    parameter.is_signed = shape.is_signed;
    parameter.ignored = shape.is_class && shape.is_empty;
    parameter.by_reference = shape.is_class && !shape.is_empty && !shape.single_scalar;
    if (!parameter.ignored) {
      if (passed == plain.size()) return plain;  // does not fit the signature: not this function
      parameter.type = type.parameters[passed++];
    }
    if (shape.bytes == 0 || shape.bytes > (1u << 16)) return plain;
    if (!parameter.by_reference && !parameter.ignored && parameter.bytes > bytes_of(parameter.type))
      return plain;
    described.push_back(std::move(parameter));
  }
  return passed == plain.size() ? described : plain;
}

}  // namespace simt
