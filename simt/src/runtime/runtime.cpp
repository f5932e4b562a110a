// SPDX-License-Identifier: MIT
#include "runtime/runtime.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace simt::runtime {
namespace {

constexpr int kUsageError = 2;

MemoryOptions memory_options(const Options& options) {
  MemoryOptions memory;
  const auto device = static_cast<std::uint64_t>(options.device->memory_mib) << 20;
  memory.capacity = std::min(device, options.memory_bytes);
  memory.track_initialised = options.observe && options.check_pass;
  memory.narrow = sizeof(void*) == 4;  // host and device share structs that hold pointers
  return memory;
}

/// The environment is checked by simt-run; a program started by hand may still carry nonsense.
Options options_or_exit() {
  Result<Options> options = options_from_environment();
  if (options) return *options;
  std::fprintf(stderr, "simt: %s\n", options.error().message.c_str());
  std::exit(kUsageError);
}

cudaError_t cuda_error(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kNotFound:
      return cudaErrorInvalidDeviceFunction;
    case ErrorKind::kOutOfMemory:
      return cudaErrorMemoryAllocation;
    case ErrorKind::kUnsupported:
      return cudaErrorNotSupported;
    default:
      return cudaErrorInvalidKernelImage;
  }
}

}  // namespace

Runtime& Runtime::get() {
  // Never destroyed: device functions are registered and unregistered by static constructors of
  // the program, in an order that is not ours.
  static Runtime* runtime = [] {
    auto* made = new Runtime(options_or_exit());
    std::atexit([] {
      Runtime& ending = Runtime::get();
      ending.session().finish(ending.memory(), ending.device_error() == cudaSuccess);
    });
    return made;
  }();
  return *runtime;
}

Runtime::Runtime(Options options)
    : options_(std::move(options)),
      limits_(limits_of(*options_.device)),
      memory_(memory_options(options_)),
      streams_(options_.seed),
      session_(options_) {}

Image* Runtime::add_image(std::span<const std::byte> object) {
  images_.push_back(std::make_unique<Image>(Image{object, nullptr, {}, false}));
  return images_.back().get();
}

void Runtime::add_function(const void* host, Image* image, const char* name) {
  Function function;
  function.image = image;
  function.name = name;
  functions_.insert_or_assign(host, std::move(function));
}

void Runtime::add_variable(void* host, Image* image, const char* name, std::size_t bytes) {
  image->variables.insert_or_assign(name, host);
  variables_.insert_or_assign(host, Variable{image, name, bytes});
}

void Runtime::finish_image(Image* image) { load(*image); }

cudaError_t Runtime::load(Image& image) {
  if (image.module) return cudaSuccess;
  if (image.failed) return cudaErrorInvalidKernelImage;
  Result<std::unique_ptr<LoadedModule>> loaded =
      LoadedModule::load(image.object, memory_, false, image.variables);
  if (!loaded) {
    image.failed = true;
    session_.say(loaded.error().message);
    return cuda_error(loaded.error().kind);
  }
  image.module = std::move(*loaded);
  return cudaSuccess;
}

Function* Runtime::function(const void* host) {
  const auto found = functions_.find(host);
  return found == functions_.end() ? nullptr : &found->second;
}

cudaError_t Runtime::kernel(const Function& function, const Kernel** kernel) {
  if (const cudaError_t error = load(*function.image); error != cudaSuccess) return error;
  Result<const Kernel*> found = function.image->module->kernel(function.name);
  if (!found) {
    session_.say(found.error().message);
    return cuda_error(found.error().kind);
  }
  *kernel = *found;
  return cudaSuccess;
}

cudaError_t Runtime::symbol(const void* host, DeviceSymbol* symbol) {
  const auto found = variables_.find(host);
  if (found == variables_.end()) return cudaErrorInvalidSymbol;
  if (const cudaError_t error = load(*found->second.image); error != cudaSuccess) return error;
  const auto placed = found->second.image->module->symbol(found->second.name);
  if (!placed) return cudaErrorInvalidSymbol;
  *symbol = *placed;
  return cudaSuccess;
}

cudaError_t Runtime::record(cudaError_t error) {
  // cudaErrorNotReady is an answer, not an error to remember.
  if (error != cudaSuccess && error != cudaErrorNotReady) {
    last_errors_[this_thread()] = error;
  }
  return error;
}

cudaError_t Runtime::last_error() {
  const auto found = last_errors_.find(this_thread());
  return found == last_errors_.end() ? cudaSuccess : found->second;
}

cudaError_t Runtime::take_last_error() {
  const cudaError_t error = last_error();
  if (error != device_error_) last_errors_.erase(this_thread());
  return error;
}

void Runtime::set_device_error(cudaError_t error) {
  if (device_error_ == cudaSuccess) device_error_ = error;
}

}  // namespace simt::runtime
