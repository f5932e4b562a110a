// SPDX-License-Identifier: MIT
#include <algorithm>

#include "launch.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "observer.hpp"
#include "report.hpp"
#include "target.hpp"

namespace judge {
namespace {

simt::Error bad_range(const char* what) {
  return {simt::ErrorKind::kInvalidValue, std::string("cannot ") + what + " device memory"};
}

simt::MemoryOptions memory_options(const TargetOptions& options, bool narrow) {
  simt::MemoryOptions memory;
  memory.narrow = narrow;
  memory.track_initialised = options.check;
  memory.capacity = 2ull << 30;
  return memory;
}

simt::ObserverOptions observer_options(const TargetOptions& options) {
  simt::ObserverOptions observer;
  observer.counts = options.count;
  // Counted code looks for races as well: a kernel might find out that it is not being checked.
  observer.races = options.check || options.count;
  observer.uninitialised = options.check;
  return observer;
}

class VirtualTarget final : public Target {
 public:
  /// `narrow`: the object has 32-bit pointers, as a page compiles it.
  VirtualTarget(const TargetOptions& options, bool narrow)
      : options_(options),
        narrow_(narrow),
        memory_(memory_options(options, narrow)),
        observer_(observer_options(options)) {}

  simt::Status load(std::span<const std::byte> image) {
    auto loaded = simt::LoadedModule::load(image, memory_, options_.redzones);
    if (!loaded) return loaded.error();
    module_ = std::move(*loaded);
    return simt::Done{};
  }

  simt::Result<std::uint64_t> allocate(const std::string& name, std::uint64_t bytes) override {
    auto allocation = memory_.allocate(bytes, simt::AllocationKind::kDevice, name);
    if (!allocation) return allocation.error();
    return (*allocation)->address;
  }

  simt::Result<std::uint64_t> symbol(const std::string& name, std::uint64_t bytes) override {
    const auto found = module_->symbol(name);
    if (found && found->bytes == bytes) return found->address;
    return simt::Error{simt::ErrorKind::kNotFound, "the program has no variable " + name + " of " +
                                                       std::to_string(bytes) + " bytes"};
  }

  simt::Status write(std::uint64_t address, std::span<const std::byte> bytes) override {
    if (!memory_.copy_in(address, bytes.data(), bytes.size())) return bad_range("write");
    return simt::Done{};
  }

  simt::Status poison(std::uint64_t address, std::span<const std::byte> bytes) override {
    std::byte* data = memory_.data(address, bytes.size());
    if (data == nullptr && !bytes.empty()) return bad_range("poison");
    std::copy(bytes.begin(), bytes.end(), data);
    return simt::Done{};
  }

  void protect(std::uint64_t address) override {
    if (simt::Allocation* allocation = memory_.find(address)) allocation->read_only = true;
  }

  simt::Status read(std::uint64_t address, std::span<std::byte> bytes) override {
    if (!memory_.copy_out(bytes.data(), address, bytes.size())) return bad_range("read");
    return simt::Done{};
  }

  simt::Status launch(const std::string& name, const Shape& shape,
                      std::span<const std::vector<std::byte>> arguments,
                      std::uint64_t seed) override {
    if (!module_->has_kernel(name)) {
      return simt::Error{simt::ErrorKind::kNotFound,
                         "there is no kernel " + name + " with the parameters that are asked for"};
    }
    const auto kernel = module_->kernel(name);
    if (!kernel) return kernel.error();
    const auto pointers = pointers_to(**kernel, arguments);
    if (!pointers) return pointers.error();
    const simt::LaunchConfig config{{shape.grid[0], shape.grid[1], shape.grid[2]},
                                    {shape.block[0], shape.block[1], shape.block[2]},
                                    shape.shared_bytes};
    simt::LaunchOptions launching;
    launching.seed = seed;
    launching.max_warp_instructions = options_.max_instructions;
    launching.max_seconds = options_.max_seconds;
    const simt::LaunchResult result =
        simt::launch(**kernel, config, *pointers, memory_, launching, &observer_);
    if (result.status == simt::LaunchStatus::kOk) return simt::Done{};
    return simt::Error{simt::ErrorKind::kInvalidValue, result.message};
  }

  std::string report() const override { return simt::json_report(observer_.observation()); }

 private:
  /// The values' addresses, if they fit the kernel's parameters.
  simt::Result<std::vector<const void*>> pointers_to(
      const simt::Kernel& kernel, std::span<const std::vector<std::byte>> values) const {
    const auto& parameters = kernel.parameters();
    std::vector<const void*> pointers;
    bool fits = parameters.size() == values.size();
    for (std::size_t i = 0; fits && i < values.size(); ++i) {
      const std::size_t bytes = parameters[i].bytes;
      // An address fits a narrow pointer, whose lower half comes first.
      fits = bytes == values[i].size() || (narrow_ && bytes == 4 && values[i].size() == 8);
      pointers.push_back(values[i].data());
    }
    if (fits) return pointers;
    return simt::Error{simt::ErrorKind::kInvalidValue,
                       kernel.name() + " has other parameters than it is launched with"};
  }

  TargetOptions options_;
  bool narrow_;
  simt::Memory memory_;
  std::unique_ptr<simt::LoadedModule> module_;
  simt::RecordingObserver observer_;
};

}  // namespace

simt::Result<std::unique_ptr<Target>> make_virtual_target(std::span<const std::byte> image,
                                                          const TargetOptions& options) {
  const simt::Result<simt::Module> module = simt::read_module(image);
  if (!module) return module.error();
  auto target = std::make_unique<VirtualTarget>(options, !module->is_64bit);
  const simt::Status status = target->load(image);
  if (!status) return status.error();
  return std::unique_ptr<Target>(std::move(target));
}

}  // namespace judge
