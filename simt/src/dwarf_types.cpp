// SPDX-License-Identifier: MIT
#include "dwarf_types.hpp"

#include <algorithm>

namespace simt::dwarf {

namespace {

constexpr unsigned kMaxDepth = 64;
constexpr std::uint8_t kPassByReference = 4;
constexpr std::uint8_t kComplexFloat = 3;
constexpr std::uint8_t kSignedInteger = 5;
constexpr std::uint8_t kSignedChar = 6;

bool is_pointer_tag(Tag tag) {
  return tag == Tag::kPointerType || tag == Tag::kReferenceType || tag == Tag::kRvalueReferenceType;
}

bool is_qualifier(Tag tag) {
  return tag == Tag::kConstType || tag == Tag::kVolatileType || tag == Tag::kRestrictType;
}

}  // namespace

std::string_view entry_name(const Info& info, const Entry& entry) {
  const Entry* current = &entry;
  for (unsigned k = 0; k < kMaxDepth && current->name.empty(); ++k) {
    if (current->origin >= info.entries.size()) break;
    current = &info.entries[current->origin];
  }
  return current->name;
}

const Entry* Types::entry(std::uint32_t index) const {
  return index < info_.entries.size() ? &info_.entries[index] : nullptr;
}

std::uint32_t Types::strip(std::uint32_t type) const {
  for (unsigned k = 0; k < kMaxDepth; ++k) {
    const Entry* found = entry(type);
    if (found == nullptr || (found->tag != Tag::kTypedef && !is_qualifier(found->tag))) return type;
    type = found->type;
  }
  return kNone;
}

template <class Visit>
void Types::for_each_field(const Entry& record, Visit&& visit) const {
  const Entry* child = entry(record.first_child);
  for (; child != nullptr; child = entry(child->next_sibling)) {
    const bool is_field =
        child->tag == Tag::kInheritance || (child->tag == Tag::kMember && !child->is_external);
    if (is_field && !visit(*child)) return;
  }
}

std::uint64_t Types::count(const Entry& array) const {
  std::uint64_t total = 1;
  const Entry* child = entry(array.first_child);
  for (; child != nullptr; child = entry(child->next_sibling)) {
    if (child->tag == Tag::kSubrangeType) total *= child->count;
  }
  return total;
}

std::uint64_t Types::size(std::uint32_t type, unsigned depth) const {
  const Entry* found = entry(type);
  if (found == nullptr || depth > kMaxDepth) return 0;
  if (found->byte_size != 0) return found->byte_size;
  if (is_pointer_tag(found->tag)) return info_.address_size;
  if (found->tag == Tag::kArrayType) {
    const std::uint64_t bytes = size(found->type, depth + 1) * count(*found);
    return found->is_vector && count(*found) == 3 ? bytes / 3 * 4 : bytes;
  }
  if (found->tag == Tag::kTypedef || is_qualifier(found->tag) ||
      found->tag == Tag::kEnumerationType) {
    return size(found->type, depth + 1);
  }
  return 0;
}

std::uint32_t Types::alignment(std::uint32_t type, unsigned depth) const {
  const Entry* found = entry(type);
  if (found == nullptr || depth > kMaxDepth || budget_ == 0) return 1;
  --budget_;
  std::uint32_t natural = 1;
  if (found->tag == Tag::kTypedef || is_qualifier(found->tag)) {
    natural = alignment(found->type, depth + 1);
  } else if (found->tag == Tag::kArrayType && !found->is_vector) {
    natural = alignment(found->type, depth + 1);
  } else if (is_record(type)) {
    for_each_field(*found, [&](const Entry& field) {
      natural = std::max({natural, field.alignment, alignment(field.type, depth + 1)});
      return true;
    });
  } else {
    natural = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(size(type, depth), 1, 16));
  }
  return std::max(natural, found->alignment);
}

