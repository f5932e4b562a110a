// SPDX-License-Identifier: MIT
//
// The facts of a GPU that a report states, in plain C++ so that reports are tested without one.
#pragma once

#include <cstddef>
#include <string>

namespace cm {

/// What a report says of the GPU that it ran on.
struct DeviceInfo {
  std::string name;
  int sm_count = 0;
  int memory_clock_khz = 0;
  int memory_bus_bits = 0;
  std::size_t l2_bytes = 0;
  std::string compute_capability;  ///< "9.0"
  std::string driver_version;      ///< CUDA version that the driver supports, "13.0".
  std::string runtime_version;     ///< CUDA version of the runtime library, "13.0".

  /// Physical peak of the DRAM in 1e9 bytes a second: two transfers a clock over the whole bus.
  /// 0 where the driver does not tell the clock or the width (some integrated GPUs).
  double peak_dram_gbps() const { return 2.0 * memory_clock_khz * memory_bus_bits / 8.0 / 1e6; }
};

/// Writes CUDA's `1000 * major + 10 * minor` as "major.minor".
inline std::string cuda_version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace cm
