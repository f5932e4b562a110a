// SPDX-License-Identifier: MIT
//
// Texture and surface objects: what a handle stands for, and what a fetch gives.
//
// A texture is memory with a shape, a format of its elements, and rules for coordinates. Arrays lie
// row after row here; where a GPU puts their elements is its own affair, so fetches from arrays are
// not counted as traffic. Filtering follows the CUDA programming guide: positions in steps of
// 1/256.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "memory.hpp"

namespace simt {

enum class TexelKind : std::uint8_t { kSigned, kUnsigned, kFloat };
enum class TextureAddressing : std::uint8_t {
  kWrap,
  kClamp,
  kMirror,
  kBorder
};  // as CUDA numbers them

struct TexelFormat {
  std::uint32_t channels = 1;  ///< 1, 2 or 4
  std::uint32_t bits = 32;     ///< of one channel: 8, 16 or 32
  TexelKind kind = TexelKind::kFloat;
  std::uint32_t bytes() const { return channels * bits / 8; }
};

struct Texture {
  std::uint64_t address = 0;
  std::array<std::uint64_t, 3> extent = {1, 1, 1};
  std::uint64_t pitch = 0;  ///< bytes from row to row
  std::uint64_t slice = 0;  ///< bytes from plane to plane
  int dimensions = 1;
  TexelFormat format;
  bool is_linear = false;  ///< plain memory, read by index with tex1Dfetch
  std::array<TextureAddressing, 3> modes = {TextureAddressing::kClamp, TextureAddressing::kClamp,
                                            TextureAddressing::kClamp};
  bool filters = false;              ///< linearly, else the nearest element
  bool normalized_position = false;  ///< 0 to 1 across the extent
  bool normalized_value = false;     ///< integers become 0 to 1, or -1 to 1
  std::array<float, 4> border = {};
};

/// What a fetch gives in each channel: a float's bits, or an integer widened to 32 bits.
using Texel = std::array<std::uint32_t, 4>;

/// Fetches at a position; nothing if the memory behind the texture is gone.
std::optional<Texel> sample(const Texture& texture, const std::array<float, 3>& position,
                            Memory& memory);
/// The element with this index; zeros outside.
std::optional<Texel> fetch(const Texture& texture, std::int64_t index, Memory& memory);

/// The textures and surfaces of a program, by handle. Handles are not used twice.
class TextureTable {
 public:
  std::uint64_t add(const Texture& texture);
  bool remove(std::uint64_t handle) { return textures_.erase(handle) != 0; }
  const Texture* find(std::uint64_t handle) const;

 private:
  std::map<std::uint64_t, Texture> textures_;
  std::uint64_t next_ = 1;
};

}  // namespace simt
