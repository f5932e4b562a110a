// SPDX-License-Identifier: MIT
//
// Reads numbers from bytes that nobody vouches for. It never reads outside its range: a read past
// the end gives 0 and makes ok() false for good, so callers test once after a group of reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace simt {

class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, std::uint32_t begin, std::uint32_t end)
      : bytes_(bytes), at_(begin), end_(end) {
    if (begin > end || end > bytes.size()) fail();
  }

  bool ok() const { return ok_; }
  bool done() const { return at_ >= end_; }
  std::uint32_t position() const { return at_; }
  std::uint32_t end() const { return end_; }
  std::uint32_t left() const { return end_ - at_; }
  void fail() {
    ok_ = false;
    at_ = end_;
  }

  std::uint8_t u8() {
    if (at_ >= end_) {
      fail();
      return 0;
    }
    return std::to_integer<std::uint8_t>(bytes_[at_++]);
  }

  /// A little-endian value of fixed size.
  template <class T>
  T fixed() {
    T value{};
    if (left() < sizeof(T)) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const std::uint8_t byte = u8();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if (!(byte & 0x80)) return value;
    }
    fail();
    return 0;
  }

  std::uint32_t u32() {
    const std::uint64_t value = uleb();
    if (value > 0xffffffffu) fail();
    return static_cast<std::uint32_t>(value);
  }

  std::int64_t sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const std::uint8_t byte = u8();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte & 0x80) continue;
      if ((byte & 0x40) && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
      return static_cast<std::int64_t>(value);
    }
    fail();
    return 0;
  }

  /// A string with its length in front; points into the bytes.
  std::string_view string() {
    const std::uint32_t length = u32();
    if (length > left()) {
      fail();
      return {};
    }
    const auto* text = reinterpret_cast<const char*>(bytes_.data() + at_);
    at_ += length;
    return {text, length};
  }

  void skip(std::uint64_t count) {
    if (count > left()) {
      fail();
      return;
    }
    at_ += static_cast<std::uint32_t>(count);
  }

  void seek(std::uint32_t position) {
    if (position > end_) {
      fail();
      return;
    }
    at_ = position;
  }

 private:
  std::span<const std::byte> bytes_;
  std::uint32_t at_;
  std::uint32_t end_;
  bool ok_ = true;
};

}  // namespace simt
