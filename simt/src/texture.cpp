// SPDX-License-Identifier: MIT
#include "texture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace simt {
namespace {

using Index = std::array<std::int64_t, 3>;
constexpr double kFractions = 256;  // filtering positions have 8 bits behind the point
constexpr double kFarAway = 1e9;    // beyond any extent, and still exact

/// One element's channel as an integer, sign-extended where the format is signed.
std::uint32_t raw_channel(const std::byte* texel, const TexelFormat& format,
                          std::uint32_t channel) {
  std::uint32_t value = 0;
  std::memcpy(&value, texel + channel * format.bits / 8, format.bits / 8);
  if (format.kind != TexelKind::kSigned || format.bits == 32) return value;
  const unsigned unused = 32 - format.bits;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value << unused) >> unused);
}

float normalized(std::uint32_t raw, const TexelFormat& format) {
  if (format.kind == TexelKind::kUnsigned) {
    return static_cast<float>(raw) / static_cast<float>((1u << format.bits) - 1);
  }
  const auto largest = static_cast<float>((1u << (format.bits - 1)) - 1);
  return std::max(-1.0f, static_cast<float>(static_cast<std::int32_t>(raw)) / largest);
}

bool gives_floats(const Texture& texture) {
  return texture.normalized_value || texture.format.kind == TexelKind::kFloat;
}

Texel decode(const Texture& texture, const std::byte* bytes) {
  Texel texel = {};
  for (std::uint32_t channel = 0; channel < texture.format.channels; ++channel) {
    const std::uint32_t raw = raw_channel(bytes, texture.format, channel);
    texel[channel] = texture.normalized_value
                         ? std::bit_cast<std::uint32_t>(normalized(raw, texture.format))
                         : raw;
  }
  return texel;
}

Texel border(const Texture& texture) {
  Texel texel = {};
  for (std::size_t channel = 0; channel < texture.format.channels; ++channel) {
    const float value = texture.border[channel];
    texel[channel] = gives_floats(texture)
                         ? std::bit_cast<std::uint32_t>(value)
                         : static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
  }
  return texel;
}

/// The index that stands for `index` under the dimension's mode; nothing beyond a border.
std::optional<std::int64_t> resolve(std::int64_t index, std::int64_t extent, TextureAddressing mode,
                                    bool normalized_position) {
  // Wrapping and mirroring are defined for normalised positions only; others are clamped.
  if (!normalized_position && mode != TextureAddressing::kBorder) mode = TextureAddressing::kClamp;
  switch (mode) {
    case TextureAddressing::kWrap:
      return ((index % extent) + extent) % extent;
    case TextureAddressing::kMirror: {
      const std::int64_t folded = ((index % (2 * extent)) + 2 * extent) % (2 * extent);
      return folded < extent ? folded : 2 * extent - 1 - folded;
    }
    case TextureAddressing::kBorder:
      if (index < 0 || index >= extent) return std::nullopt;
      return index;
    case TextureAddressing::kClamp:
      break;
  }
  return std::clamp<std::int64_t>(index, 0, extent - 1);
}

std::optional<Texel> texel_at(const Texture& texture, const Index& index, Memory& memory) {
  std::uint64_t address = texture.address;
  const std::array<std::uint64_t, 3> strides = {texture.format.bytes(), texture.pitch,
                                                texture.slice};
  for (std::size_t d = 0; d < static_cast<std::size_t>(texture.dimensions); ++d) {
    const auto place = resolve(index[d], static_cast<std::int64_t>(texture.extent[d]),
                               texture.modes[d], texture.normalized_position);
    if (!place) return border(texture);
    address += static_cast<std::uint64_t>(*place) * strides[d];
  }
  const std::byte* const bytes = memory.data(address, texture.format.bytes());
  if (bytes == nullptr) return std::nullopt;
  return decode(texture, bytes);
}

