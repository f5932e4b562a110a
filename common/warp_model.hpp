// SPDX-License-Identifier: MIT
//
// What one memory instruction of one warp costs, counted from the addresses of its lanes.
//
// The one model of the book: programs print its predictions, tests hold the GPU's counters to it,
// the virtual GPU reports with it, the pages draw with it.  Pure C++17, no CUDA needed.
//
// It counts; it knows nothing of time, and nothing of caches: a sector is counted once for each
// request that touches it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cm {

constexpr int kWarpSize = 32;     ///< Lanes that run together.
constexpr int kSectorBytes = 32;  ///< What moves between L1 and L2.
constexpr int kLineBytes = 128;   ///< What one tag of L1 covers: four sectors.
constexpr int kBanks = 32;        ///< Of shared memory.
constexpr int kBankBytes = 4;     ///< Width of a bank.

/// The addresses of one load or store of one warp.
struct WarpAccess {
  std::array<std::uint64_t, kWarpSize>
      address{};                       ///< In bytes, a multiple of `bytes`, for each lane.
  std::uint32_t active = 0xFFFFFFFFu;  ///< Bit i: lane i takes part.
  int bytes = 4;                       ///< For each lane: 1, 2, 4, 8 or 16.

  constexpr bool is_active(int lane) const { return (active >> lane) & 1u; }
  constexpr std::uint64_t at(int lane) const { return address[static_cast<std::size_t>(lane)]; }
};

/// An access where lane i touches element `index(i)` of an array of `bytes`-wide elements.
///
/// \param base   byte address of element 0, a multiple of `bytes`
/// \param bytes  width of an element: 1, 2, 4, 8 or 16
/// \param index  lane -> element (any integer type; negative is fine while the address is not)
/// \param active mask of the lanes that take part
template <class Index>
constexpr WarpAccess warp_access(std::uint64_t base, int bytes, Index&& index,
                                 std::uint32_t active = 0xFFFFFFFFu) {
  WarpAccess access;
  access.active = active;
  access.bytes = bytes;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const auto element = static_cast<std::int64_t>(index(lane));
    access.address[static_cast<std::size_t>(lane)] =
        base + static_cast<std::uint64_t>(element) * static_cast<std::uint64_t>(bytes);
  }
  return access;
}

/// What an access to global memory costs.
struct GlobalCost {
  int requests = 0;      ///< 1, or 0 if no lane is active.
  int sectors = 0;       ///< Distinct 32-byte sectors.
  int lines = 0;         ///< Distinct 128-byte lines.
  int useful_bytes = 0;  ///< Distinct bytes that the lanes asked for.
};

/// What an access to shared memory costs.
struct SharedCost {
  int wavefronts = 0;  ///< Passes through the banks, conflicts included.
  int ideal = 0;       ///< The same without conflicts: each group of lanes goes through once.
};

// [snippet:global-cost]
/// Distinct blocks of `block_bytes` in which the active lanes' addresses lie.
constexpr int distinct_blocks(const WarpAccess& access, int block_bytes) {
  int count = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (!access.is_active(lane)) continue;
    bool seen = false;
    for (int before = 0; before < lane && !seen; ++before) {
      seen = access.is_active(before) &&
             access.at(before) / block_bytes == access.at(lane) / block_bytes;
    }
    if (!seen) ++count;
  }
  return count;
}

/// Sectors, lines and useful bytes of a load or store to global memory.
constexpr GlobalCost global_cost(const WarpAccess& access) {
  GlobalCost cost;
  cost.requests = access.active != 0 ? 1 : 0;
  cost.sectors = distinct_blocks(access, kSectorBytes);
  cost.lines = distinct_blocks(access, kLineBytes);
  cost.useful_bytes = access.bytes * distinct_blocks(access, 1);
  return cost;
}
// [/snippet:global-cost]

namespace detail {

// [snippet:shared-cost]
/// Wavefronts of the lanes [first, last): the most distinct words that any one bank must deliver.
/// Lanes that want the same word share it, whichever they are.
constexpr int bank_passes(const WarpAccess& access, int first, int last) {
  const int words_per_lane = access.bytes > kBankBytes ? access.bytes / kBankBytes : 1;
  std::array<int, kBanks> words{};
  int most = 0;
  for (int lane = first; lane < last; ++lane) {
    if (!access.is_active(lane)) continue;
    const std::uint64_t word = access.at(lane) / kBankBytes;
    bool seen = false;
    for (int before = first; before < lane && !seen; ++before) {
      seen = access.is_active(before) && access.at(before) / kBankBytes == word;
    }
    for (int w = 0; w < words_per_lane && !seen; ++w) {
      int& count = words[(word + w) % kBanks];
      if (++count > most) most = count;
    }
  }
  return most;
}
// [/snippet:shared-cost]

/// True if each active lane has the address of lane `i ^ distance`; an idle partner counts as
/// equal.
constexpr bool partners_agree(const WarpAccess& access, int distance) {
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const int partner = lane ^ distance;
    if (access.is_active(lane) && access.is_active(partner) &&
        access.at(lane) != access.at(partner)) {
      return false;
    }
  }
  return true;
}

/// The cost of the lanes [first, last) of an 8- or 16-byte access: two halves one after the
/// other, or both at once where they are joined.
constexpr SharedCost pair_cost(const WarpAccess& access, int first, int last, bool joined) {
  if (joined) {
    const int passes = bank_passes(access, first, last);
    return {passes, passes > 0 ? 1 : 0};
  }
  const int middle = (first + last) / 2;
  const int low = bank_passes(access, first, middle);
  const int high = bank_passes(access, middle, last);
  return {low + high, (low > 0 ? 1 : 0) + (high > 0 ? 1 : 0)};
}

}  // namespace detail

/// Wavefronts of a load or store to shared memory; addresses count from the start of the block's
/// shared memory.
///
/// Up to 4 bytes a lane, the warp goes at once.  8 bytes: in two half-warps.  16 bytes: half by
/// half, each in two quarters.  Two parts go at once where all active lanes i of the warp share the
/// address of lane i^1, or all that of lane i^2; one half that does so is not enough.  Each pass
/// costs as many wavefronts as its busiest bank has distinct words to deliver; a word that several
/// lanes want is delivered to all of them at once.
constexpr SharedCost shared_cost(const WarpAccess& access) {
  if (access.bytes <= kBankBytes) {
    const int passes = detail::bank_passes(access, 0, kWarpSize);
    return {passes, passes > 0 ? 1 : 0};
  }
  const bool joined = detail::partners_agree(access, 1) || detail::partners_agree(access, 2);
  if (access.bytes == 8) return detail::pair_cost(access, 0, kWarpSize, joined);
  const SharedCost low = detail::pair_cost(access, 0, kWarpSize / 2, joined);
  const SharedCost high = detail::pair_cost(access, kWarpSize / 2, kWarpSize, joined);
  return {low.wavefronts + high.wavefronts, low.ideal + high.ideal};
}

}  // namespace cm
