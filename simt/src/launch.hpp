// SPDX-License-Identifier: MIT
//
// The engine's front door: load a device object, find a kernel, launch it.
//
//   simt::Memory memory;
//   auto loaded = simt::LoadedModule::load(object_bytes, memory);      // Result<unique_ptr<…>>
//   auto kernel = (*loaded)->kernel("_Z5saxpyifPKfPf");                // Result<const Kernel*>
//   simt::LaunchResult result = simt::launch(**kernel, config, arguments, memory, options,
//   observer);
//
// `arguments` are pointers to the values, in order, as cudaLaunchKernel gets them.
// Nothing is global: everything lives in the objects named here. One launch runs at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "result.hpp"

namespace simt {

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// What `<<<grid, block, dynamic_shared_bytes>>>` says.
struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;  ///< all blocks must be resident together; grid.sync() is allowed
  /// Filled by launch() for the observer: pointers to the argument values.
  std::span<const void* const> arguments = {};
};

/// Limits of the device that is imitated. Defaults: H200 (compute capability 9.0).
struct DeviceLimits {
  std::uint32_t multiprocessors = 132;
  std::uint32_t threads_per_multiprocessor = 2048;
  std::uint32_t blocks_per_multiprocessor = 32;
  std::uint32_t threads_per_block = 1024;
  Dim3 block{1024, 1024, 64};
  Dim3 grid{2147483647u, 65535u, 65535u};
  std::uint32_t shared_per_block = 48 * 1024;  ///< without opting in
  std::uint32_t shared_per_block_opt_in = 227 * 1024;
  std::uint32_t shared_per_multiprocessor = 228 * 1024;
  std::uint32_t reserved_shared_per_block = 1024;
  std::uint32_t compute_capability = 90;
};

class TextureTable;  // texture.hpp

struct LaunchOptions {
  DeviceLimits limits;
  /// Shared memory this kernel may use: cudaFuncAttributeMaxDynamicSharedMemorySize (dynamic part).
  std::uint32_t max_dynamic_shared_bytes = 48 * 1024;
  std::uint64_t seed = 0;  ///< 0 = in order; others permute blocks, warps, winners of collisions
  std::uint64_t max_warp_instructions = 4'000'000'000ull;
  double max_seconds = 0;                     ///< wall clock; 0 = no limit
  std::uint64_t max_output_bytes = 1u << 20;  ///< printf
  std::uint32_t local_bytes_per_thread = 256 * 1024;
  std::uint32_t max_call_depth = 4096;
  std::uint64_t max_faults = 10'000;       ///< occurrences after which the launch is given up
  std::uint64_t heap_bytes = 8ull << 20;   ///< device-side malloc
  const TextureTable* textures = nullptr;  ///< of the program; null = it has none
  bool fuse_multiply_add = false;          ///< reserved: contract a*b+c as nvcc does
};

enum class LaunchStatus : std::uint8_t {
  kOk,
  kInvalidConfiguration,  ///< cudaErrorInvalidValue (1): more threads than there can be
  kInvalidValue,          ///< cudaErrorInvalidValue (1): more shared memory or threads than the
                          ///< kernel was given
  kTooLarge,              ///< cudaErrorCooperativeLaunchTooLarge (720)
  kIllegalAddress,        ///< cudaErrorIllegalAddress (700)
  kMisalignedAddress,     ///< cudaErrorMisalignedAddress (716)
  kAssert,                ///< cudaErrorAssert (710)
  kTimeout,               ///< cudaErrorLaunchTimeout (702): instruction or time limit
  kLaunchFailure          ///< cudaErrorLaunchFailure (719): trap, stack overflow, deadlock, …
};

struct LaunchResult {
  LaunchStatus status = LaunchStatus::kOk;
  std::string message;            ///< one sentence when status is not kOk
  std::vector<Fault> faults;      ///< first occurrence of each (kind, site), at most 256
  std::uint64_t fault_count = 0;  ///< lanes
  std::string output;             ///< what printf wrote
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;  ///< observed launches only
  /// For each site, how often it was executed and with how many lanes in sum; observed only.
  std::vector<std::uint64_t> executions;
  std::vector<std::uint64_t> active_lanes;
};

