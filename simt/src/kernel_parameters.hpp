// SPDX-License-Identifier: MIT
//
// How a kernel's parameters are laid out, from debug information.
//
// The host passes pointers without sizes, and a wasm signature does not tell a bool from an int or
// a class by value from a pointer. DWARF's formal parameters do (clang -g -gdwarf-4). Without them
// each parameter is taken to be as large as its wasm type, and none to be a class.
//
// Classes follow clang's wasm rules: an empty one is not passed, one with a single scalar in it is
// passed as that scalar, any other by address.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "launch.hpp"
#include "module.hpp"

namespace simt {

/// The types and functions of .debug_info, as far as parameters need them.
class DebugTypes {
 public:
  /// Reads what it understands (DWARF 4) and stops quietly at what it does not.
  explicit DebugTypes(const Module& module);

  /// Parameters of a kernel, in order; empty if it has none.
  std::vector<KernelParameter> parameters(const Module& module, std::uint32_t function) const;

 private:
  friend class DebugReader;

  /// One debugging information entry, reduced to what matters here. References are entry offsets.
  struct Entry {
    std::uint16_t tag = 0;
    std::uint32_t depth = 0;
    std::uint32_t type = 0;
    std::uint32_t origin = 0;  ///< abstract origin or specification
    std::uint64_t bytes = 0;
    std::uint64_t count = 0;  ///< subrange: number of elements, 0 if unknown
    std::uint8_t encoding = 0;
    bool declaration = false;
    bool artificial = false;
    bool external = false;  ///< members: static
    std::string name;
    std::string linkage_name;
  };

  struct Shape {
    std::uint64_t bytes = 0;
    bool is_class = false;
    bool is_empty = false;
    bool single_scalar = false;
    bool is_signed = false;
  };

  std::size_t index_of(std::uint32_t offset) const;
  std::size_t find_function(const std::string& symbol) const;
  Shape shape_of(std::uint32_t type_offset, int depth) const;
  Shape class_shape(std::size_t entry, int depth) const;
  Shape array_shape(std::size_t entry, int depth) const;
  std::vector<std::size_t> children(std::size_t entry) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::uint32_t, std::size_t> by_offset_;
};

}  // namespace simt
