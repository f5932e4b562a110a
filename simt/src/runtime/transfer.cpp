// SPDX-License-Identifier: MIT
#include "runtime/transfer.hpp"

#include <cstdint>
#include <cstring>

namespace simt::runtime {
namespace {

std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

/// The live allocation that holds the address. Host addresses of freed ones are the host's again.
Allocation* live_at(Memory& memory, const void* pointer) {
  Allocation* allocation = memory.find(address(pointer));
  return allocation != nullptr && allocation->live ? allocation : nullptr;
}

/// Addresses that no host pointer can have.
bool device_only(const void* pointer) {
  const std::uint64_t at = address(pointer);
  return at >= kHeapBase64 || (at >= kSharedBase && at < kSpecialBase);
}

bool host_may_use(Owner owner) { return owner == Owner::kPageable || owner == Owner::kShared; }
bool device_may_use(Owner owner) { return owner == Owner::kDevice || owner == Owner::kShared; }

void move_row(Memory& memory, void* to, const void* from, std::size_t bytes) {
  const bool to_device = live_at(memory, to) != nullptr;
  const bool from_device = live_at(memory, from) != nullptr;
  if (to_device && from_device) {
    memory.copy(address(to), address(from), bytes);
  } else if (to_device) {
    memory.copy_in(address(to), from, bytes);
  } else if (from_device) {
    memory.copy_out(to, address(from), bytes);
  } else {
    std::memmove(to, from, bytes);
  }
}

template <class T>
T* row(T* base, std::size_t pitch, std::size_t index) {
  // Device pointers are numbers here, so the arithmetic is done on numbers.
  return reinterpret_cast<T*>(address(base) + pitch * index);
}

}  // namespace

std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) {
  return width == 0 || height == 0 ? 0 : pitch * (height - 1) + width;
}

Owner owner_of(Memory& memory, const void* pointer, std::size_t bytes) {
  const Allocation* allocation = live_at(memory, pointer);
  if (allocation == nullptr) {
    return pointer == nullptr || device_only(pointer) ? Owner::kInvalid : Owner::kPageable;
  }
  if (!allocation->contains(address(pointer), bytes)) return Owner::kInvalid;
  const bool shared =
      allocation->kind == AllocationKind::kManaged || allocation->kind == AllocationKind::kHost;
  return shared ? Owner::kShared : Owner::kDevice;
}

cudaError_t check(Memory& memory, const Transfer& t, cudaMemcpyKind kind) {
  if (t.width == 0 || t.height == 0) return cudaSuccess;
  if (t.height > 1 && (t.to_pitch < t.width || t.from_pitch < t.width)) {
    return cudaErrorInvalidPitchValue;
  }
  const Owner to = owner_of(memory, t.to, extent(t.to_pitch, t.width, t.height));
  const Owner from = owner_of(memory, t.from, extent(t.from_pitch, t.width, t.height));
  if (to == Owner::kInvalid || from == Owner::kInvalid) return cudaErrorInvalidValue;
  switch (kind) {
    case cudaMemcpyHostToHost:
      return host_may_use(to) && host_may_use(from) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaMemcpyHostToDevice:
      return device_may_use(to) && host_may_use(from) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaMemcpyDeviceToHost:
      return host_may_use(to) && device_may_use(from) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaMemcpyDeviceToDevice:
      return device_may_use(to) && device_may_use(from) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaMemcpyDefault:
      return cudaSuccess;
  }
  return cudaErrorInvalidMemcpyDirection;
}

cudaError_t check(Memory& memory, const Fill& fill) {
  if (fill.width == 0 || fill.height == 0) return cudaSuccess;
  if (fill.height > 1 && fill.pitch < fill.width) return cudaErrorInvalidPitchValue;
  const Owner owner = owner_of(memory, fill.to, extent(fill.pitch, fill.width, fill.height));
  return device_may_use(owner) ? cudaSuccess : cudaErrorInvalidValue;
}

void move_bytes(Memory& memory, const Transfer& t) {
  if (t.width == 0) return;
  for (std::size_t i = 0; i < t.height; ++i) {
    move_row(memory, row(t.to, t.to_pitch, i), row(t.from, t.from_pitch, i), t.width);
  }
}

void fill_bytes(Memory& memory, const Fill& fill) {
  if (fill.width == 0) return;
  for (std::size_t i = 0; i < fill.height; ++i) {
    memory.fill(address(row(fill.to, fill.pitch, i)), fill.value, fill.width);
  }
}

}  // namespace simt::runtime
