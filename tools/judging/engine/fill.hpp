// SPDX-License-Identifier: MIT
//
// Contents of buffers from a seed: the same seed gives the same values on every machine.
#pragma once

#include <cstdint>
#include <span>

#include "exercise.hpp"

namespace judge {

/// A new seed from a seed and a number; neighbours have nothing in common.
std::uint64_t mix(std::uint64_t seed, std::uint64_t number);

/// Fills `bytes`. Kinds: "" (poison: random bytes, no float a number), "zero", "random" (reals in
/// [-1, 1), or [-to, to) where `to` is given; whole numbers over their whole range), "range" (whole
/// numbers from `from` to `to`), "position" (the index, changed by the seed), "sorted", "reversed",
/// "equal", "comb" (one in `to` is positive, the others negative), "special" (random with NaN,
/// infinities, denormals and zeros of both signs among them).
simt::Status fill_elements(const Fill& fill, Element element, const Numbers& numbers,
                           std::uint64_t seed, std::span<std::byte> bytes);

}  // namespace judge