std::string Types::name(std::uint32_t type, unsigned depth) const {
  const Entry* found = entry(type);
  if (found == nullptr || depth > kMaxDepth) return "void";
  const auto target = [&] { return name(found->type, depth + 1); };
  switch (found->tag) {
    case Tag::kPointerType:
      return target() + "*";
    case Tag::kReferenceType:
      return target() + "&";
    case Tag::kRvalueReferenceType:
      return target() + "&&";
    case Tag::kConstType: {
      const Entry* inner = entry(found->type);
      const bool suffix = inner != nullptr && is_pointer_tag(inner->tag);
      return suffix ? target() + " const" : "const " + target();
    }
    case Tag::kVolatileType:
      return "volatile " + target();
    case Tag::kRestrictType:
      return target();
    case Tag::kArrayType:
      return target() + "[" + std::to_string(count(*found)) + "]";
    default:
      return found->name.empty() ? "(unnamed)" : std::string(found->name);
  }
}

std::vector<std::uint64_t> Types::extents(std::uint32_t type, std::uint32_t& element) const {
  std::vector<std::uint64_t> result;
  element = type;
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    const Entry* array = entry(strip(element));
    if (array == nullptr || array->tag != Tag::kArrayType || array->is_vector) break;
    const Entry* child = entry(array->first_child);
    for (; child != nullptr; child = entry(child->next_sibling)) {
      if (child->tag == Tag::kSubrangeType) result.push_back(child->count);
    }
    element = array->type;
  }
  return result;
}

bool Types::is_record(std::uint32_t type) const {
  const Entry* found = entry(type);
  return found != nullptr && (found->tag == Tag::kStructureType || found->tag == Tag::kClassType ||
                              found->tag == Tag::kUnionType);
}

bool Types::is_empty(std::uint32_t type, unsigned depth) const {
  type = strip(type);
  if (!is_record(type) || depth > kMaxDepth) return false;
  bool empty = true;
  for_each_field(*entry(type), [&](const Entry& field) {
    std::uint32_t element = kNone;
    extents(field.type, element);
    empty = is_empty(element, depth + 1);
    return empty;
  });
  return empty;
}

// The rule of clang's isSingleElementStruct(): one field that is not empty, itself scalar or such
// a struct, with no padding around it.
std::uint32_t Types::single_element(std::uint32_t type, unsigned depth) const {
  type = strip(type);
  if (!is_record(type) || depth > kMaxDepth) return kNone;
  std::uint32_t found = kNone;
  bool single = true;
  for_each_field(*entry(type), [&](const Entry& field) {
    std::uint32_t element = kNone;
    const auto dimensions = extents(field.type, element);
    if (is_empty(element, 0)) return true;
    single = found == kNone && std::all_of(dimensions.begin(), dimensions.end(),
                                           [](std::uint64_t extent) { return extent == 1; });
    element = strip(element);
    found = is_record(element) ? single_element(element, depth + 1) : element;
    single = single && found != kNone;
    return single;
  });
  return single && found != kNone && size(found, 0) == size(type, 0) ? found : kNone;
}

bool Types::is_signed(std::uint32_t type) const {
  type = strip(type);
  if (is_record(type)) type = strip(single_element(type, 0));
  const Entry* found = entry(type);
  if (found != nullptr && found->tag == Tag::kEnumerationType) found = entry(strip(found->type));
  return found != nullptr && found->tag == Tag::kBaseType &&
         (found->encoding == kSignedInteger || found->encoding == kSignedChar);
}

bool Types::is_pointer(std::uint32_t type) const {
  const Entry* found = entry(strip(type));
  return found != nullptr && is_pointer_tag(found->tag);
}

std::uint32_t Types::pointee(std::uint32_t type) const {
  return is_pointer(type) ? entry(strip(type))->type : kNone;
}

ParamKind Types::param_kind(std::uint32_t type) const {
  type = strip(type);
  const Entry* found = entry(type);
  if (found == nullptr) return ParamKind::kScalar;
  if (is_record(type)) {
    if (found->is_declaration) return ParamKind::kUnknown;
    if (found->calling_convention == kPassByReference) return ParamKind::kByPointer;
    if (is_empty(type, 0)) return ParamKind::kEmpty;
    return single_element(type, 0) != kNone ? ParamKind::kSingleMember : ParamKind::kByPointer;
  }
  if (found->tag == Tag::kBaseType && found->encoding == kComplexFloat) {
    return ParamKind::kByPointer;
  }
  if (found->tag == Tag::kBaseType && found->byte_size == 16) return ParamKind::kPair;
  return ParamKind::kScalar;
}

}  // namespace simt::dwarf
