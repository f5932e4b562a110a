// SPDX-License-Identifier: MIT
//
// Sizes, names and calling rules of the types that `.debug_info` describes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dwarf_info.hpp"
#include "source_map.hpp"

namespace simt::dwarf {

/// Answers questions about types. Every answer for a damaged type (a cycle, a missing
/// reference) is a harmless one: size 0, an empty name.
class Types {
 public:
  explicit Types(const Info& info) : info_(info) {}

  std::uint64_t size(std::uint32_t type) const { return size(type, 0); }
  std::uint32_t alignment(std::uint32_t type) const {
    budget_ = kBudget;
    return alignment(type, 0);
  }
  std::string name(std::uint32_t type) const { return name(type, 0); }

  /// How a kernel's parameter of this type is passed by clang's wasm ABI.
  ParamKind param_kind(std::uint32_t type) const;

  /// True for signed integers and enumerations, and for a class that holds just one of them.
  bool is_signed(std::uint32_t type) const;
  bool is_pointer(std::uint32_t type) const;
  /// What a pointer points at; kNone for void and for everything that is no pointer.
  std::uint32_t pointee(std::uint32_t type) const;
  std::uint32_t strip(std::uint32_t type) const;  ///< without typedefs and qualifiers

  /// Splits an array type: its dimensions, and the element type in `element`.
  std::vector<std::uint64_t> extents(std::uint32_t type, std::uint32_t& element) const;

 private:
  const Entry* entry(std::uint32_t index) const;
  std::uint64_t count(const Entry& array) const;
  bool is_record(std::uint32_t type) const;
  bool is_empty(std::uint32_t type, unsigned depth) const;
  std::uint32_t single_element(std::uint32_t type, unsigned depth) const;
  std::uint64_t size(std::uint32_t type, unsigned depth) const;
  std::uint32_t alignment(std::uint32_t type, unsigned depth) const;
  std::string name(std::uint32_t type, unsigned depth) const;

  template <class Visit>
  void for_each_field(const Entry& record, Visit&& visit) const;

  /// Types that `alignment` may still look at: a damaged type can hold itself many times over.
  static constexpr unsigned kBudget = 100'000;
  mutable unsigned budget_ = 0;

  const Info& info_;
};

/// The entry's own name, or that of its origin or specification.
std::string_view entry_name(const Info& info, const Entry& entry);

}  // namespace simt::dwarf