/// How one kernel parameter is laid out for the device code.
struct KernelParameter {
  std::uint32_t bytes = 0;    ///< size of the value that the host passes
  bool by_reference = false;  ///< class by value: copied to parameter memory, code gets its address
  bool ignored = false;       ///< empty class: the host passes it, the code does not get it
  bool is_signed = false;     ///< narrow integers: how to widen
  ValueType type = ValueType::kI32;
  std::string name;  ///< from debug information, as all below; or empty
  bool is_pointer = false;
  std::string pointee;  ///< type that a pointer points at, without qualifiers
  std::uint64_t pointee_bytes = 0;
};

/// A variable of the device code: where it lives.
struct DeviceSymbol {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// A `__shared__` array and where it lies in the block's shared memory.
struct SharedVariable {
  std::string name;  ///< symbol name (mangled)
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

/// Where a site comes from.
struct SiteSource {
  std::uint32_t code_offset = 0;  ///< offset from Module::code_begin, as DWARF counts
  std::uint32_t function = 0;     ///< index into Module::functions
};

struct Code;      // decoded form, decode.hpp
class SourceMap;  // source_map.hpp

/// A kernel, decoded and ready to launch. Owned by its LoadedModule.
class Kernel {
 public:
  Kernel(const Module& module, const SourceMap* source_map, std::string name,
         std::unique_ptr<Code> code);
  ~Kernel();

  const std::string& name() const { return name_; }
  const Module& module() const { return module_; }
  /// What debug information says of the module, or null where it has none that can be read.
  const SourceMap* source_map() const { return source_map_; }
  const Code& code() const { return *code_; }
  std::uint32_t site_count() const;
  SiteSource site(SiteId id) const;
  const std::vector<KernelParameter>& parameters() const;
  std::uint32_t static_shared_bytes() const;
  /// Threads of a block that `__launch_bounds__` allows; 0 = as many as the device.
  std::uint32_t max_threads() const;
  const std::vector<SharedVariable>& shared_variables() const;
  /// True if the kernel accesses 1- or 2-byte values: race tracking then needs byte cells.
  bool has_narrow_accesses() const;
  bool uses_local_memory() const;

 private:
  const Module& module_;
  const SourceMap* source_map_;
  std::string name_;
  std::unique_ptr<Code> code_;
};

/// Host storage of `__managed__` variables by symbol name: both sides use it at its host address.
using ManagedVariables = std::map<std::string, void*, std::less<>>;

/// A device object with its variables placed in memory. Keeps a reference to that memory.
class LoadedModule {
 public:
  static Result<std::unique_ptr<LoadedModule>> load(std::span<const std::byte> object,
                                                    Memory& memory, bool redzones = false,
                                                    const ManagedVariables& managed = {});
  ~LoadedModule();

  const Module& module() const { return module_; }
  /// Decodes on first use. `symbol` is the mangled name, as the host registers it.
  Result<const Kernel*> kernel(std::string_view symbol);
  /// True if a kernel of this name is in the object.
  bool has_kernel(std::string_view symbol) const;
  /// A `__device__` or `__constant__` variable by its symbol name.
  std::optional<DeviceSymbol> symbol(std::string_view name) const;

 private:
  LoadedModule(Module module, Memory& memory, bool redzones);
  Module module_;
  Memory& memory_;
  bool redzones_;  ///< gaps between shared arrays (check pass: they change banks)
  bool place_symbols(const ManagedVariables& managed, std::string& problem);
  void patch_data();

  std::vector<std::uint64_t> symbol_address_;
  std::unique_ptr<SourceMap> source_map_;
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> kernels_;
};

/// Blocks of this shape that one multiprocessor can hold together (registers are not modelled).
std::uint32_t resident_blocks_per_multiprocessor(const DeviceLimits& limits, std::uint32_t threads,
                                                 std::uint64_t shared_bytes);

/// Runs one kernel to its end. `observer` may be null. Reads parameters().size() argument pointers.
LaunchResult launch(const Kernel& kernel, const LaunchConfig& config,
                    std::span<const void* const> arguments, Memory& memory,
                    const LaunchOptions& options = {}, Observer* observer = nullptr);

}  // namespace simt
