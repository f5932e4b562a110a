// SPDX-License-Identifier: MIT
#include "executor.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace simt {
namespace {

constexpr std::size_t kMaxKeptFaults = 256;
constexpr std::uint64_t kNullPage = 64 * 1024;
constexpr std::uint32_t kSpecialBytes = 20 * 4;
constexpr std::uint64_t kWindowGap =
    kParameterBase + kParameterSpan - kSpecialBase;  // special registers end the window

bool in_window(std::uint64_t address, std::uint64_t base, std::uint64_t span) {
  return address - base < span;
}

LaunchStatus status_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfBounds:
    case FaultKind::kUseAfterFree:
    case FaultKind::kNullPointer:
    case FaultKind::kHostPointer:
    case FaultKind::kReadOnly:
      return LaunchStatus::kIllegalAddress;
    case FaultKind::kMisaligned:
      return LaunchStatus::kMisalignedAddress;
    case FaultKind::kAssert:
      return LaunchStatus::kAssert;
    case FaultKind::kInstructionLimit:
    case FaultKind::kTimeLimit:
      return LaunchStatus::kTimeout;
    default:
      return LaunchStatus::kLaunchFailure;
  }
}

const char* sentence_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfBounds:
      return "An access lies outside every allocation.";
    case FaultKind::kUseAfterFree:
      return "An access goes to memory that was freed.";
    case FaultKind::kNullPointer:
      return "An access goes through a null pointer.";
    case FaultKind::kHostPointer:
      return "An access goes to an address that is not device memory.";
    case FaultKind::kMisaligned:
      return "An address is not a multiple of the size of its access.";
    case FaultKind::kReadOnly:
      return "A store goes to constant memory.";
    case FaultKind::kStackOverflow:
      return "A thread's stack is used up.";
    case FaultKind::kInvalidCall:
      return "A call goes through a pointer that is no function of its type.";
    case FaultKind::kTrap:
      return "A thread executed a trap.";
    case FaultKind::kAssert:
      return "An assertion failed.";
    case FaultKind::kBarrierDivergence:
      return "Part of a block waits at a barrier that the rest does not reach.";
    case FaultKind::kWarpSyncDeadlock:
      return "Lanes wait for lanes of their warp that do not arrive.";
    case FaultKind::kDeadlock:
      return "No thread can go on.";
    case FaultKind::kInstructionLimit:
      return "The instruction limit is used up.";
    case FaultKind::kTimeLimit:
      return "The time limit is used up.";
    case FaultKind::kOutputLimit:
      return "The kernel printed more than allowed.";
    case FaultKind::kInvalidFree:
      return "A kernel freed an address that malloc did not return.";
    case FaultKind::kInvalidTexture:
      return "A texture or surface function cannot do what it was asked.";
    case FaultKind::kUnsupported:
      return "The kernel uses something the virtual GPU does not have.";
  }
  return "";
}

}  // namespace

Executor::Executor(const Kernel& kernel_in, const LaunchConfig& config_in, Memory& memory_in,
                   const LaunchOptions& options_in, Observer* observer_in, LaunchResult& result_in)
    : kernel(kernel_in),
      code(kernel_in.code()),
      config(config_in),
      memory(memory_in),
      options(options_in),
      observer(observer_in),
      result(result_in),
      windows(kernel_in.code().address_caches),
      shared_bytes(kernel_in.code().static_shared_bytes + config_in.dynamic_shared_bytes) {
  if (observer != nullptr) row_steps_.resize(code.rows.size() + 1);
}

void Executor::sum_rows() {
  if (observer == nullptr) return;
  result.executions.reserve(code.rows.size());
  result.active_lanes.reserve(code.rows.size());
  RowStep sum;
  for (std::size_t row = 0; row < code.rows.size(); ++row) {
    sum.executions += row_steps_[row].executions;
    sum.lanes += row_steps_[row].lanes;
    result.executions.push_back(sum.executions);
    result.active_lanes.push_back(sum.lanes);
  }
}

bool Executor::bind(std::span<const void* const> values) {
  if (values.size() < code.parameters.size()) return false;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const KernelParameter& parameter = code.parameters[i];
    if (parameter.ignored) continue;
    if (parameter.by_reference) {
      const std::size_t at = (parameters.size() + 15) / 16 * 16;
      parameters.resize(at + parameter.bytes);
      std::memcpy(parameters.data() + at, values[i], parameter.bytes);
      arguments.push_back(kParameterBase + at);
      continue;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, values[i], std::min<std::size_t>(parameter.bytes, 8));
    if (parameter.is_signed && parameter.bytes < 4) {
      const unsigned shift = 64 - 8 * parameter.bytes;
      value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
    }
    arguments.push_back(value);
  }
  return parameters.size() <= kParameterSpan;
}

