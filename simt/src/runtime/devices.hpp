// SPDX-License-Identifier: MIT
//
// The table of GPUs whose limits can be imitated, and what CUDA's queries answer for each.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "launch.hpp"
#include "simt/driver_types.h"

namespace simt::runtime {

/// One row of devices.def.
struct Device {
  const char* key;   ///< what --device takes
  const char* name;  ///< what cudaGetDeviceProperties says
  int compute_capability;
  int multiprocessors;
  int threads_per_multiprocessor;
  int blocks_per_multiprocessor;
  int shared_kib_per_multiprocessor;
  int shared_kib_opt_in;
  int l2_kib;
  int memory_mib;
  int memory_bus_bits;
  int memory_clock_khz;
  int clock_khz;
  int single_to_double;
};

/// All rows; the first is the default.
std::span<const Device> devices();
/// The row with this key, or null.
const Device* find_device(std::string_view key);
/// The keys, separated by ", ", for messages.
std::string device_keys();

/// What the engine needs to know of it.
DeviceLimits limits_of(const Device& device);
/// Answer to cudaDeviceGetAttribute, or nothing if the table cannot know.
std::optional<int> attribute_of(const Device& device, cudaDeviceAttr attribute);
/// Answer to cudaGetDeviceProperties.
cudaDeviceProp properties_of(const Device& device);

}  // namespace simt::runtime
