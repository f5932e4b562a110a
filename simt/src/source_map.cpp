// SPDX-License-Identifier: MIT
#include "source_map.hpp"

#include <algorithm>

#include "dwarf_info.hpp"
#include "dwarf_lines.hpp"
#include "dwarf_types.hpp"

namespace simt {

namespace {

using dwarf::Entry;
using dwarf::Info;
using dwarf::Tag;

constexpr unsigned kMaxDepth = 256;

/// Files under these folders hold no code of the reader's.
bool library_path(std::string_view path) {
  return path.starts_with("/usr/") || path.find("/simt/include/") != std::string_view::npos ||
         path.starts_with("simt/include/") || path.find("/lib/clang/") != std::string_view::npos ||
         path.starts_with("<");
}

}  // namespace

/// Fills a map from parsed debug sections.
class SourceMapBuilder {
 public:
  SourceMapBuilder(const dwarf::LineTable& lines, const Info& info, SourceMap& map)
      : lines_(lines), info_(info), types_(info), map_(map) {}

  void build() {
    map_.files_ = lines_.files;
    map_.library_.clear();
    for (const auto& file : map_.files_) map_.library_.push_back(library_path(file));
    add_rows();
    for (const Entry& entry : info_.entries) {
      if (entry.tag == Tag::kSubprogram && !entry.ranges.empty()) add_function(entry);
      if (entry.tag == Tag::kVariable && entry.has_address) add_variable(entry);
    }
    sort();
  }

 private:
  // Code of no line (line 0) belongs to the line before it in the same function.
  void add_rows() {
    SourcePosition last;
    for (const dwarf::Row& row : lines_.rows) {
      if (row.end) {
        last = {};
      } else if (row.line != 0) {
        last = {row.file, row.line, row.column};
      }
      if (!map_.rows_.empty() && map_.rows_.back().pc == row.pc) map_.rows_.pop_back();
      map_.rows_.push_back({row.pc, last});
    }
  }

  void add_function(const Entry& entry) {
    const std::uint32_t name = intern(entry);
    for (const dwarf::Range& range : entry.ranges) {
      map_.functions_.push_back({range.begin, range.end, name, {}});
      add_inlined(entry, map_.functions_.back(), 0);
    }
    add_kernel(entry);
  }

  void add_inlined(const Entry& scope, SourceMap::Function& function, std::uint32_t depth) {
    if (depth > kMaxDepth) return;
    for (const Entry* child = at(scope.first_child); child; child = at(child->next_sibling)) {
      if (child->tag == Tag::kLexicalBlock) add_inlined(*child, function, depth);
      if (child->tag != Tag::kInlinedSubroutine) continue;
      const std::uint32_t name = intern(*child);
      for (const dwarf::Range& range : child->ranges) {
        function.inlined.push_back({range.begin,
                                    range.end,
                                    {child->call_file, child->call_line, child->call_column},
                                    name,
                                    depth});
      }
      add_inlined(*child, function, depth + 1);
    }
  }

  void add_kernel(const Entry& entry) {
    const Entry& declared = follow(entry);
    const std::string_view symbol = linkage_name(entry);
    if (symbol.empty()) return;
    KernelParams kernel;
    kernel.name = std::string(dwarf::entry_name(info_, entry));
    kernel.declared = {declared.file, declared.line, 0};
    collect_params(declared.origin == dwarf::kNone && has_params(entry) ? entry : declared, kernel);
    map_.kernels_.emplace(std::string(symbol), std::move(kernel));
  }

  bool has_params(const Entry& function) const {
    for (const Entry* child = at(function.first_child); child; child = at(child->next_sibling)) {
      if (child->tag == Tag::kFormalParameter || child->tag == Tag::kFormalParameterPack) {
        return true;
      }
    }
    return false;
  }

  void collect_params(const Entry& function, KernelParams& kernel) const {
    for (const Entry* child = at(function.first_child); child; child = at(child->next_sibling)) {
      if (child->tag == Tag::kFormalParameterPack) collect_params(*child, kernel);
      if (child->tag != Tag::kFormalParameter) continue;
      const std::uint32_t type = follow(*child).type;
      const std::uint32_t pointee = types_.pointee(type);
      KernelParam param;
      param.name = std::string(dwarf::entry_name(info_, *child));
      param.type = types_.name(type);
      param.size = types_.size(type);
      param.alignment = types_.alignment(type);
      param.kind = types_.param_kind(type);
      param.is_signed = types_.is_signed(type);
      param.is_pointer = types_.is_pointer(type);
      param.pointee = types_.name(types_.strip(pointee));
      param.pointee_size = types_.size(pointee);
      kernel.params.push_back(std::move(param));
    }
  }

  void add_variable(const Entry& entry) {
    const Entry& declared = follow(entry);
    SourceVariable variable;
    variable.name = std::string(dwarf::entry_name(info_, entry));
    variable.function = enclosing_function(entry);
    variable.object_address = entry.address;
    std::uint32_t element = dwarf::kNone;
    variable.extents = types_.extents(declared.type, element);
    variable.type = types_.name(element);
    variable.size = types_.size(declared.type);
    variable.element_size = std::max<std::uint64_t>(1, types_.size(element));
    variable.declared = {declared.file, declared.line, 0};
    map_.variables_.push_back(std::move(variable));
  }

  std::string enclosing_function(const Entry& entry) const {
    const Entry* scope = at(entry.parent);
    for (unsigned k = 0; k < kMaxDepth && scope != nullptr; ++k, scope = at(scope->parent)) {
      if (scope->tag == Tag::kSubprogram) return std::string(dwarf::entry_name(info_, *scope));
    }
    return "";
  }

