// SPDX-License-Identifier: MIT
#include "launch.hpp"

#include <algorithm>
#include <cstring>

#include "decode.hpp"
#include "executor.hpp"
#include "kernel_parameters.hpp"
#include "scheduler.hpp"

namespace simt {
namespace {

/// One check of a launch's shape: what is wrong, or an empty message.
LaunchResult refused(LaunchStatus status, std::string message) {
  LaunchResult result;
  result.status = status;
  result.message = std::move(message);
  return result;
}

std::string check_shape(const LaunchConfig& config, const DeviceLimits& limits) {
  const Dim3& block = config.block;
  const Dim3& grid = config.grid;
  if (block.count() == 0) return "The block has no threads.";
  if (grid.count() == 0) return "The grid has no blocks.";
  if (block.count() > limits.threads_per_block) {
    return "The block has " + std::to_string(block.count()) + " threads; the device allows " +
           std::to_string(limits.threads_per_block) + ".";
  }
  if (block.x > limits.block.x || block.y > limits.block.y || block.z > limits.block.z) {
    return "A dimension of the block is larger than the device allows (" +
           std::to_string(limits.block.x) + ", " + std::to_string(limits.block.y) + ", " +
           std::to_string(limits.block.z) + ").";
  }
  if (grid.x > limits.grid.x || grid.y > limits.grid.y || grid.z > limits.grid.z) {
    return "A dimension of the grid is larger than the device allows (" +
           std::to_string(limits.grid.x) + ", " + std::to_string(limits.grid.y) + ", " +
           std::to_string(limits.grid.z) + ").";
  }
  return {};
}

std::string check_shared(const Kernel& kernel, const LaunchConfig& config,
                         const LaunchOptions& options) {
  const std::uint64_t total =
      std::uint64_t{kernel.static_shared_bytes()} + config.dynamic_shared_bytes;
  const std::uint64_t allowed =
      std::max<std::uint64_t>(options.limits.shared_per_block, options.max_dynamic_shared_bytes);
  if (total <= options.limits.shared_per_block) return {};
  if (total <= options.limits.shared_per_block_opt_in && config.dynamic_shared_bytes <= allowed &&
      options.max_dynamic_shared_bytes > options.limits.shared_per_block) {
    return {};
  }
  return "The block needs " + std::to_string(total) +
         " bytes of shared memory; the kernel may use " + std::to_string(allowed) +
         " (cudaFuncAttributeMaxDynamicSharedMemorySize raises it up to " +
         std::to_string(options.limits.shared_per_block_opt_in) + ").";
}

void sum_instructions(const Code& code, LaunchResult& result) {
  for (std::size_t i = 0; i < result.active_lanes.size(); ++i) {
    result.thread_instructions += result.active_lanes[i] * code.weights[i];
  }
}

}  // namespace

// ---- kernels -----------------------------------------------------------------------------------

Kernel::Kernel(const Module& module, std::string name, std::unique_ptr<Code> code)
    : module_(module), name_(std::move(name)), code_(std::move(code)) {}
Kernel::~Kernel() = default;

std::uint32_t Kernel::site_count() const { return static_cast<std::uint32_t>(code_->rows.size()); }

SiteSource Kernel::site(SiteId id) const {
  if (id >= code_->rows.size()) return {};
  const auto after =
      std::upper_bound(code_->functions.begin(), code_->functions.end(), id,
                       [](SiteId row, const DecodedFunction& f) { return row < f.first_row; });
  return {code_->code_offsets[id], std::prev(after)->index};
}

const std::vector<KernelParameter>& Kernel::parameters() const { return code_->parameters; }
std::uint32_t Kernel::static_shared_bytes() const { return code_->static_shared_bytes; }
const std::vector<SharedVariable>& Kernel::shared_variables() const { return code_->shared; }
bool Kernel::has_narrow_accesses() const { return code_->narrow_accesses; }
bool Kernel::uses_local_memory() const { return code_->uses_stack; }

// ---- loaded modules ----------------------------------------------------------------------------

LoadedModule::LoadedModule(Module module, Memory& memory, bool redzones)
    : module_(std::move(module)), memory_(memory), redzones_(redzones) {}
LoadedModule::~LoadedModule() = default;

Result<std::unique_ptr<LoadedModule>> LoadedModule::load(std::span<const std::byte> object,
                                                         Memory& memory, bool redzones,
                                                         const ManagedVariables& managed) {
  Result<Module> module = read_module(object);
  if (!module) return module.error();
  std::unique_ptr<LoadedModule> loaded(new LoadedModule(std::move(*module), memory, redzones));
  std::string problem;
  if (!loaded->place_symbols(managed, problem)) return Error{ErrorKind::kOutOfMemory, problem};
  loaded->patch_data();
  loaded->debug_types_ = std::make_unique<DebugTypes>(loaded->module_);
  return loaded;
}

/// Gives each variable an allocation of its own, so that running past one is not reading the next.
/// Symbols at the same place share it.
bool LoadedModule::place_symbols(const ManagedVariables& managed, std::string& problem) {
  symbol_address_.assign(module_.symbols.size(), 0);
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> placed;
  for (std::size_t i = 0; i < module_.symbols.size(); ++i) {
    const Symbol& symbol = module_.symbols[i];
    if (symbol.kind != SymbolKind::kData || symbol.undefined ||
        is_shared_segment(module_, symbol.index))
      continue;
    const auto [known, is_new] = placed.try_emplace({symbol.index, symbol.offset}, 0);
    if (!is_new) {
      symbol_address_[i] = known->second;
      continue;
    }
    const DataSegment& segment = module_.segments[symbol.index];
    const bool constant =
        segment.name.starts_with(".constant") || segment.name.starts_with(".rodata");
    const auto host = managed.find(symbol.name);
    Result<Allocation*> allocation =
        host != managed.end() && segment.name.starts_with(".managed")
            ? memory_.adopt(host->second, symbol.bytes, AllocationKind::kManaged, symbol.name)
            : memory_.allocate(symbol.bytes,
                               constant ? AllocationKind::kConstant : AllocationKind::kVariable,
                               symbol.name);
    if (!allocation) {
      problem = "The device's variables do not fit: " + allocation.error().message;
      return false;
    }
    Allocation& target = **allocation;
    std::memcpy(target.data, module_.bytes.data() + segment.begin + symbol.offset, symbol.bytes);
    Memory::mark_initialised(target, 0, symbol.bytes);
    known->second = symbol_address_[i] = target.address;
  }
  return true;
}

/// Writes the addresses that initial data contains (tables of pointers, virtual function tables).
void LoadedModule::patch_data() {
  for (const Relocation& relocation : module_.data_relocations) {
    const Symbol& to = module_.symbols[relocation.symbol];
    std::uint64_t value = 0;
    if (to.kind == SymbolKind::kFunction)
      value = std::uint64_t{to.index} + 1;
    else if (to.kind == SymbolKind::kData)
      value = symbol_address_[relocation.symbol] + static_cast<std::uint64_t>(relocation.addend);
    const bool narrow =
        relocation.type == 2 || relocation.type == 5;  // TABLE_INDEX_I32, MEMORY_ADDR_I32
    const std::uint64_t width = narrow ? 4 : 8;
    for (std::size_t i = 0; i < module_.symbols.size(); ++i) {
      const Symbol& holder = module_.symbols[i];
      if (holder.kind != SymbolKind::kData || holder.undefined || symbol_address_[i] == 0) continue;
      const std::uint64_t begin = module_.segments[holder.index].begin + holder.offset;
      if (relocation.at < begin || relocation.at - begin + width > holder.bytes) continue;
      std::byte* const place = memory_.data(symbol_address_[i] + (relocation.at - begin), width);
      if (place != nullptr) std::memcpy(place, &value, width);
      break;
    }
  }
}

bool LoadedModule::has_kernel(std::string_view symbol) const {
  const auto found = module_.function_by_name.find(std::string(symbol));
  return found != module_.function_by_name.end() && !module_.functions[found->second].imported;
}

Result<const Kernel*> LoadedModule::kernel(std::string_view symbol) {
  if (const auto known = kernels_.find(symbol); known != kernels_.end()) return known->second.get();
  if (!has_kernel(symbol)) {
    return Error{ErrorKind::kNotFound,
                 "The device object has no kernel '" + std::string(symbol) + "'."};
  }
  const std::uint32_t index = module_.function_by_name.find(std::string(symbol))->second;
  Result<std::unique_ptr<Code>> code = decode_kernel(module_, symbol_address_, index, redzones_);
  if (!code) return code.error();
  (*code)->parameters = debug_types_->parameters(module_, index);
  auto kernel = std::make_unique<Kernel>(module_, std::string(symbol), std::move(*code));
  const Kernel* const result = kernel.get();
  kernels_.emplace(std::string(symbol), std::move(kernel));
  return result;
}

std::optional<DeviceSymbol> LoadedModule::symbol(std::string_view name) const {
  for (std::size_t i = 0; i < module_.symbols.size(); ++i) {
    const Symbol& symbol = module_.symbols[i];
    if (symbol.kind == SymbolKind::kData && !symbol.undefined && symbol.name == name &&
        symbol_address_[i] != 0) {
      return DeviceSymbol{symbol_address_[i], symbol.bytes};
    }
  }
  return std::nullopt;
}

// ---- launching ---------------------------------------------------------------------------------

std::uint32_t resident_blocks_per_multiprocessor(const DeviceLimits& limits, std::uint32_t threads,
                                                 std::uint64_t shared_bytes) {
  const std::uint32_t warps = std::max(1u, (threads + kWarpSize - 1) / kWarpSize);
  const std::uint64_t by_warps = limits.threads_per_multiprocessor / kWarpSize / warps;
  constexpr std::uint64_t kPortion = 128;  // shared memory is handed out in such portions
  const std::uint64_t shared_of_block =
      (shared_bytes + limits.reserved_shared_per_block + kPortion - 1) / kPortion * kPortion;
  const std::uint64_t by_shared =
      limits.shared_per_multiprocessor / std::max(kPortion, shared_of_block);
  return static_cast<std::uint32_t>(
      std::min({by_warps, by_shared, std::uint64_t{limits.blocks_per_multiprocessor}}));
}

LaunchResult launch(const Kernel& kernel, const LaunchConfig& config,
                    std::span<const void* const> arguments, Memory& memory,
                    const LaunchOptions& options, Observer* observer) {
  if (std::string problem = check_shape(config, options.limits); !problem.empty()) {
    return refused(LaunchStatus::kInvalidConfiguration, std::move(problem));
  }
  if (std::string problem = check_shared(kernel, config, options); !problem.empty()) {
    return refused(LaunchStatus::kInvalidValue, std::move(problem));
  }
  LaunchResult result;
  LaunchConfig with_arguments = config;
  with_arguments.arguments = arguments;
  Executor executor(kernel, with_arguments, memory, options, observer, result);
  if (config.cooperative) {
    const std::uint64_t resident =
        std::uint64_t{options.limits.multiprocessors} *
        resident_blocks_per_multiprocessor(options.limits,
                                           static_cast<std::uint32_t>(config.block.count()),
                                           executor.shared_bytes);
    if (config.grid.count() > resident) {
      return refused(LaunchStatus::kTooLarge,
                     "A cooperative grid of " + std::to_string(config.grid.count()) +
                         " blocks is more than the " + std::to_string(resident) +
                         " the device can hold.");
    }
  }
  if (!executor.bind(arguments)) {
    return refused(LaunchStatus::kInvalidValue,
                   "The kernel's arguments do not match its parameters.");
  }
  if (observer != nullptr) observer->on_launch_begin(kernel, with_arguments, memory);
  Scheduler(executor).run();
  result.warp_instructions = executor.executed;
  sum_instructions(kernel.code(), result);
  if (observer != nullptr) observer->on_launch_end(result);
  return result;
}

}  // namespace simt
