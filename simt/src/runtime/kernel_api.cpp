// SPDX-License-Identifier: MIT
//
// Launches, function attributes and occupancy.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "runtime/schedules.hpp"
#include "runtime/submit.hpp"
#include "simt/runtime_api.h"

using simt::Kernel;
using simt::LaunchConfig;
using simt::LaunchResult;
using simt::LaunchStatus;
using simt::runtime::api;
using simt::runtime::Function;
using simt::runtime::Lock;
using simt::runtime::Runtime;

namespace {

constexpr int kSharedWithoutOptIn = 48 * 1024;

/// Argument values, copied when the launch is called: the caller's may be gone when it runs.
class Arguments {
 public:
  Arguments(const Kernel& kernel, void* const* values) {
    const auto& parameters = kernel.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto* first = static_cast<const std::byte*>(values[i]);
      // Vectors of 16 bytes keep the alignment that the engine may rely on.
      values_.emplace_back(first, first + parameters[i].bytes);
    }
    for (const auto& value : values_) pointers_.push_back(value.data());
  }
  std::span<const void* const> pointers() const { return pointers_; }

 private:
  std::vector<std::vector<std::byte>> values_;
  std::vector<const void*> pointers_;
};

cudaError_t cuda_error(LaunchStatus status) {
  switch (status) {
    case LaunchStatus::kOk:
      return cudaSuccess;
    // The documents say cudaErrorInvalidConfiguration; the driver of CUDA 13 does not.
    case LaunchStatus::kInvalidConfiguration:
    case LaunchStatus::kInvalidValue:
      return cudaErrorInvalidValue;
    case LaunchStatus::kTooLarge:
      return cudaErrorCooperativeLaunchTooLarge;
    case LaunchStatus::kIllegalAddress:
      return cudaErrorIllegalAddress;
    case LaunchStatus::kMisalignedAddress:
      return cudaErrorMisalignedAddress;
    case LaunchStatus::kAssert:
      return cudaErrorAssert;
    case LaunchStatus::kTimeout:
      return cudaErrorLaunchTimeout;
    case LaunchStatus::kLaunchFailure:
      return cudaErrorLaunchFailure;
  }
  return cudaErrorUnknown;
}

/// Refusals leave the device usable; the others are faults that break it.
bool is_refusal(LaunchStatus status) {
  return status == LaunchStatus::kInvalidConfiguration || status == LaunchStatus::kInvalidValue ||
         status == LaunchStatus::kTooLarge;
}

int static_shared(const Kernel& kernel) { return static_cast<int>(kernel.static_shared_bytes()); }

/// Dynamic shared memory that a block of this kernel may ask for.
int max_dynamic_shared(const Function& function, const Kernel& kernel) {
  if (function.max_dynamic_shared >= 0) return function.max_dynamic_shared;
  return std::max(0, kSharedWithoutOptIn - static_shared(kernel));
}

simt::LaunchOptions launch_options(Runtime& runtime, const Function& function,
                                   const Kernel& kernel) {
  simt::LaunchOptions options;
  options.limits = runtime.limits();
  options.max_dynamic_shared_bytes =
      static_cast<std::uint32_t>(max_dynamic_shared(function, kernel));
  options.seed = runtime.options().seed;
  options.textures = &runtime.textures();
  if (runtime.options().max_instructions != 0) {
    options.max_warp_instructions = runtime.options().max_instructions;
  }
  if (runtime.options().max_output_bytes != 0) {
    options.max_output_bytes = runtime.options().max_output_bytes;
  }
  options.max_seconds = static_cast<double>(runtime.options().max_seconds);
  const auto heap = runtime.set_limits().find(cudaLimitMallocHeapSize);
  if (heap != runtime.set_limits().end()) options.heap_bytes = heap->second;
  return options;
}

