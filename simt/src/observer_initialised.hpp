// SPDX-License-Identifier: MIT
//
// Which global memory has a value. Memory marks what the host copies and sets; this module marks
// what kernels store and tests what they load. A load counts as uninitialised only if none of its
// bytes has a value, so that padding inside a struct is no finding.
#pragma once

#include "events.hpp"
#include "memory.hpp"

namespace simt {

/// Lanes of the access whose bytes have no value yet.
LaneMask uninitialised_lanes(const Access& access, Memory& memory);

/// Marks the bytes that the lanes of a store or an atomic write.
void mark_stored(const Access& access, Memory& memory);

}  // namespace simt
