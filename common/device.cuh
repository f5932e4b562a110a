// SPDX-License-Identifier: MIT
//
// Whether there is a GPU to run on, and what it is.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/check.cuh"
#include "common/device_info.hpp"

namespace cm {

/// Exit code by which a program tells the tests that it was skipped.
constexpr int kSkipped = 77;

/// An attribute of the current device.  Ends the program on a CUDA error.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  int value = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
  return value;
}

/// Number of streaming multiprocessors.
inline int sm_count() { return device_attribute(cudaDevAttrMultiProcessorCount); }

/// Size of the L2 cache in bytes.
inline std::size_t l2_bytes() {
  return static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize));
}

/// Compute capability as one number: 90 for sm_90.
inline int sm_version() {
  return 10 * device_attribute(cudaDevAttrComputeCapabilityMajor) +
         device_attribute(cudaDevAttrComputeCapabilityMinor);
}

/// The product's name, "NVIDIA H200".
inline std::string device_name() {
  int device = 0;
  cudaDeviceProp properties{};
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  return properties.name;
}

/// All that a report states of the current device.
inline DeviceInfo device_info() {
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  DeviceInfo info;
  info.name = device_name();
  info.sm_count = sm_count();
  info.memory_clock_khz = device_attribute(cudaDevAttrMemoryClockRate);
  info.memory_bus_bits = device_attribute(cudaDevAttrGlobalMemoryBusWidth);
  info.l2_bytes = l2_bytes();
  info.compute_capability =
      std::to_string(sm_version() / 10) + "." + std::to_string(sm_version() % 10);
  info.driver_version = cuda_version_text(driver);
  info.runtime_version = cuda_version_text(runtime);
  return info;
}

/// Physical peak of the DRAM in 1e9 bytes a second; 0 where the driver does not tell.
inline double peak_dram_gbps() { return device_info().peak_dram_gbps(); }

/// What the answer of cudaGetDeviceCount means for a program.
struct DeviceVerdict {
  int exit_code = 0;     ///< 0 go on, 1 failure, 77 nothing to run on.
  std::string sentence;  ///< Why, and what to do; empty for 0.
};

/// Judges the first CUDA call of a program.
///
/// A machine without a GPU is a reason to skip; a driver that is older than the toolkit is a fault
/// to mend, so it must not hide as a skip.  CUDA reports both a missing and an old driver as
/// cudaErrorInsufficientDriver; `driver_version` is 0 for a missing one.
///
/// \param status          what cudaGetDeviceCount returned
/// \param device_count    what it counted
/// \param driver_version  of cudaDriverGetVersion, 1000 * major + 10 * minor
/// \param runtime_version of cudaRuntimeGetVersion
inline DeviceVerdict judge_device(cudaError_t status, int device_count, int driver_version,
                                  int runtime_version) {
  if (status == cudaSuccess && device_count > 0) return {};
  if (status == cudaSuccess || status == cudaErrorNoDevice) {
    return {kSkipped, "no usable GPU (cudaErrorNoDevice)"};
  }
  if (status == cudaErrorInsufficientDriver && driver_version == 0) {
    return {kSkipped, "no usable GPU (no NVIDIA driver is installed)"};
  }
  if (status == cudaErrorInsufficientDriver) {
    return {EXIT_FAILURE, "the NVIDIA driver supports CUDA " + cuda_version_text(driver_version) +
                              " but the program was built with CUDA " +
                              cuda_version_text(runtime_version) +
                              ": update the driver, or build with an older toolkit"};
  }
  return {EXIT_FAILURE, std::string("no GPU can be used: ") + cudaGetErrorName(status) + ": " +
                            cudaGetErrorString(status)};
}

/// Returns if there is a GPU of compute capability `min_sm` (90 for sm_90) or newer.
///
/// Otherwise ends the program: prints `SKIPPED: reason` and exits with 77 if there is no usable
/// GPU or it is too old; any other trouble prints one sentence to standard error and exits with 1.
inline void require_device(int min_sm = 0) {
  int count = 0;
  int driver = 0;
  int runtime = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  DeviceVerdict verdict = judge_device(status, count, driver, runtime);
  if (verdict.exit_code == 0 && sm_version() < min_sm) {
    verdict = {kSkipped, "needs a GPU of sm_" + std::to_string(min_sm) +
                             " or newer, this one is sm_" + std::to_string(sm_version())};
  }
  if (verdict.exit_code == 0) return;
  if (verdict.exit_code == kSkipped) {
    std::printf("SKIPPED: %s\n", verdict.sentence.c_str());
  } else {
    std::fprintf(stderr, "%s\n", verdict.sentence.c_str());
  }
  std::exit(verdict.exit_code);
}

}  // namespace cm