/// A position in units of elements.
double scaled(const Texture& texture, const std::array<float, 3>& position, std::size_t d) {
  double at = static_cast<double>(position[d]);
  if (std::isnan(at)) return 0;
  if (texture.normalized_position) at *= static_cast<double>(texture.extent[d]);
  return std::clamp(at, -kFarAway, kFarAway);
}

/// Where filtering takes place: the element before the position, and the way to the next in 1/256.
struct Corner {
  Index first = {};
  std::array<int, 3> fraction = {};
};

Corner corner_at(const Texture& texture, const std::array<float, 3>& position) {
  Corner corner;
  for (std::size_t d = 0; d < static_cast<std::size_t>(texture.dimensions); ++d) {
    const double at = std::floor((scaled(texture, position, d) - 0.5) * kFractions + 0.5);
    corner.first[d] = static_cast<std::int64_t>(std::floor(at / kFractions));
    corner.fraction[d] = static_cast<int>(at - static_cast<double>(corner.first[d]) * kFractions);
  }
  return corner;
}

/// Weights of the four elements of a plane, in 1/256. An H200 rounds the product that belongs to
/// the far corner, and gives the others what is left.
std::array<int, 4> plane_weights(int x, int y) {
  constexpr int kOne = static_cast<int>(kFractions);
  const int far = (x * y + kOne / 2) / kOne;
  return {kOne - x - y + far, x - far, y - far, far};
}

std::optional<Texel> filtered(const Texture& texture, const std::array<float, 3>& position,
                              Memory& memory) {
  const Corner corner = corner_at(texture, position);
  const std::array<int, 4> plane = plane_weights(corner.fraction[0], corner.fraction[1]);
  const float depth = static_cast<float>(corner.fraction[2]) / static_cast<float>(kFractions);
  std::array<float, 4> sum = {};
  for (unsigned k = 0; k < 1u << texture.dimensions; ++k) {
    const float across = static_cast<float>(plane[k % 4]) / static_cast<float>(kFractions);
    const float weight = across * (k < 4 ? 1 - depth : depth);
    // An element of weight nothing does not count, whatever it is: infinity times zero is no
    // number.
    if (weight == 0) continue;
    const Index index = {corner.first[0] + (k & 1u), corner.first[1] + (k >> 1 & 1u),
                         corner.first[2] + (k >> 2 & 1u)};
    const auto texel = texel_at(texture, index, memory);
    if (!texel) return std::nullopt;
    for (std::size_t c = 0; c < 4; ++c) sum[c] += weight * std::bit_cast<float>((*texel)[c]);
  }
  Texel result;
  for (std::size_t c = 0; c < 4; ++c) result[c] = std::bit_cast<std::uint32_t>(sum[c]);
  return result;
}

}  // namespace

std::optional<Texel> sample(const Texture& texture, const std::array<float, 3>& position,
                            Memory& memory) {
  if (texture.filters && gives_floats(texture)) return filtered(texture, position, memory);
  Index index = {};
  for (std::size_t d = 0; d < static_cast<std::size_t>(texture.dimensions); ++d) {
    index[d] = static_cast<std::int64_t>(std::floor(scaled(texture, position, d)));
  }
  return texel_at(texture, index, memory);
}

std::optional<Texel> fetch(const Texture& texture, std::int64_t index, Memory& memory) {
  if (index < 0 || index >= static_cast<std::int64_t>(texture.extent[0])) return Texel{};
  const std::uint64_t at = static_cast<std::uint64_t>(index) * texture.format.bytes();
  const std::byte* const bytes = memory.data(texture.address + at, texture.format.bytes());
  if (bytes == nullptr) return std::nullopt;
  return decode(texture, bytes);
}

std::uint64_t TextureTable::add(const Texture& texture) {
  textures_[next_] = texture;
  return next_++;
}

const Texture* TextureTable::find(std::uint64_t handle) const {
  const auto found = textures_.find(handle);
  return found == textures_.end() ? nullptr : &found->second;
}

}  // namespace simt
