// SPDX-License-Identifier: MIT
//
// Writes small relocatable wasm objects byte by byte, so that tests need no compiler and can ask
// for code that no compiler would write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt::test {

using Bytes = std::vector<std::uint8_t>;

void put_uleb(Bytes& out, std::uint64_t value);
void put_sleb(Bytes& out, std::int64_t value);
void put_string(Bytes& out, const std::string& text);
void append(Bytes& out, const Bytes& more);

/// Value types as wasm writes them.
inline constexpr std::uint8_t kI32 = 0x7f, kI64 = 0x7e, kF32 = 0x7d, kF64 = 0x7c;

class ObjectBuilder {
 public:
  /// Imports a function; its index. All imports come before the first add_function.
  std::uint32_t import(const std::string& name, Bytes parameters, Bytes results);
  /// Adds a function with `locals` groups of (count, type) and a body that ends with 0x0b.
  std::uint32_t add_function(const std::string& name, Bytes parameters, Bytes results,
                             std::vector<std::pair<std::uint32_t, std::uint8_t>> locals,
                             Bytes body);
  std::vector<std::byte> build() const;

 private:
  struct Item {
    std::string name;
    std::uint32_t type;
    Bytes code;  ///< empty for imports
  };
  std::uint32_t type_index(const Bytes& parameters, const Bytes& results);

  std::vector<Bytes> types_;
  std::vector<Item> imports_;
  std::vector<Item> functions_;
};

}  // namespace simt::test