/// Runs the kernel once, and where that was asked for in other orders too.
LaunchResult run_in_orders(Runtime& runtime, const Kernel& kernel, const LaunchConfig& config,
                           const Arguments& arguments, const simt::LaunchOptions& options) {
  simt::RecordingObserver* observer = runtime.session().observer();
  simt::Memory& memory = runtime.memory();
  const std::uint64_t schedules = runtime.session().schedules();
  const bool repeat = observer != nullptr && schedules > 1;
  const simt::MemorySnapshot before = repeat ? memory.snapshot() : simt::MemorySnapshot{};
  LaunchResult result =
      simt::launch(kernel, config, arguments.pointers(), memory, options, observer);
  if (repeat && result.status == LaunchStatus::kOk &&
      !simt::runtime::same_in_all_orders(kernel, config, arguments.pointers(), memory, options,
                                         before, schedules, *observer)) {
    runtime.session().stop_schedules();
  }
  return result;
}

/// Runs the kernel; a refusal is returned, a fault becomes the device's error.
cudaError_t run(Runtime& runtime, const Kernel& kernel, const LaunchConfig& config,
                const Arguments& arguments, const simt::LaunchOptions& options) {
  if (runtime.device_error() != cudaSuccess) return cudaSuccess;
  const LaunchResult result = run_in_orders(runtime, kernel, config, arguments, options);
  runtime.session().launched(kernel, result);
  if (is_refusal(result.status)) return cuda_error(result.status);
  if (result.status != LaunchStatus::kOk) runtime.set_device_error(cuda_error(result.status));
  return cudaSuccess;
}

cudaError_t launch(Runtime& runtime, const void* host, const LaunchConfig& config, void** values,
                   cudaStream_t stream) {
  const Function* function = runtime.function(host);
  if (function == nullptr) {
    // An address that is no stub could be the handle of a kernel, and is none.
    return host == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle;
  }
  const Kernel* kernel = nullptr;
  if (const cudaError_t error = runtime.kernel(*function, &kernel); error != cudaSuccess) {
    return error;
  }
  const auto arguments = std::make_shared<const Arguments>(*kernel, values);
  const simt::LaunchOptions options = launch_options(runtime, *function, *kernel);
  // A refusal is the call's own result if it is known by now, else the thread's last error.
  const auto refusal = std::make_shared<cudaError_t>(cudaSuccess);
  const cudaError_t submitted =
      submit(runtime, stream, [&runtime, kernel, config, arguments, options, refusal] {
        *refusal = runtime.record(run(runtime, *kernel, config, *arguments, options));
      });
  return submitted != cudaSuccess ? submitted : *refusal;
}

LaunchConfig configuration(dim3 grid, dim3 block, std::size_t shared_bytes, bool cooperative) {
  LaunchConfig config;
  config.grid = {grid.x, grid.y, grid.z};
  config.block = {block.x, block.y, block.z};
  config.dynamic_shared_bytes =
      static_cast<std::uint32_t>(std::min<std::size_t>(shared_bytes, UINT32_MAX));
  config.cooperative = cooperative;
  return config;
}

