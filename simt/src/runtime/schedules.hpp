// SPDX-License-Identifier: MIT
//
// One launch in several orders: blocks, warps and winners of collisions follow the seed, so that
// what depends on them comes out differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "launch.hpp"
#include "observer.hpp"

namespace simt::runtime {

/// Repeats a launch that left `memory` as it is now, from the state `before`, with the seeds that
/// follow `options.seed`, `schedules` orders in all. The first difference becomes a finding of
/// `observer`. Memory is afterwards as the first run left it. True if all orders agree.
bool same_in_all_orders(const Kernel& kernel, const LaunchConfig& config,
                        std::span<const void* const> arguments, Memory& memory,
                        const LaunchOptions& options, const MemorySnapshot& before,
                        std::uint64_t schedules, RecordingObserver& observer);

}  // namespace simt::runtime
