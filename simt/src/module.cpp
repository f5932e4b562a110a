// SPDX-License-Identifier: MIT
#include "module.hpp"

#include <algorithm>

#include "byte_reader.hpp"

namespace simt {
namespace {

constexpr std::size_t kMaxObjectBytes = 64u << 20;
constexpr std::uint32_t kMaxFunctionBytes = 4u << 20;

enum SectionId : std::uint8_t { kCustom, kType, kImport, kFunctionSection, kCode = 10, kData = 11 };

bool is_value_type(std::uint8_t byte) { return byte >= 0x7b && byte <= 0x7f; }

/// Reads one object, section by section. Each read_… returns an empty string or what is wrong.
class ModuleReader {
 public:
  explicit ModuleReader(std::span<const std::byte> bytes) {
    module_.bytes.assign(bytes.begin(), bytes.end());
  }

  Result<Module> read() {
    ByteReader in(module_.bytes, 0, size());
    if (in.fixed<std::uint32_t>() != 0x6d736100u || in.fixed<std::uint32_t>() != 1) {
      return malformed("it does not start as a wasm object does");
    }
    while (in.ok() && !in.done()) {
      const std::uint8_t id = in.u8();
      const std::uint32_t length = in.u32();
      const std::uint32_t begin = in.position();
      in.skip(length);
      if (!in.ok()) return malformed("a section reaches past its end");
      const std::string problem = read_section(id, begin, begin + length);
      if (!problem.empty()) return malformed(problem);
      ++section_index_;
    }
    const std::string problem = finish();
    if (!problem.empty()) return malformed(problem);
    return std::move(module_);
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(module_.bytes.size()); }

  static Error malformed(const std::string& what) {
    return {ErrorKind::kMalformed, "The device object cannot be read: " + what + "."};
  }

  std::string read_section(std::uint8_t id, std::uint32_t begin, std::uint32_t end) {
    ByteReader in(module_.bytes, begin, end);
    std::string problem;
    switch (id) {
      case kCustom:
        problem = read_custom(in);
        break;
      case kType:
        problem = read_types(in);
        break;
      case kImport:
        problem = read_imports(in);
        break;
      case kFunctionSection:
        problem = read_functions(in);
        break;
      case kCode:
        problem = read_code(in, begin, end);
        break;
      case kData:
        problem = read_data(in, begin);
        break;
      default:
        break;  // tables, memories, exports, elements: nothing the device code needs
    }
    if (problem.empty() && !in.ok()) return "section " + std::to_string(id) + " is cut short";
    return problem;
  }

  std::string read_types(ByteReader& in) {
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      if (in.u8() != 0x60) return "a type is no function type";
      FunctionType type;
      for (std::vector<ValueType>* list : {&type.parameters, &type.results}) {
        const std::uint32_t n = in.u32();
        for (std::uint32_t k = 0; k < n && in.ok(); ++k) {
          const std::uint8_t byte = in.u8();
          if (!is_value_type(byte)) return "a function type uses an unknown value type";
          list->push_back(static_cast<ValueType>(byte));
        }
      }
      if (type.results.size() > 1) return "a function has several results";
      module_.types.push_back(std::move(type));
    }
    return {};
  }

  static void skip_limits(ByteReader& in, bool* is_64bit) {
    const std::uint8_t flags = in.u8();
    in.uleb();
    if (flags & 1) in.uleb();
    if (is_64bit != nullptr) *is_64bit = (flags & 4) != 0;
  }

  std::string read_imports(ByteReader& in) {
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      in.string();  // module name: "env"
      const std::string field(in.string());
      switch (in.u8()) {
        case 0: {
          Function function;
          function.type = in.u32();
          function.imported = true;
          function.name = field;
          if (function.type >= module_.types.size()) return "import '" + field + "' has no type";
          module_.functions.push_back(std::move(function));
          ++module_.imported_functions;
          break;
        }
        case 1:
          in.u8();
          skip_limits(in, nullptr);
          break;
        case 2:
          skip_limits(in, &module_.is_64bit);
          break;
        case 3:
          in.u8();
          in.u8();
          module_.imported_globals.push_back(field);
          break;
        default:
          return "import '" + field + "' is of an unknown kind";
      }
    }
    return {};
  }