  void sort() {
    std::sort(map_.functions_.begin(), map_.functions_.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::stable_sort(
        map_.variables_.begin(), map_.variables_.end(),
        [](const auto& a, const auto& b) { return a.object_address < b.object_address; });
  }

  const Entry* at(std::uint32_t index) const {
    return index < info_.entries.size() ? &info_.entries[index] : nullptr;
  }

  /// The entry that carries type and place: the last one of the chain of origins.
  const Entry& follow(const Entry& entry) const {
    const Entry* current = &entry;
    for (unsigned k = 0; k < kMaxDepth; ++k) {
      const Entry* next = at(current->origin);
      if (next == nullptr) break;
      current = next;
    }
    return *current;
  }

  std::string_view linkage_name(const Entry& entry) const {
    const Entry* current = &entry;
    for (unsigned k = 0; k < kMaxDepth && current != nullptr; ++k, current = at(current->origin)) {
      if (!current->linkage_name.empty()) return current->linkage_name;
    }
    return dwarf::entry_name(info_, entry);
  }

  std::uint32_t intern(const Entry& entry) {
    map_.names_.emplace_back(dwarf::entry_name(info_, entry));
    return static_cast<std::uint32_t>(map_.names_.size() - 1);
  }

  const dwarf::LineTable& lines_;
  const Info& info_;
  dwarf::Types types_;
  SourceMap& map_;
};

Result<SourceMap> SourceMap::parse(std::span<const std::byte> object) {
  std::string error;
  const dwarf::Sections sections = dwarf::find_sections(object);
  const dwarf::LineTable lines = dwarf::read_lines(sections, error);
  if (!error.empty()) return Error{ErrorKind::kMalformed, "device object: " + error};
  const Info info = dwarf::read_info(sections, lines, error);
  if (!error.empty()) return Error{ErrorKind::kMalformed, "device object: " + error};
  SourceMap map;
  map.segment_addresses_ = sections.segment_addresses;
  SourceMapBuilder(lines, info, map).build();
  return map;
}

std::string_view SourceMap::file_name(std::uint32_t file) const {
  return file < files_.size() ? std::string_view(files_[file]) : std::string_view();
}

bool SourceMap::is_library(std::uint32_t file) const {
  return file >= library_.size() || library_[file];
}

SourcePosition SourceMap::position(std::uint32_t pc) const {
  auto row = std::upper_bound(rows_.begin(), rows_.end(), pc,
                              [](std::uint32_t value, const Row& r) { return value < r.pc; });
  return row == rows_.begin() ? SourcePosition{} : std::prev(row)->position;
}

const SourceMap::Function* SourceMap::find_function(std::uint32_t pc) const {
  auto function =
      std::upper_bound(functions_.begin(), functions_.end(), pc,
                       [](std::uint32_t value, const Function& f) { return value < f.begin; });
  if (function == functions_.begin()) return nullptr;
  --function;
  return pc < function->end ? &*function : nullptr;
}

std::vector<SourceFrame> SourceMap::frames(std::uint32_t pc) const {
  std::vector<const InlinedCall*> calls;
  const Function* function = find_function(pc);
  if (function != nullptr) {
    for (const InlinedCall& call : function->inlined) {
      if (call.begin <= pc && pc < call.end) calls.push_back(&call);
    }
  }
  std::stable_sort(calls.begin(), calls.end(),
                   [](const InlinedCall* a, const InlinedCall* b) { return a->depth > b->depth; });
  std::vector<SourceFrame> result;
  SourcePosition place = position(pc);
  for (const InlinedCall* call : calls) {
    result.push_back({names_[call->function], place});
    place = call->call;
  }
  result.push_back({function_at(pc), place});
  return result;
}

SourcePosition SourceMap::user_position(std::uint32_t pc) const {
  const SourcePosition innermost = position(pc);
  if (!is_library(innermost.file) && innermost.line != 0) return innermost;
  for (const SourceFrame& frame : frames(pc)) {
    if (!is_library(frame.position.file) && frame.position.line != 0) return frame.position;
  }
  return innermost;
}

std::string_view SourceMap::function_at(std::uint32_t pc) const {
  const Function* function = find_function(pc);
  return function != nullptr ? std::string_view(names_[function->name]) : std::string_view();
}

const KernelParams* SourceMap::kernel_params(std::string_view symbol) const {
  const auto found = kernels_.find(std::string(symbol));
  return found != kernels_.end() ? &found->second : nullptr;
}

const SourceVariable* SourceMap::variable_at(std::uint64_t object_address) const {
  auto variable = std::upper_bound(
      variables_.begin(), variables_.end(), object_address,
      [](std::uint64_t value, const SourceVariable& v) { return value < v.object_address; });
  if (variable == variables_.begin()) return nullptr;
  --variable;
  return object_address - variable->object_address < variable->size ? &*variable : nullptr;
}

const SourceVariable* SourceMap::variable_in(std::size_t segment, std::uint64_t offset) const {
  if (segment >= segment_addresses_.size()) return nullptr;
  return variable_at(segment_addresses_[segment] + offset);
}

std::string SourceVariable::element(std::uint64_t offset) const {
  std::string text = name;
  std::uint64_t stride = element_size;
  for (std::size_t k = 1; k < extents.size(); ++k) stride *= std::max<std::uint64_t>(1, extents[k]);
  std::uint64_t rest = offset;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    text += "[" + std::to_string(rest / stride) + "]";
    rest %= stride;
    if (k + 1 < extents.size()) stride /= std::max<std::uint64_t>(1, extents[k + 1]);
  }
  if (rest != 0) text += "+" + std::to_string(rest) + (rest == 1 ? " byte" : " bytes");
  return text;
}

}  // namespace simt