Space Executor::space_of(std::uint64_t address) {
  if (in_window(address, kSharedBase, kSharedSpan)) return Space::kShared;
  if (in_window(address, kLocalBase, kLocalSpan)) return Space::kLocal;
  if (in_window(address, kConstantBase, kConstantSpan)) return Space::kConstant;
  if (in_window(address, kParameterBase, kParameterSpan)) return Space::kParameter;
  if (in_window(address, kSpecialBase, kSpecialBytes)) return Space::kParameter;
  return Space::kGlobal;
}

Window Executor::resolve(std::uint64_t address) {
  switch (space_of(address)) {
    case Space::kShared:
      return {kSharedBase, shared_bytes, nullptr, nullptr, Space::kShared, true};
    case Space::kLocal:
      return {};
    case Space::kParameter:
      // Once threads have copies of their own, each lane has to look for itself.
      if (parameters_differ) return {};
      return {kParameterBase, parameters.size(), parameters.data(),
              nullptr,        Space::kParameter, false};
    default:
      break;
  }
  Allocation* const found = memory.find(address);
  if (found == nullptr || !found->live) return {};
  return {found->address, found->bytes, found->data, found, found->space(), !found->read_only};
}

Window Executor::resolve_all(const std::uint64_t* addresses, std::uint64_t bytes, LaneMask lanes) {
  const Window window = resolve(addresses[std::countr_zero(lanes)]);
  if (!window.writable || window.bytes < bytes) return {};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = addresses[std::countr_zero(rest)];
    if (address - window.base > window.bytes - bytes || address % bytes != 0) return {};
  }
  return window;
}

std::byte* Executor::parameter_bytes(Warp& warp, int lane, std::uint64_t address,
                                     std::uint64_t bytes, bool for_write) {
  const std::uint64_t offset = address - kParameterBase;
  if (offset > parameters.size() || bytes > parameters.size() - offset) return nullptr;
  if (for_write && warp.own_parameters == nullptr) {
    warp.own_parameters = make_aligned(parameters.size() * kWarpSize);
    for (std::size_t i = 0; i < kWarpSize; ++i) {
      std::memcpy(warp.own_parameters.get() + i * parameters.size(), parameters.data(),
                  parameters.size());
    }
    parameters_differ = true;
    std::fill(windows.begin(), windows.end(), Window{});
  }
  if (warp.own_parameters == nullptr) return parameters.data() + offset;
  return warp.own_parameters.get() + static_cast<std::size_t>(lane) * parameters.size() + offset;
}

std::byte* Executor::locate(const Strand& strand, std::uint64_t address, std::uint64_t bytes,
                            bool for_write) {
  const Window window = resolve(address);
  const std::uint64_t offset = address - window.base;
  if (offset > window.bytes || bytes > window.bytes - offset) return nullptr;
  if (for_write && !window.writable) return nullptr;
  if (window.space == Space::kShared) return strand.warp->block->shared.get() + offset;
  return window.data == nullptr ? nullptr : window.data + offset;
}

bool Executor::read(Strand& strand, int lane, std::uint64_t address, std::uint64_t bytes,
                    void* out) {
  if (in_window(address, kLocalBase, kLocalSpan)) {
    LocalMemory& local = strand.warp->local;
    std::uint64_t offset = address - kLocalBase;
    if (bytes > local.size || offset > local.size - bytes) return false;
    local.commit(offset);
    auto* to = static_cast<std::byte*>(out);
    while (bytes > 0) {
      const std::uint64_t part = std::min<std::uint64_t>(bytes, 16 - offset % 16);
      std::memcpy(to, local.at(lane, offset), part);
      to += part;
      offset += part;
      bytes -= part;
    }
    return true;
  }
  if (in_window(address, kSpecialBase, kSpecialBytes) &&
      bytes <= kSpecialBytes - (address - kSpecialBase)) {
    std::uint32_t all[kSpecialBytes / 4];
    for (std::uint32_t i = 0; i < kSpecialBytes / 4; ++i) all[i] = special(strand, i, lane);
    std::memcpy(out, reinterpret_cast<const std::byte*>(all) + (address - kSpecialBase), bytes);
    return true;
  }
  const std::byte* const from = in_window(address, kParameterBase, kParameterSpan - kWindowGap)
                                    ? parameter_bytes(*strand.warp, lane, address, bytes, false)
                                    : locate(strand, address, bytes, false);
  if (from == nullptr) return false;
  std::memcpy(out, from, bytes);
  return true;
}