  std::string read_functions(ByteReader& in) {
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      Function function;
      function.type = in.u32();
      if (function.type >= module_.types.size()) return "a function has no type";
      module_.functions.push_back(std::move(function));
    }
    return {};
  }

  std::string read_code(ByteReader& in, std::uint32_t begin, std::uint32_t end) {
    code_section_ = section_index_;
    module_.code_begin = begin;
    module_.code_end = end;
    const std::uint32_t count = in.u32();
    if (count != module_.functions.size() - module_.imported_functions) {
      return "the number of function bodies differs from the number of functions";
    }
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      const std::uint32_t length = in.u32();
      if (length > kMaxFunctionBytes) return "a function is larger than 4 MiB";
      Function& function = module_.functions[module_.imported_functions + i];
      function.begin = in.position();
      in.skip(length);
      function.end = in.position();
    }
    return {};
  }

  std::string read_data(ByteReader& in, std::uint32_t begin) {
    data_section_ = section_index_;
    data_begin_ = begin;
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      const std::uint32_t flags = in.u32();
      if (flags == 2) in.u32();
      if (flags != 1) {  // an active segment: an offset expression of one constant
        const std::uint8_t op = in.u8();
        if (op != 0x41 && op != 0x42) return "a data segment's offset is no constant";
        in.sleb();
        if (in.u8() != 0x0b) return "a data segment's offset is no constant";
      }
      DataSegment segment;
      segment.bytes = in.u32();
      segment.begin = in.position();
      in.skip(segment.bytes);
      module_.segments.push_back(std::move(segment));
    }
    return {};
  }

  std::string read_custom(ByteReader& in) {
    const std::string name(in.string());
    if (!in.ok()) return {};
    if (name == "linking") return read_linking(in);
    if (name == "reloc.CODE") {
      return read_relocations(in, code_section_, module_.code_begin, module_.code_relocations);
    }
    if (name == "reloc.DATA") {
      return read_relocations(in, data_section_, data_begin_, module_.data_relocations);
    }
    module_.sections.push_back({name, in.position(), in.left()});
    return {};
  }

  std::string read_linking(ByteReader& in) {
    has_linking_ = true;
    if (in.u32() != 2) return "its linking section is of another version than 2";
    while (in.ok() && !in.done()) {
      const std::uint8_t kind = in.u8();
      const std::uint32_t length = in.u32();
      const std::uint32_t begin = in.position();
      in.skip(length);
      if (!in.ok()) return "a part of the linking section reaches past its end";
      ByteReader part(module_.bytes, begin, begin + length);
      std::string problem;
      if (kind == 5) problem = read_segment_info(part);
      if (kind == 8) problem = read_symbols(part);
      if (problem.empty() && !part.ok()) problem = "a part of the linking section is cut short";
      if (!problem.empty()) return problem;
    }
    return {};
  }

  std::string read_segment_info(ByteReader& in) {
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      const std::string_view name = in.string();
      const std::uint32_t log2_alignment = in.u32();
      in.u32();  // flags
      if (i >= module_.segments.size()) return "segment names outnumber segments";
      if (log2_alignment > 12) return "a segment asks for more alignment than 4096";
      module_.segments[i].name = std::string(name);
      module_.segments[i].alignment = 1u << log2_alignment;
    }
    return {};
  }

  std::string read_symbols(ByteReader& in) {
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      Symbol symbol;
      const std::uint8_t kind = in.u8();
      if (kind > 5) return "a symbol is of an unknown kind";
      symbol.kind = static_cast<SymbolKind>(kind);
      const std::uint32_t flags = in.u32();
      symbol.undefined = (flags & 0x10) != 0;
      symbol.weak = (flags & 0x1) != 0;
      const std::string problem = symbol.kind == SymbolKind::kData
                                      ? read_data_symbol(in, symbol)
                                      : read_index_symbol(in, symbol, (flags & 0x40) != 0);
      if (!problem.empty()) return problem;
      module_.symbols.push_back(std::move(symbol));
    }
    return {};
  }

  std::string read_data_symbol(ByteReader& in, Symbol& symbol) {
    symbol.name = std::string(in.string());
    if (symbol.undefined) return {};
    symbol.index = in.u32();
    symbol.offset = in.uleb();
    symbol.bytes = in.uleb();
    if (!in.ok()) return {};
    if (symbol.index >= module_.segments.size()) return "symbol '" + symbol.name + "' has no data";
    const DataSegment& segment = module_.segments[symbol.index];
    if (symbol.offset > segment.bytes || symbol.bytes > segment.bytes - symbol.offset) {
      return "symbol '" + symbol.name + "' reaches past its data";
    }
    return {};
  }

  std::string read_index_symbol(ByteReader& in, Symbol& symbol, bool explicit_name) {
    symbol.index = in.u32();
    if (symbol.kind == SymbolKind::kSection) return {};
    if (!symbol.undefined || explicit_name) symbol.name = std::string(in.string());
    if (symbol.kind == SymbolKind::kGlobal && symbol.undefined && !explicit_name &&
        symbol.index < module_.imported_globals.size()) {
      symbol.name = module_.imported_globals[symbol.index];
    }
    if (symbol.kind != SymbolKind::kFunction || !in.ok()) return {};
    if (symbol.index >= module_.functions.size()) return "a function symbol has no function";
    Function& function = module_.functions[symbol.index];
    if (symbol.name.empty()) symbol.name = function.name;
    if (!function.imported) function.name = symbol.name;
    module_.function_by_name[symbol.name] = symbol.index;
    return {};
  }

  std::string read_relocations(ByteReader& in, std::uint32_t section, std::uint32_t base,
                               std::vector<Relocation>& out) {
    if (in.u32() != section) return "relocations refer to another section";
    const std::uint32_t count = in.u32();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
      Relocation relocation;
      relocation.type = in.u8();
      const std::uint32_t offset = in.u32();
      if (offset > size() - base) return "a relocation lies outside its section";
      relocation.at = base + offset;
      relocation.symbol = in.u32();
      if (has_addend(relocation.type)) relocation.addend = in.sleb();
      out.push_back(relocation);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Relocation& a, const Relocation& b) { return a.at < b.at; });
    return {};
  }

  static bool has_addend(std::uint8_t type) {
    switch (type) {
      case 3:
      case 4:
      case 5:
      case 8:
      case 9:
      case 11:
      case 14:
      case 15:
      case 16:
      case 17:
      case 21:
      case 22:
      case 23:
      case 25:
        return true;
      default:
        return false;
    }
  }

  std::string finish() {
    if (!has_linking_) return "it has no linking section, so it is no relocatable object";
    for (const auto* list : {&module_.code_relocations, &module_.data_relocations}) {
      for (const Relocation& relocation : *list) {
        // R_WASM_TYPE_INDEX_LEB (6) carries a type, all others a symbol.
        if (relocation.type != 6 && relocation.symbol >= module_.symbols.size()) {
          return "a relocation names a symbol that is not there";
        }
      }
    }
    return {};
  }

  Module module_;
  std::uint32_t section_index_ = 0;
  std::uint32_t code_section_ = 0xffffffffu;
  std::uint32_t data_section_ = 0xffffffffu;
  std::uint32_t data_begin_ = 0;
  bool has_linking_ = false;
};

}  // namespace

std::span<const std::byte> Module::section(std::string_view name) const {
  for (const CustomSection& section : sections) {
    if (section.name == name) return std::span(bytes).subspan(section.begin, section.bytes);
  }
  return {};
}

const Relocation* Module::code_relocation(std::uint32_t at) const {
  const auto found =
      std::lower_bound(code_relocations.begin(), code_relocations.end(), at,
                       [](const Relocation& r, std::uint32_t x) { return r.at < x; });
  return found != code_relocations.end() && found->at == at ? &*found : nullptr;
}

Result<Module> read_module(std::span<const std::byte> bytes) {
  if (bytes.size() > kMaxObjectBytes) {
    return Error{ErrorKind::kLimit, "The device object is larger than 64 MiB."};
  }
  return ModuleReader(bytes).read();
}

}  // namespace simt
