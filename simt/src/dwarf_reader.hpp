// SPDX-License-Identifier: MIT
//
// Bounded reading of debug sections.
//
// A reader never leaves its span: a read past the end makes it fail, and a failed reader gives
// zeros from then on. Callers therefore check `failed()` once for each unit, not at each field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace simt::dwarf {

using Bytes = std::span<const std::byte>;

/// Cursor over one section, little endian.
class Reader {
 public:
  explicit Reader(Bytes bytes, std::size_t position = 0) : bytes_(bytes), position_(position) {
    if (position > bytes.size()) fail();
  }

  bool failed() const { return failed_; }
  bool at_end() const { return failed_ || position_ >= bytes_.size(); }
  std::size_t position() const { return position_; }

  /// Reads an unsigned value of `T`'s width.
  template <class T>
  T fixed() {
    T value{};
    if (!need(sizeof(T))) return value;
    std::memcpy(&value, bytes_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }

  std::uint8_t byte() { return fixed<std::uint8_t>(); }

  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const std::uint8_t next = byte();
      if (shift < 64) value |= static_cast<std::uint64_t>(next & 0x7fU) << shift;
      if ((next & 0x80U) == 0) return value;
    }
    fail();
    return 0;
  }

  std::int64_t sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const std::uint8_t next = byte();
      if (shift < 64) value |= static_cast<std::uint64_t>(next & 0x7fU) << shift;
      if ((next & 0x80U) != 0) continue;
      if ((next & 0x40U) != 0 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
      return static_cast<std::int64_t>(value);
    }
    fail();
    return 0;
  }

  /// Reads a zero-terminated string.
  std::string_view string() {
    if (failed_) return {};
    const auto* begin = bytes_.data() + position_;
    const auto* end =
        static_cast<const std::byte*>(std::memchr(begin, 0, bytes_.size() - position_));
    if (end == nullptr) {
      fail();
      return {};
    }
    const auto length = static_cast<std::size_t>(end - begin);
    position_ += length + 1;
    return {reinterpret_cast<const char*>(begin), length};
  }

  /// Takes the next `count` bytes as a section of their own.
  Bytes take(std::uint64_t count) {
    if (!need(count)) return {};
    const auto part = bytes_.subspan(position_, static_cast<std::size_t>(count));
    position_ += static_cast<std::size_t>(count);
    return part;
  }

  void skip(std::uint64_t count) { take(count); }
  void fail() {
    failed_ = true;
    position_ = bytes_.size();
  }

 private:
  bool need(std::uint64_t count) {
    if (!failed_ && count <= bytes_.size() - position_) return true;
    fail();
    return false;
  }

  Bytes bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

/// The debug sections of one wasm object; a missing one is empty.
struct Sections {
  Bytes line, info, abbrev, str, ranges;
  /// Where each data segment begins in the addresses that the debug sections use.
  std::vector<std::uint64_t> segment_addresses;
};

/// Finds the debug sections of a wasm object. Relocations need not be applied: the compiler
/// writes their values in place, code addresses relative to the code section's contents and data
/// addresses as offsets in the object's data. Gives empty sections for anything malformed.
Sections find_sections(Bytes object);

}  // namespace simt::dwarf