bool Executor::write(Strand& strand, int lane, std::uint64_t address, std::uint64_t bytes,
                     const void* in) {
  if (in_window(address, kLocalBase, kLocalSpan)) {
    LocalMemory& local = strand.warp->local;
    std::uint64_t offset = address - kLocalBase;
    if (bytes > local.size || offset > local.size - bytes) return false;
    local.commit(offset);
    const auto* from = static_cast<const std::byte*>(in);
    while (bytes > 0) {
      const std::uint64_t part = std::min<std::uint64_t>(bytes, 16 - offset % 16);
      std::memcpy(local.at(lane, offset), from, part);
      from += part;
      offset += part;
      bytes -= part;
    }
    return true;
  }
  std::byte* const to = in_window(address, kParameterBase, kParameterSpan - kWindowGap)
                            ? parameter_bytes(*strand.warp, lane, address, bytes, true)
                            : locate(strand, address, bytes, true);
  if (to == nullptr) return false;
  std::memcpy(to, in, bytes);
  ++changes;
  return true;
}

LaneMask Executor::valid_lanes(Strand& strand, SiteId site, const std::uint64_t* addresses,
                               std::uint32_t bytes, std::uint32_t alignment, LaneMask mask,
                               AccessKind access) {
  LaneMask valid = 0;
  for (LaneMask rest = mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::uint64_t address = addresses[lane];
    bool inside = false;
    if (in_window(address, kLocalBase, kLocalSpan)) {
      inside = bytes <= strand.warp->local.size &&
               address - kLocalBase <= strand.warp->local.size - bytes;
    } else if (in_window(address, kSpecialBase, kSpecialBytes)) {
      inside = access == AccessKind::kLoad && bytes <= kSpecialBytes - (address - kSpecialBase);
    } else if (in_window(address, kParameterBase, kParameterSpan - kWindowGap)) {
      inside = parameter_bytes(*strand.warp, lane, address, bytes, false) != nullptr;
    } else {
      inside = locate(strand, address, bytes, access != AccessKind::kLoad) != nullptr;
    }
    if (inside && address % alignment == 0) {
      valid |= LaneMask{1} << lane;
    } else if (inside) {
      Fault fault;
      fault.kind = FaultKind::kMisaligned;
      fault.where = where(strand);
      fault.lane = lane;
      fault.site = site;
      fault.mask = LaneMask{1} << lane;
      fault.access = access;
      fault.space = space_of(address);
      fault.address = address;
      fault.bytes = bytes;
      report(std::move(fault));
    } else {
      fault_at(strand, site, lane, address, bytes, access);
    }
  }
  return valid;
}

void Executor::load_lanes(Strand& strand, const Row& row, const std::uint64_t* addresses,
                          std::uint32_t bytes, LaneMask mask, std::byte* values) {
  std::memset(values, 0, std::size_t{bytes} * kWarpSize);
  const LaneMask valid =
      valid_lanes(strand, site_of(row), addresses, bytes, row.lane, mask, AccessKind::kLoad);
  for (LaneMask rest = valid; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    read(strand, lane, addresses[lane], bytes, values + static_cast<std::size_t>(lane) * bytes);
  }
  if (observer == nullptr || valid == 0) return;
  Access access;
  access.site = site_of(row);
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.alignment = row.lane;
  access.is_volatile = (row.flags & kVolatile) != 0;
  access.mask = valid;
  access.addresses = addresses;
  observe_mixed(strand, access);
}

void Executor::store_lanes(Strand& strand, const Row& row, const std::uint64_t* addresses,
                           std::uint32_t bytes, LaneMask mask, const std::byte* values) {
  const LaneMask valid =
      valid_lanes(strand, site_of(row), addresses, bytes, row.lane, mask, AccessKind::kStore);
  if (observer != nullptr && valid != 0) {
    Access access;
    access.site = site_of(row);
    access.kind = AccessKind::kStore;
    access.bytes = static_cast<std::uint8_t>(bytes);
    access.alignment = row.lane;
    access.is_volatile = (row.flags & kVolatile) != 0;
    access.mask = valid;
    access.addresses = addresses;
    access.values = values;
    access.value_stride = bytes;
    observe_mixed(strand, access);
  }
  for (int i = 0; i < kWarpSize; ++i) {
    const int lane = reverse_lanes ? kWarpSize - 1 - i : i;
    if ((valid >> lane & 1) == 0) continue;
    write(strand, lane, addresses[lane], bytes, values + static_cast<std::size_t>(lane) * bytes);
  }
}

