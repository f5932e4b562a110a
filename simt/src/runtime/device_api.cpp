// SPDX-License-Identifier: MIT
//
// Devices: count, choice, properties, limits, peers. There is one device, number 0.
#include <cstdio>
#include <cstring>

#include "runtime/runtime.hpp"
#include "simt/runtime_api.h"

using simt::runtime::api;
using simt::runtime::api_waiting;
using simt::runtime::Lock;
using simt::runtime::Runtime;

namespace {

constexpr int kDeviceCount = 1;
constexpr char kPciBusId[] = "0000:00:00.0";

bool exists(int device) { return device >= 0 && device < kDeviceCount; }

/// Gives `value` to a caller that passed a pointer for it.
template <class T>
cudaError_t give(T* out, T value) {
  if (out == nullptr) return cudaErrorInvalidValue;
  *out = value;
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return api([&](Runtime&) { return give(count, kDeviceCount); });
}
cudaError_t cudaGetDevice(int* device) {
  return api([&](Runtime&) { return give(device, 0); });
}
cudaError_t cudaSetDevice(int device) {
  return api([&](Runtime&) { return exists(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return api([&](Runtime& runtime) {
    if (!exists(device)) return cudaErrorInvalidDevice;
    return give(properties, simt::runtime::properties_of(runtime.device()));
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api([&](Runtime& runtime) {
    if (!exists(device)) return cudaErrorInvalidDevice;
    const auto known = simt::runtime::attribute_of(runtime.device(), attribute);
    return known ? give(value, *known) : cudaErrorInvalidValue;
  });
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaSetDeviceFlags(unsigned) {
  return api([](Runtime&) { return cudaSuccess; });
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api([&](Runtime&) { return give(flags, unsigned{cudaDeviceScheduleAuto}); });
}

cudaError_t cudaDeviceSynchronize() {
  return api_waiting([](Runtime& runtime) {
    runtime.streams().drain_all();
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceReset() {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.streams().drain_all();
  runtime.reset_device_error();
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return api([&](Runtime& runtime) {
    if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize) {
      return cudaErrorInvalidValue;
    }
    runtime.set_limits()[limit] = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return api([&](Runtime& runtime) {
    const auto set = runtime.set_limits().find(limit);
    if (set != runtime.set_limits().end()) return give(value, set->second);
    switch (limit) {
      case cudaLimitStackSize:
        return give(value, std::size_t{1024});
      case cudaLimitPrintfFifoSize:
        return give(value, std::size_t{1} << 20);
      case cudaLimitMallocHeapSize:
        return give(value, std::size_t{8} << 20);
      default:
        return give(value, std::size_t{0});
    }
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return api([](Runtime&) { return cudaSuccess; });
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return api([&](Runtime&) { return give(config, cudaFuncCachePreferNone); });
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return api([](Runtime&) { return cudaSuccess; });
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api([&](Runtime&) { return give(config, cudaSharedMemBankSizeFourByte); });
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api([&](Runtime&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return api([&](Runtime&) {
    if (!exists(device)) return cudaErrorInvalidDevice;
    if (text == nullptr || length < static_cast<int>(sizeof kPciBusId)) {
      return cudaErrorInvalidValue;
    }
    std::memcpy(text, kPciBusId, sizeof kPciBusId);
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return api([&](Runtime&) {
    if (text == nullptr || std::strcmp(text, kPciBusId) != 0) return cudaErrorInvalidValue;
    return give(device, 0);
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return api([&](Runtime&) {
    return exists(device) && exists(peer) ? give(can, 0) : cudaErrorInvalidDevice;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return api([](Runtime&) { return cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
  return api([](Runtime&) { return cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  return api([](Runtime&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return api([&](Runtime&) { return give(version, CUDART_VERSION); });
}
cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }
cudaError_t cudaProfilerStart() {
  return api([](Runtime& runtime) {
    runtime.session().profile(true);
    return cudaSuccess;
  });
}
cudaError_t cudaProfilerStop() {
  return api([](Runtime& runtime) {
    runtime.session().profile(false);
    return cudaSuccess;
  });
}

}  // extern "C"
