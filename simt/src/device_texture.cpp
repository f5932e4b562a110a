// SPDX-License-Identifier: MIT
#include "device_texture.hpp"

#include <algorithm>

#include "device_functions.hpp"
#include "executor.hpp"
#include "texture.hpp"

namespace simt::device {
namespace {

/// How surface functions treat a place outside, as CUDA numbers it.
enum class Boundary : std::uint32_t { kZero, kClamp, kTrap };

const Texture* texture_of(Call& call, int lane) {
  const u64 handle = call.argument<u64>(0)[lane];
  const TextureTable* const table = call.executor.options.textures;
  const Texture* const texture = table != nullptr ? table->find(handle) : nullptr;
  if (texture == nullptr) {
    call.executor.fault(call.strand, call.site, FaultKind::kInvalidTexture, LaneMask{1} << lane,
                        "handle " + std::to_string(handle));
  }
  return texture;
}

void give(Call& call, int lane, const Texture& texture, const std::optional<Texel>& texel) {
  const u32 channel = call.argument<u32>(1)[lane] % 4;
  call.out<u32>()[lane] = texel ? (*texel)[channel] : 0;
  if (texel) return;
  call.executor.fault_at(call.strand, call.site, lane, texture.address, texture.format.bytes(),
                         AccessKind::kLoad);
}

/// Fetches from plain memory are loads like others, told once for all channels.
void tell_load(Call& call, const u64* addresses, LaneMask mask, std::uint32_t bytes) {
  if (mask == 0 || call.executor.observer == nullptr) return;
  Access access;
  access.site = call.site;
  access.kind = AccessKind::kLoad;
  access.bytes = access.alignment = static_cast<std::uint8_t>(bytes);
  access.mask = mask;
  access.addresses = addresses;
  call.executor.observe_mixed(call.strand, access);
}

}  // namespace

void texture_sample(Call& call) {
  for_each_lane(call, [&](int lane) {
    const Texture* const texture = texture_of(call, lane);
    if (texture == nullptr) return;
    const std::array<float, 3> position = {call.argument<f32>(2)[lane], call.argument<f32>(3)[lane],
                                           call.argument<f32>(4)[lane]};
    give(call, lane, *texture, sample(*texture, position, call.executor.memory));
  });
}

void texture_fetch(Call& call) {
  u64 addresses[kWarpSize] = {};
  LaneMask inside = 0;
  std::uint32_t bytes = 4;
  for_each_lane(call, [&](int lane) {
    const Texture* const texture = texture_of(call, lane);
    if (texture == nullptr) return;
    const i32 index = call.argument<i32>(2)[lane];
    bytes = texture->format.bytes();
    addresses[lane] = texture->address + static_cast<u64>(i64{index}) * bytes;
    const bool is_inside = index >= 0 && static_cast<u64>(index) < texture->extent[0];
    const bool is_first = call.argument<u32>(1)[lane] == 0;
    if (is_inside && is_first) inside |= LaneMask{1} << lane;
    give(call, lane, *texture, fetch(*texture, index, call.executor.memory));
  });
  tell_load(call, addresses, inside, bytes);
}

void surface_address(Call& call) {
  for_each_lane(call, [&](int lane) {
    u64& result = call.out<u64>()[lane];
    result = 0;
    const Texture* const surface = texture_of(call, lane);
    if (surface == nullptr) return;
    const i64 width = static_cast<i64>(surface->extent[0]) * surface->format.bytes();
    const i64 height = static_cast<i64>(surface->extent[1]);
    const i64 bytes = call.argument<u32>(3)[lane];
    i64 x = call.argument<i32>(1)[lane], y = call.argument<i32>(2)[lane];
    const bool inside = x >= 0 && x + bytes <= width && y >= 0 && y < height;
    const auto boundary = static_cast<Boundary>(call.argument<u32>(4)[lane]);
    if (!inside && boundary == Boundary::kZero) return;
    if (!inside && boundary == Boundary::kClamp) {
      x = std::clamp<i64>(x, 0, width - bytes);
      y = std::clamp<i64>(y, 0, height - 1);
    } else if (!inside) {
      call.executor.fault(call.strand, call.site, FaultKind::kInvalidTexture, LaneMask{1} << lane,
                          "byte " + std::to_string(x) + " of row " + std::to_string(y) +
                              " lies outside the surface");
      return;
    }
    result = surface->address + static_cast<u64>(y) * surface->pitch + static_cast<u64>(x);
  });
}

}  // namespace simt::device