FaultKind Executor::classify(std::uint64_t address, std::uint64_t bytes, AccessKind access,
                             const Allocation** nearest) {
  if (address < kNullPage) return FaultKind::kNullPointer;
  const Space space = space_of(address);
  // A stack that grows too far is caught where the stack pointer moves.
  if (space == Space::kLocal) return FaultKind::kOutOfBounds;
  if (space == Space::kShared || space == Space::kParameter) return FaultKind::kOutOfBounds;
  const Allocation* const inside = memory.find(address);
  *nearest = inside;
  if (inside != nullptr && !inside->live) return FaultKind::kUseAfterFree;
  if (inside != nullptr && inside->read_only && access != AccessKind::kLoad &&
      inside->contains(address, bytes)) {
    return FaultKind::kReadOnly;
  }
  if (inside != nullptr) return FaultKind::kOutOfBounds;
  *nearest = memory.nearest(address);
  if (*nearest != nullptr) {
    return (*nearest)->live ? FaultKind::kOutOfBounds : FaultKind::kUseAfterFree;
  }
  if (space == Space::kConstant) return FaultKind::kOutOfBounds;
  return FaultKind::kHostPointer;
}

void Executor::fault_at(Strand& strand, SiteId site, int lane, std::uint64_t address,
                        std::uint64_t bytes, AccessKind access) {
  Fault fault;
  fault.kind = classify(address, bytes, access, &fault.allocation);
  fault.where = where(strand);
  fault.lane = lane;
  fault.site = site;
  fault.mask = LaneMask{1} << lane;
  fault.access = access;
  fault.space = space_of(address);
  fault.address = address;
  fault.bytes = bytes;
  report(std::move(fault));
}

void Executor::fault(Strand& strand, SiteId site, FaultKind kind, LaneMask mask,
                     std::string detail) {
  Fault fault;
  fault.kind = kind;
  fault.where = where(strand);
  fault.lane = mask == 0 ? 0 : std::countr_zero(mask);
  fault.site = site;
  fault.mask = mask;
  fault.detail = std::move(detail);
  report(std::move(fault));
}

void Executor::report(Fault fault) {
  const int lanes = std::max(1, std::popcount(fault.mask));
  result.fault_count += static_cast<std::uint64_t>(lanes);
  if (result.status == LaunchStatus::kOk) {
    result.status = status_of(fault.kind);
    result.message = sentence_of(fault.kind);
    if (!fault.detail.empty()) result.message += " " + fault.detail;
  }
  if (is_fatal(fault.kind) || result.fault_count > options.max_faults) fatal = true;
  if (observer != nullptr) observer->on_fault(fault);
  if (result.faults.size() < kMaxKeptFaults &&
      seen_faults_.emplace(fault.kind, fault.site).second) {
    result.faults.push_back(std::move(fault));
  }
}

std::uint32_t Executor::special(const Strand& strand, std::uint32_t index, int lane) const {
  const Warp& warp = *strand.warp;
  const Block& block = *warp.block;
  const Dim3& size = config.block;
  switch (index) {
    case 0:
    case 1:
    case 2:
      return warp.thread_id[index][lane];
    case 3:
      return block.id.x;
    case 4:
      return block.id.y;
    case 5:
      return block.id.z;
    case 6:
      return size.x;
    case 7:
      return size.y;
    case 8:
      return size.z;
    case 9:
      return config.grid.x;
    case 10:
      return config.grid.y;
    case 11:
      return config.grid.z;
    case 12:
      return static_cast<std::uint32_t>(lane);
    case 13:
      return warp.index;
    case 14:
      return config.dynamic_shared_bytes;
    case 15:
      return shared_bytes;
    case 16:
      return block.slot % options.limits.multiprocessors;
    case 17:
      return (std::uint32_t{1} << lane) - 1;
    case 18:
      return static_cast<std::uint32_t>(block.warps.size());
    default:
      return 0;
  }
}

void Executor::observe_mixed(Strand& strand, Access access) {
  access.where = where(strand);
  const LaneMask all = access.mask;
  for (const Space space :
       {Space::kGlobal, Space::kShared, Space::kLocal, Space::kConstant, Space::kParameter}) {
    LaneMask lanes = 0;
    Allocation* common = nullptr;
    bool several = false;
    for (LaneMask rest = all; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (space_of(access.addresses[lane]) != space) continue;
      lanes |= LaneMask{1} << lane;
      Allocation* const allocation = space == Space::kGlobal || space == Space::kConstant
                                         ? memory.find(access.addresses[lane])
                                         : nullptr;
      several |= common != nullptr && allocation != common;
      common = allocation;
    }
    if (lanes == 0) continue;
    access.space = space;
    access.mask = lanes;
    access.allocation = several ? nullptr : common;
    observer->on_access(access);
  }
}

void Executor::print(Strand& strand, SiteId site, const std::string& text) {
  if (result.output.size() + text.size() > options.max_output_bytes) {
    return fault(strand, site, FaultKind::kOutputLimit, strand.mask);
  }
  result.output += text;
}

}  // namespace simt
