// SPDX-License-Identifier: MIT
//
// Kernels on this computer's GPU, through the driver that is found at run time: the judge is built
// without a CUDA toolkit. A GPU cannot tell an access past the end, so guards lie on both sides.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "target.hpp"

namespace judge {
namespace {

constexpr std::uint64_t kGuardBytes = 4096;
constexpr std::byte kGuardValue{0xA5};
constexpr int kNotReady = 600;  // CUDA_ERROR_NOT_READY
// Of one launch. Those of the exercises take less than a tenth of a second.
constexpr std::chrono::seconds kMostTime{5};

simt::Error invalid(const std::string& what) { return {simt::ErrorKind::kInvalidValue, what}; }

/// The functions of libcuda.so.1 that are used, with the signatures of cuda.h.
struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*device_get)(int*, int) = nullptr;
  int (*context_retain)(void**, int) = nullptr;
  int (*context_set)(void*) = nullptr;
  int (*stream_query)(void*) = nullptr;
  int (*module_load)(void**, const void*) = nullptr;
  int (*module_unload)(void*) = nullptr;
  int (*module_function)(void**, void*, const char*) = nullptr;
  int (*module_global)(std::uint64_t*, std::size_t*, void*, const char*) = nullptr;
  int (*allocate)(std::uint64_t*, std::size_t) = nullptr;
  int (*release)(std::uint64_t) = nullptr;
  int (*copy_in)(std::uint64_t, const void*, std::size_t) = nullptr;
  int (*copy_out)(void*, std::uint64_t, std::size_t) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                void**, void**) = nullptr;
  int (*error_string)(int, const char**) = nullptr;

  bool load() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) return false;
    bool complete = true;
    const auto bind = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      complete = complete && function != nullptr;
    };
    bind(init, "cuInit");
    bind(device_get, "cuDeviceGet");
    bind(context_retain, "cuDevicePrimaryCtxRetain");
    bind(context_set, "cuCtxSetCurrent");
    bind(stream_query, "cuStreamQuery");
    bind(module_load, "cuModuleLoadData");
    bind(module_unload, "cuModuleUnload");
    bind(module_function, "cuModuleGetFunction");
    bind(module_global, "cuModuleGetGlobal_v2");
    bind(allocate, "cuMemAlloc_v2");
    bind(release, "cuMemFree_v2");
    bind(copy_in, "cuMemcpyHtoD_v2");
    bind(copy_out, "cuMemcpyDtoH_v2");
    bind(launch, "cuLaunchKernel");
    bind(error_string, "cuGetErrorString");
    return complete;
  }

  simt::Status status(int code, const std::string& what) const {
    if (code == 0) return simt::Done{};
    const char* text = nullptr;
    error_string(code, &text);
    return invalid(what + ": " + (text == nullptr ? "error " + std::to_string(code) : text));
  }
};

class GpuTarget final : public Target {
 public:
  GpuTarget() = default;
  ~GpuTarget() override {
    if (endless_) return;  // to free something would wait for the kernel
    for (const auto& [address, bytes] : allocations_) driver_.release(address);
    if (module_ != nullptr) driver_.module_unload(module_);
  }
  GpuTarget(const GpuTarget&) = delete;
  GpuTarget& operator=(const GpuTarget&) = delete;

  simt::Status load(std::span<const std::byte> image) {
    if (!driver_.load()) return invalid("no driver of an NVIDIA GPU was found (libcuda.so.1)");
    int device = 0;
    void* context = nullptr;
    int code = driver_.init(0);
    if (code == 0) code = driver_.device_get(&device, 0);
    if (code == 0) code = driver_.context_retain(&context, device);
    if (code == 0) code = driver_.context_set(context);
    if (code == 0) code = driver_.module_load(&module_, image.data());
    return driver_.status(code, "cannot load the submission on the GPU");
  }

