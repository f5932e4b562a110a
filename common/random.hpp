// SPDX-License-Identifier: MIT
//
// Test data that is the same on every machine and differs from place to place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace cm {

/// 64 well-mixed bits for element `index` of sequence `seed` (the finaliser of SplitMix64).
///
/// The distributions of <random> give other numbers with each standard library; this does not.
inline std::uint64_t random_bits(unsigned seed, std::uint64_t index) {
  std::uint64_t z = (static_cast<std::uint64_t>(seed) << 40) + index + 1;
  z *= 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Fills `values` with numbers between `lo` and `hi` that depend only on seed and position.
///
/// Integers get values in [lo, hi]; floating-point types, too, but hi only where rounding reaches
/// it.  Since the value depends on the position, swapped indices show as wrong values.
template <class T>
void fill_random(std::vector<T>& values, unsigned seed, T lo, T hi) {
  static_assert(std::is_arithmetic_v<T>, "fill components of vector types one by one");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bits = random_bits(seed, i);
    if constexpr (std::is_same_v<T, float>) {
      values[i] = lo + (hi - lo) * (static_cast<float>(bits >> 40) * 0x1p-24f);
    } else if constexpr (std::is_floating_point_v<T>) {
      values[i] = static_cast<T>(lo + (hi - lo) * (static_cast<double>(bits >> 11) * 0x1p-53));
    } else {
      // The full 64-bit range wraps to a span of 0, where all bits are wanted as they are.
      const std::uint64_t span =
          static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
      values[i] = static_cast<T>(static_cast<std::uint64_t>(lo) + (span ? bits % span : bits));
    }
  }
}

}  // namespace cm
