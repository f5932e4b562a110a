// SPDX-License-Identifier: MIT
#include "observer_initialised.hpp"

#include <bit>

namespace simt {

namespace {

constexpr std::uint64_t kWordBits = 64;
constexpr std::uint64_t kAllSet = ~std::uint64_t{0};

/// Bits [from, from + count) of a word, count 1 to 64.
std::uint64_t bits(std::uint64_t from, std::uint64_t count) {
  return (kAllSet >> (kWordBits - count)) << from;
}

bool all_set(const std::vector<std::uint64_t>& words, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    const std::uint64_t from = begin % kWordBits;
    const std::uint64_t count = std::min(kWordBits - from, end - begin);
    const std::uint64_t mask = bits(from, count);
    if ((words[begin / kWordBits] & mask) != mask) return false;
    begin += count;
  }
  return true;
}

void set_all(std::vector<std::uint64_t>& words, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    const std::uint64_t from = begin % kWordBits;
    const std::uint64_t count = std::min(kWordBits - from, end - begin);
    words[begin / kWordBits] |= bits(from, count);
    begin += count;
  }
}

Allocation* allocation_of(const Access& access, Memory& memory, std::uint64_t address) {
  return access.allocation != nullptr ? access.allocation : memory.find(address);
}

}  // namespace

LaneMask uninitialised_lanes(const Access& access, Memory& memory) {
  if (access.allocation != nullptr) {
    const Allocation& allocation = *access.allocation;
    if (allocation.initialised.empty()) return 0;
    const std::uint64_t begin = access.addresses[0] - allocation.address;
    if (access.contiguous &&
        all_set(allocation.initialised, begin, begin + std::uint64_t{kWarpSize} * access.bytes)) {
      return 0;
    }
  }
  LaneMask lanes = 0;
  for (LaneMask rest = access.mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t address = access.addresses[lane];
    const Allocation* allocation = allocation_of(access, memory, address);
    if (allocation == nullptr || allocation->initialised.empty()) continue;
    const std::uint64_t offset = address - allocation->address;
    const std::uint64_t word = allocation->initialised[offset / kWordBits] >> offset % kWordBits;
    if ((word & 1U) != 0) continue;
    if (!Memory::any_initialised(*allocation, offset, access.bytes)) lanes |= LaneMask{1} << lane;
  }
  return lanes;
}

void mark_stored(const Access& access, Memory& memory) {
  if (access.contiguous && access.allocation != nullptr) {
    Allocation& allocation = *access.allocation;
    if (allocation.initialised.empty()) return;
    const std::uint64_t begin = access.addresses[0] - allocation.address;
    set_all(allocation.initialised, begin, begin + std::uint64_t{kWarpSize} * access.bytes);
    return;
  }
  for (LaneMask rest = access.mask; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = access.addresses[std::countr_zero(rest)];
    Allocation* allocation = allocation_of(access, memory, address);
    if (allocation == nullptr || allocation->initialised.empty()) continue;
    const std::uint64_t begin = address - allocation->address;
    set_all(allocation->initialised, begin, begin + access.bytes);
  }
}

}  // namespace simt