/// The function and its decoded form for a query.
cudaError_t lookup(Runtime& runtime, const void* host, Function** function, const Kernel** kernel) {
  *function = runtime.function(host);
  if (*function == nullptr) return cudaErrorInvalidDeviceFunction;
  return runtime.kernel(**function, kernel);
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream) {
  // Not through api(): a fault of an earlier launch is told by a call that waits, as on a GPU.
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  const cudaError_t error =
      launch(runtime, function, configuration(grid, block, shared_bytes, false), arguments, stream);
  if (error != cudaSuccess) {
    const Function* known = runtime.function(function);
    runtime.session().launch_refused(known != nullptr ? known->name : "an unknown kernel");
  }
  return runtime.record(error);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes,
                                        cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    return launch(runtime, function, configuration(grid, block, shared_bytes, true), arguments,
                  stream);
  });
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  return api([&](Runtime& runtime) {
    if (config == nullptr) return cudaErrorInvalidValue;
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative) {
        cooperative = attribute.val.cooperative != 0;
      } else if (attribute.id == cudaLaunchAttributeClusterDimension) {
        return __simt_not_supported("cudaLaunchAttributeClusterDimension");
      }
    }
    return launch(
        runtime, function,
        configuration(config->gridDim, config->blockDim, config->dynamicSmemBytes, cooperative),
        arguments, config->stream);
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* host) {
  return api([&](Runtime& runtime) {
    Function* function = nullptr;
    const Kernel* kernel = nullptr;
    const cudaError_t error = lookup(runtime, host, &function, &kernel);
    if (error != cudaSuccess) return error;
    *attributes = {};
    attributes->sharedSizeBytes = kernel->static_shared_bytes();
    attributes->maxThreadsPerBlock =
        static_cast<int>(kernel->max_threads() != 0
                             ? std::min(kernel->max_threads(), runtime.limits().threads_per_block)
                             : runtime.limits().threads_per_block);
    attributes->ptxVersion = runtime.device().compute_capability;
    attributes->binaryVersion = runtime.device().compute_capability;
    attributes->maxDynamicSharedSizeBytes = max_dynamic_shared(*function, *kernel);
    attributes->preferredShmemCarveout = function->carveout;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetAttribute(const void* host, cudaFuncAttribute attribute, int value) {
  return api([&](Runtime& runtime) {
    Function* function = nullptr;
    const Kernel* kernel = nullptr;
    const cudaError_t error = lookup(runtime, host, &function, &kernel);
    if (error != cudaSuccess) return error;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
      if (value < -1 || value > 100) return cudaErrorInvalidValue;
      function->carveout = value;
      return cudaSuccess;
    }
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaErrorInvalidValue;
    const int limit =
        static_cast<int>(runtime.limits().shared_per_block_opt_in) - static_shared(*kernel);
    if (value < 0 || value > limit) return cudaErrorInvalidValue;
    function->max_dynamic_shared = value;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetCacheConfig(const void* host, cudaFuncCache) {
  return api([&](Runtime& runtime) {
    return runtime.function(host) != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  });
}
cudaError_t cudaFuncSetSharedMemConfig(const void* host, cudaSharedMemConfig) {
  return cudaFuncSetCacheConfig(host, cudaFuncCachePreferNone);
}
cudaError_t cudaFuncGetName(const char** name, const void* host) {
  return api([&](Runtime& runtime) {
    const Function* function = runtime.function(host);
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    *name = function->name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host,
                                                          int threads, std::size_t shared_bytes) {
  return api([&](Runtime& runtime) {
    Function* function = nullptr;
    const Kernel* kernel = nullptr;
    const cudaError_t error = lookup(runtime, host, &function, &kernel);
    if (error != cudaSuccess) return error;
    if (blocks == nullptr || threads <= 0) return cudaErrorInvalidValue;
    *blocks = 0;
    const auto dynamic_limit = static_cast<std::size_t>(max_dynamic_shared(*function, *kernel));
    if (shared_bytes > dynamic_limit) return cudaSuccess;
    *blocks = static_cast<int>(simt::resident_blocks_per_multiprocessor(
        runtime.limits(), static_cast<std::uint32_t>(threads),
        shared_bytes + kernel->static_shared_bytes()));
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                   int threads,
                                                                   std::size_t shared_bytes,
                                                                   unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, host, threads, shared_bytes);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* host,
                                                      int blocks, int threads) {
  return api([&](Runtime& runtime) {
    Function* function = nullptr;
    const Kernel* kernel = nullptr;
    const cudaError_t error = lookup(runtime, host, &function, &kernel);
    if (error != cudaSuccess) return error;
    const auto& limits = runtime.limits();
    if (bytes == nullptr || blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
    const std::int64_t each = static_cast<std::int64_t>(limits.shared_per_multiprocessor) / blocks -
                              limits.reserved_shared_per_block - kernel->static_shared_bytes();
    const std::int64_t most = max_dynamic_shared(*function, *kernel);
    *bytes = static_cast<std::size_t>(std::clamp<std::int64_t>(each, 0, most));
    return cudaSuccess;
  });
}

}  // extern "C"
