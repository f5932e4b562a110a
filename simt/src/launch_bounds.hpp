// SPDX-License-Identifier: MIT
//
// `__launch_bounds__` of kernels. The compiler drops the attribute when it makes wasm, so the
// driver writes what it said into a custom section of the object: one line "SYMBOL THREADS" a
// kernel.
#pragma once

#include <cstdint>
#include <string_view>

#include "module.hpp"

namespace simt {

inline constexpr std::string_view kLaunchBoundsSection = "simt.launch_bounds";

/// Threads of a block that the kernel of this symbol allows; 0 = it says nothing.
std::uint32_t launch_bound(const Module& module, std::string_view symbol);

}  // namespace simt