  simt::Result<std::uint64_t> allocate(const std::string& name, std::uint64_t bytes) override {
    std::uint64_t base = 0;
    // Past the end the guard begins at once, so a write of one element too many lands in it.
    const std::uint64_t whole = bytes + 2 * kGuardBytes;
    auto status = driver_.status(driver_.allocate(&base, whole), "cannot allocate " + name);
    if (!status) return status.error();
    allocations_.emplace_back(base, bytes);
    status = write(base, std::vector<std::byte>(whole, kGuardValue));
    if (!status) return status.error();
    return base + kGuardBytes;
  }

  simt::Result<std::uint64_t> symbol(const std::string& name, std::uint64_t bytes) override {
    std::uint64_t address = 0;
    std::size_t found = 0;
    const auto status = driver_.status(
        driver_.module_global(&address, &found, module_, name.c_str()), "no variable " + name);
    if (!status) return status.error();
    if (found != bytes) return invalid("the variable " + name + " has another size");
    return address;
  }

  simt::Status write(std::uint64_t address, std::span<const std::byte> bytes) override {
    if (bytes.empty()) return simt::Done{};
    return driver_.status(driver_.copy_in(address, bytes.data(), bytes.size()), "cannot write");
  }
  simt::Status poison(std::uint64_t address, std::span<const std::byte> bytes) override {
    return write(address, bytes);
  }
  void protect(std::uint64_t) override {}
  simt::Status read(std::uint64_t address, std::span<std::byte> bytes) override {
    if (bytes.empty()) return simt::Done{};
    return driver_.status(driver_.copy_out(bytes.data(), address, bytes.size()), "cannot read");
  }

  simt::Status launch(const std::string& kernel, const Shape& shape,
                      std::span<const std::vector<std::byte>> arguments, std::uint64_t) override {
    void* function = nullptr;
    auto status = driver_.status(driver_.module_function(&function, module_, kernel.c_str()),
                                 "there is no kernel " + kernel);
    if (!status) return status;
    std::vector<void*> pointers;
    for (const auto& argument : arguments) {
      pointers.push_back(const_cast<std::byte*>(argument.data()));
    }
    const auto& [gx, gy, gz] = shape.grid;
    const auto& [bx, by, bz] = shape.block;
    int code = driver_.launch(function, gx, gy, gz, bx, by, bz, shape.shared_bytes, nullptr,
                              pointers.data(), nullptr);
    if (code == 0) code = wait();
    if (code == kNotReady) {
      endless_ = true;
      return simt::Error{simt::ErrorKind::kLimit, kernel + " did not end within " +
                                                      std::to_string(kMostTime.count()) + " s"};
    }
    status = driver_.status(code, kernel);
    return status ? check_guards() : status;
  }

  std::string report() const override { return ""; }

 private:
  /// Waits for the kernel, but not for ever; returns what the driver says of it.
  int wait() {
    const auto until = std::chrono::steady_clock::now() + kMostTime;
    int code = driver_.stream_query(nullptr);
    while (code == kNotReady && std::chrono::steady_clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      code = driver_.stream_query(nullptr);
    }
    return code;
  }

  simt::Status check_guards() {
    std::vector<std::byte> guard(kGuardBytes);
    const auto is_whole = [&] {
      return std::all_of(guard.begin(), guard.end(), [](std::byte b) { return b == kGuardValue; });
    };
    for (const auto& [base, bytes] : allocations_) {
      for (const std::uint64_t at : {base, base + kGuardBytes + bytes}) {
        const auto status = read(at, guard);
        if (!status) return status;
        if (!is_whole()) return invalid("a kernel wrote outside its arrays");
      }
    }
    return simt::Done{};
  }

  Driver driver_;
  void* module_ = nullptr;
  bool endless_ = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> allocations_;  ///< base with guard, bytes
};

}  // namespace

simt::Result<std::unique_ptr<Target>> make_gpu_target(std::span<const std::byte> image) {
  auto target = std::make_unique<GpuTarget>();
  const simt::Status status = target->load(image);
  if (!status) return status.error();
  return std::unique_ptr<Target>(std::move(target));
}

}  // namespace judge
