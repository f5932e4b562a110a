// SPDX-License-Identifier: MIT
//
// The state behind the CUDA runtime API: one virtual device, its memory, streams and kernels.
//
// The API is a set of C functions without a context argument, so one Runtime object must be
// reachable from everywhere; `Runtime::get()` is that one place. It is made by the first call and
// ends with the process.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "launch.hpp"
#include "memory.hpp"
#include "runtime/call_site.hpp"
#include "runtime/devices.hpp"
#include "runtime/lock.hpp"
#include "runtime/options.hpp"
#include "runtime/session.hpp"
#include "runtime/stream.hpp"
#include "simt/driver_types.h"
#include "texture.hpp"

namespace simt::runtime {

/// A device object embedded in the program.
struct Image {
  std::span<const std::byte> object;
  std::unique_ptr<LoadedModule> module;
  ManagedVariables
      variables;  ///< all variables the host knows; the managed ones are found by section
  bool failed = false;
};

/// A `__global__` function as the host knows it.
struct Function {
  Image* image = nullptr;
  std::string name;             ///< symbol in the object
  int max_dynamic_shared = -1;  ///< cudaFuncSetAttribute; -1 = not set
  int carveout = cudaSharedmemCarveoutDefault;
};

/// A `__device__`, `__constant__` or `__managed__` variable as the host knows it.
struct Variable {
  Image* image = nullptr;
  std::string name;
  std::size_t bytes = 0;
};

/// What `<<<...>>>` says, between the push and the pop that clang emits.
struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

class Runtime {
 public:
  static Runtime& get();

  /// Taken by every API call: programs call from several threads.
  Mutex& mutex() { return mutex_; }
  const Options& options() const { return options_; }
  const Device& device() const { return *options_.device; }
  const DeviceLimits& limits() const { return limits_; }
  Memory& memory() { return memory_; }
  StreamSet& streams() { return streams_; }
  Session& session() { return session_; }
  CallSites& call_sites() { return call_sites_; }
  TextureTable& textures() { return textures_; }

  // Registration, called by the program's start-up code.
  Image* add_image(std::span<const std::byte> object);
  void add_function(const void* host, Image* image, const char* name);
  void add_variable(void* host, Image* image, const char* name, std::size_t bytes);
  /// Everything of the image is registered. Its variables get their places now: the host may use
  /// managed ones before its first CUDA call, and a program may take all memory that is left.
  void finish_image(Image* image);

  /// The function behind the host's stub, or null.
  Function* function(const void* host);
  /// Its decoded form, or the CUDA error that says why there is none.
  cudaError_t kernel(const Function& function, const Kernel** kernel);
  /// Where the variable behind the host's shadow lives.
  cudaError_t symbol(const void* host, DeviceSymbol* symbol);

  std::vector<CallConfiguration>& call_configurations() { return configurations_; }

  // Errors. An error of the device (a fault) stays for good; others until they are read.
  cudaError_t record(cudaError_t error);
  cudaError_t take_last_error();
  cudaError_t last_error();
  void set_device_error(cudaError_t error);
  cudaError_t device_error() const { return device_error_; }
  void reset_device_error() { device_error_ = cudaSuccess; }

  /// Calls `cudaDeviceSetLimit` changed, by cudaLimit.
  std::map<int, std::size_t>& set_limits() { return set_limits_; }

 private:
  Runtime(Options options);
  cudaError_t load(Image& image);

  Mutex mutex_;
  Options options_;
  DeviceLimits limits_;
  Memory memory_;
  StreamSet streams_;
  Session session_;
  CallSites call_sites_;
  TextureTable textures_;
  std::vector<std::unique_ptr<Image>> images_;
  std::unordered_map<const void*, Function> functions_;
  std::unordered_map<const void*, Variable> variables_;
  std::vector<CallConfiguration> configurations_;
  std::map<ThreadId, cudaError_t> last_errors_;
  cudaError_t device_error_ = cudaSuccess;
  std::map<int, std::size_t> set_limits_;
};

/// The frame of an API call: takes the lock, answers a broken device with its error, remembers the
/// result as the thread's last error.
template <class Body>
cudaError_t api(Body body) {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  if (runtime.device_error() != cudaSuccess) return runtime.record(runtime.device_error());
  return runtime.record(body(runtime));
}

/// Likewise for calls that wait: what they waited for may have broken the device.
template <class Body>
cudaError_t api_waiting(Body body) {
  return api([&](Runtime& runtime) {
    const cudaError_t error = body(runtime);
    return runtime.device_error() != cudaSuccess ? runtime.device_error() : error;
  });
}

}  // namespace simt::runtime
