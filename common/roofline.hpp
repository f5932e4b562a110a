// SPDX-License-Identifier: MIT
//
// The roofline: what arithmetic and memory allow a kernel, and what the tables say that a chip has.
#pragma once

namespace cm {

/// What a chip does at most.
struct Roof {
  double flops;  ///< Floating-point operations a second, of one kind.
  double bytes;  ///< Bytes a second, of one memory.

  /// Operations a byte at which the arithmetic takes as long as the bytes.
  constexpr double ridge() const { return flops / bytes; }
};

/// Most operations a second that a kernel of `intensity` operations a byte can do under `roof`.
constexpr double attainable(const Roof& roof, double intensity) {
  const double slope = roof.bytes * intensity;
  return slope < roof.flops ? slope : roof.flops;
}

/// Kinds of arithmetic that a peak is worked out for.
enum class Arithmetic {
  kFloat,
  kDouble,
  kHalfTensor,  ///< Products of matrices of half on tensor cores, none of whose entries is skipped.
};

/// What a table says of a chip.
struct ChipRates {
  int capability;  ///< 90 for 9.0.
  int sms;
  double clock_khz;  ///< The highest.
  int double_ratio;  ///< Operations of float for each of double.
  int bus_bits;
  double memory_clock_khz;  ///< Two transfers a clock.
};

/// Multiply-adds of float that an SM starts in a cycle.
/// Source: "Arithmetic Instructions" in NVIDIA's CUDA C++ Programming Guide.
constexpr int float_lanes(int capability) { return capability < 86 ? 64 : 128; }

/// Multiply-adds of half that the tensor cores of an SM do in a cycle.
/// Source: NVIDIA's architecture papers on Turing, Ampere, Ada (sums in half) and Hopper.
constexpr int tensor_lanes(int capability) {
  if (capability == 90) return 2048;
  return capability == 80 ? 1024 : 512;
}

/// What the chip would do if every unit worked in every cycle; no kernel does.
constexpr Roof peak(const ChipRates& chip, Arithmetic kind) {
  const double lanes = kind == Arithmetic::kHalfTensor ? tensor_lanes(chip.capability)
                       : kind == Arithmetic::kDouble
                           ? static_cast<double>(float_lanes(chip.capability)) / chip.double_ratio
                           : float_lanes(chip.capability);
  return {2 * lanes * chip.sms * chip.clock_khz * 1e3,
          2 * chip.memory_clock_khz * 1e3 * chip.bus_bits / 8};
}

}  // namespace cm
