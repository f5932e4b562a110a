// SPDX-License-Identifier: MIT
//
// Arithmetic on 128-bit values. Device code uses it little (vector types are loaded and stored
// whole, computed on by element), so it is built once, outside the dispatch loop.
#pragma once

#include <cstddef>

#include "decode.hpp"

namespace simt {

/// Computes a vector row for all lanes into `d` and returns the bytes of one lane's result.
/// Loads that widen get the loaded values as `a`.
std::size_t vector_operation(const Row& row, const std::byte* a, const std::byte* b,
                             const std::byte* c, std::byte* d);

}  // namespace simt
