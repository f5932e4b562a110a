// SPDX-License-Identifier: MIT
#include "runtime/devices.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace simt::runtime {
namespace {

constexpr std::array kDevices = {
#define DEVICE(key, ...) Device{#key, __VA_ARGS__},
#include "devices.def"
#undef DEVICE
};

/// An attribute that every device has.
int known(const Device& device, cudaDeviceAttr attribute) {
  return attribute_of(device, attribute).value_or(0);
}

std::size_t bytes(const Device& device, cudaDeviceAttr attribute) {
  return static_cast<std::size_t>(known(device, attribute));
}

void set_launch_limits(cudaDeviceProp& p, const Device& d) {
  p.maxThreadsPerBlock = known(d, cudaDevAttrMaxThreadsPerBlock);
  p.maxThreadsDim[0] = known(d, cudaDevAttrMaxBlockDimX);
  p.maxThreadsDim[1] = known(d, cudaDevAttrMaxBlockDimY);
  p.maxThreadsDim[2] = known(d, cudaDevAttrMaxBlockDimZ);
  p.maxGridSize[0] = known(d, cudaDevAttrMaxGridDimX);
  p.maxGridSize[1] = known(d, cudaDevAttrMaxGridDimY);
  p.maxGridSize[2] = known(d, cudaDevAttrMaxGridDimZ);
  p.warpSize = known(d, cudaDevAttrWarpSize);
  p.maxThreadsPerMultiProcessor = d.threads_per_multiprocessor;
  p.maxBlocksPerMultiProcessor = d.blocks_per_multiprocessor;
  p.regsPerBlock = known(d, cudaDevAttrMaxRegistersPerBlock);
  p.regsPerMultiprocessor = known(d, cudaDevAttrMaxRegistersPerMultiprocessor);
}

void set_memory(cudaDeviceProp& p, const Device& d) {
  p.totalGlobalMem = static_cast<std::size_t>(d.memory_mib) << 20;
  p.totalConstMem = bytes(d, cudaDevAttrTotalConstantMemory);
  p.sharedMemPerBlock = bytes(d, cudaDevAttrMaxSharedMemoryPerBlock);
  p.sharedMemPerBlockOptin = bytes(d, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.sharedMemPerMultiprocessor = bytes(d, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.reservedSharedMemPerBlock = bytes(d, cudaDevAttrReservedSharedMemoryPerBlock);
  p.l2CacheSize = known(d, cudaDevAttrL2CacheSize);
  p.memoryBusWidth = d.memory_bus_bits;
  p.memoryClockRate = d.memory_clock_khz;
  p.memPitch = bytes(d, cudaDevAttrMaxPitch);
  p.textureAlignment = bytes(d, cudaDevAttrTextureAlignment);
  p.texturePitchAlignment = bytes(d, cudaDevAttrTexturePitchAlignment);
  p.surfaceAlignment = bytes(d, cudaDevAttrSurfaceAlignment);
}

void set_abilities(cudaDeviceProp& p, const Device& d) {
  p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
  p.concurrentKernels = p.cooperativeLaunch = p.computePreemptionSupported = 1;
  p.concurrentManagedAccess = known(d, cudaDevAttrConcurrentManagedAccess);
  p.streamPrioritiesSupported = p.memoryPoolsSupported = 1;
  p.hostRegisterSupported = p.hostRegisterReadOnlySupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.asyncEngineCount = known(d, cudaDevAttrAsyncEngineCount);
  p.deviceOverlap = 1;
}

}  // namespace

std::span<const Device> devices() { return kDevices; }

const Device* find_device(std::string_view key) {
  const auto found = std::find_if(kDevices.begin(), kDevices.end(),
                                  [&](const Device& device) { return key == device.key; });
  return found == kDevices.end() ? nullptr : &*found;
}

std::string device_keys() {
  std::string keys;
  for (const Device& device : kDevices) {
    if (!keys.empty()) keys += ", ";
    keys += device.key;
  }
  return keys;
}

DeviceLimits limits_of(const Device& device) {
  DeviceLimits limits;
  const auto whole = [](int value) { return static_cast<std::uint32_t>(value); };
  limits.multiprocessors = whole(device.multiprocessors);
  limits.threads_per_multiprocessor = whole(device.threads_per_multiprocessor);
  limits.blocks_per_multiprocessor = whole(device.blocks_per_multiprocessor);
  limits.shared_per_block_opt_in = whole(device.shared_kib_opt_in * 1024);
  limits.shared_per_multiprocessor = whole(device.shared_kib_per_multiprocessor * 1024);
  limits.reserved_shared_per_block = whole(known(device, cudaDevAttrReservedSharedMemoryPerBlock));
  limits.compute_capability = whole(device.compute_capability);
  return limits;
}

std::optional<int> attribute_of(const Device& d, cudaDeviceAttr attribute) {
  switch (attribute) {
#define DEVICE_ATTRIBUTE(name, number, value) \
  case cudaDevAttr##name:                     \
    return value;
#include "simt/device_attributes.def"
#undef DEVICE_ATTRIBUTE
  }
  return std::nullopt;
}

cudaDeviceProp properties_of(const Device& device) {
  cudaDeviceProp properties{};
  std::strncpy(properties.name, device.name, sizeof properties.name - 1);
  properties.major = device.compute_capability / 10;
  properties.minor = device.compute_capability % 10;
  properties.multiProcessorCount = device.multiprocessors;
  properties.clockRate = device.clock_khz;
  properties.singleToDoublePrecisionPerfRatio = device.single_to_double;
  set_launch_limits(properties, device);
  set_memory(properties, device);
  set_abilities(properties, device);
  return properties;
}

}  // namespace simt::runtime
