// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace simt {
namespace {

constexpr std::uint64_t kGranule = 512;            // cudaMalloc aligns to this at least
constexpr std::uint64_t kWideGap = 64ull << 30;    // between the first allocations
constexpr std::uint64_t kNarrowGap = 64ull << 20;  // once those have used half of the range
constexpr std::uint64_t kHeapEnd64 = 1ull << 49;
constexpr std::uint64_t kHeapEnd32 = 0xE0000000u;

std::uint64_t round_up(std::uint64_t value) { return (value + kGranule - 1) / kGranule * kGranule; }

int poison_of(AllocationKind kind) {
  return kind == AllocationKind::kDevice || kind == AllocationKind::kHeap ? 0xFF : 0;
}

/// True if every byte of the range has a value.
bool all_initialised(const Allocation& allocation, std::uint64_t offset, std::uint64_t bytes) {
  if (allocation.initialised.empty()) return true;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    const bool whole_word = at % 64 == 0 && offset + bytes - at >= 64;
    const std::uint64_t word = allocation.initialised[at / 64];
    if (whole_word ? word != ~0ull : (word >> (at % 64) & 1) == 0) return false;
    at += whole_word ? 64 : 1;
  }
  return true;
}

/// Bytes without a value stay without one when they are copied.
void hand_on_initialised(Allocation& to, std::uint64_t at, const Allocation& from,
                         std::uint64_t begin, std::uint64_t bytes) {
  if (to.initialised.empty()) return;
  if (all_initialised(from, begin, bytes)) return Memory::mark_initialised(to, at, bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (Memory::any_initialised(from, begin + i, 1))
      Memory::mark_initialised(to, at + i, 1);
    else
      to.initialised[(at + i) / 64] &= ~(1ull << ((at + i) % 64));
  }
}

bool has_host_address(AllocationKind kind) {
  return kind == AllocationKind::kManaged || kind == AllocationKind::kHost;
}

}  // namespace

Memory::Memory(MemoryOptions options)
    : options_(options), next_heap_(options.narrow ? kHeapBase32 : kHeapBase64) {}

Memory::~Memory() {
  for (auto& [address, allocation] : all_) {
    if (allocation->live && allocation->kind != AllocationKind::kHost) std::free(allocation->data);
  }
}

std::uint64_t Memory::next_address(std::uint64_t bytes, AllocationKind kind) {
  if (kind == AllocationKind::kConstant) {
    const std::uint64_t address = next_constant_;
    const std::uint64_t next = address + round_up(bytes) + kGranule;
    if (next > kConstantBase + kConstantSpan) return 0;
    next_constant_ = next;
    return address;
  }
  const std::uint64_t address = next_heap_;
  const std::uint64_t end = options_.narrow ? kHeapEnd32 : kHeapEnd64;
  std::uint64_t gap = kGranule;
  if (!options_.narrow)
    gap = address < kHeapBase64 + (kHeapEnd64 - kHeapBase64) / 2 ? kWideGap : kNarrowGap;
  if (bytes > end - address || end - address - bytes < gap + kGranule) return 0;
  next_heap_ = address + round_up(bytes) + gap;
  return address;
}

Allocation* Memory::insert(std::unique_ptr<Allocation> allocation) {
  allocation->serial = ++serial_;
  Allocation* const stored = allocation.get();
  all_[allocation->address] = std::move(allocation);
  return stored;
}

Result<Allocation*> Memory::allocate(std::uint64_t bytes, AllocationKind kind, std::string name) {
  const Error full{ErrorKind::kOutOfMemory,
                   "The device has no room for " + std::to_string(bytes) + " more bytes."};
  if (bytes > options_.capacity || used_ + bytes > options_.capacity) return full;
  const std::size_t size = std::max<std::uint64_t>(round_up(bytes), kGranule);
  auto* data = static_cast<std::byte*>(std::aligned_alloc(kGranule, size));
  if (data == nullptr) return full;
  std::memset(data, poison_of(kind), size);
  auto allocation = std::make_unique<Allocation>();
  allocation->address =
      has_host_address(kind) ? reinterpret_cast<std::uint64_t>(data) : next_address(bytes, kind);
  if (allocation->address == 0) {
    std::free(data);
    return full;
  }
  allocation->bytes = bytes;
  allocation->data = data;
  allocation->kind = kind;
  allocation->read_only = kind == AllocationKind::kConstant;
  allocation->name = std::move(name);
  if (options_.track_initialised && !has_host_address(kind))
    allocation->initialised.assign((bytes + 63) / 64, 0);
  used_ += bytes;
  return insert(std::move(allocation));
}

Result<Allocation*> Memory::adopt(void* host, std::uint64_t bytes, AllocationKind kind,
                                  std::string name) {
  if (host == nullptr)
    return Error{ErrorKind::kInvalidValue, "A null pointer cannot be made visible to the device."};
  auto allocation = std::make_unique<Allocation>();
  allocation->address = reinterpret_cast<std::uint64_t>(host);
  allocation->bytes = bytes;
  allocation->data = static_cast<std::byte*>(host);
  allocation->kind = kind == AllocationKind::kManaged ? kind : AllocationKind::kHost;
  allocation->name = std::move(name);
  return insert(std::move(allocation));
}

bool Memory::release(std::uint64_t address) {
  const auto found = all_.find(address);
  if (found == all_.end() || !found->second->live) return false;
  Allocation& allocation = *found->second;
  if (allocation.kind != AllocationKind::kHost) {
    std::free(allocation.data);
    used_ -= allocation.bytes;
  }
  allocation.live = false;
  allocation.data = nullptr;
  allocation.initialised = {};
  // The host may hand the same address out again for other data, so it proves nothing afterwards.
  if (has_host_address(allocation.kind)) all_.erase(found);
  return true;
}

Allocation* Memory::find(std::uint64_t address) {
  auto next = all_.upper_bound(address);
  if (next == all_.begin()) return nullptr;
  Allocation* const allocation = std::prev(next)->second.get();
  const std::uint64_t extent = std::max<std::uint64_t>(allocation->bytes, 1);
  return address - allocation->address < extent ? allocation : nullptr;
}

const Allocation* Memory::nearest(std::uint64_t address) const {
  const auto next = all_.upper_bound(address);
  const Allocation* best = nullptr;
  std::uint64_t best_distance = kWideGap / 2;
  if (next != all_.begin()) {
    const Allocation* const below = std::prev(next)->second.get();
    const std::uint64_t end = below->address + below->bytes;
    const std::uint64_t distance = address < end ? 0 : address - end;
    if (distance < best_distance) {
      best = below;
      best_distance = distance;
    }
  }
  if (next != all_.end() && next->first - address < best_distance) best = next->second.get();
  return best;
}

std::byte* Memory::data(std::uint64_t address, std::uint64_t bytes) {
  Allocation* const allocation = find(address);
  if (allocation == nullptr || !allocation->live || !allocation->contains(address, bytes))
    return nullptr;
  return allocation->data + (address - allocation->address);
}

bool Memory::copy_in(std::uint64_t device, const void* host, std::uint64_t bytes) {
  if (bytes == 0) return true;
  std::byte* const to = data(device, bytes);
  if (to == nullptr) return false;
  std::memcpy(to, host, bytes);
  Allocation& allocation = *find(device);
  mark_initialised(allocation, device - allocation.address, bytes);
  return true;
}

bool Memory::copy_out(void* host, std::uint64_t device, std::uint64_t bytes) {
  if (bytes == 0) return true;
  const std::byte* const from = data(device, bytes);
  if (from == nullptr) return false;
  std::memcpy(host, from, bytes);
  return true;
}

bool Memory::copy(std::uint64_t destination, std::uint64_t source, std::uint64_t bytes) {
  if (bytes == 0) return true;
  std::byte* const to = data(destination, bytes);
  const std::byte* const from = data(source, bytes);
  if (to == nullptr || from == nullptr) return false;
  std::memmove(to, from, bytes);
  Allocation& allocation = *find(destination);
  const Allocation& origin = *find(source);
  hand_on_initialised(allocation, destination - allocation.address, origin, source - origin.address,
                      bytes);
  return true;
}

bool Memory::fill(std::uint64_t device, int value, std::uint64_t bytes) {
  if (bytes == 0) return true;
  std::byte* const to = data(device, bytes);
  if (to == nullptr) return false;
  std::memset(to, value, bytes);
  Allocation& allocation = *find(device);
  mark_initialised(allocation, device - allocation.address, bytes);
  return true;
}

MemorySnapshot Memory::snapshot() const {
  MemorySnapshot taken;
  taken.next_heap = next_heap_;
  taken.used = used_;
  for (const auto& [address, allocation] : all_) {
    if (!allocation->live || allocation->kind == AllocationKind::kConstant) continue;
    taken.contents.emplace_back(allocation->data, allocation->data + allocation->bytes);
    taken.allocations.push_back(*allocation);
    taken.allocations.back().data = taken.contents.back().data();
  }
  return taken;
}

/// Removes what was allocated after the snapshot: only kernels allocate while one is in use.
void Memory::forget_new(const MemorySnapshot& snapshot) {
  for (auto next = all_.begin(); next != all_.end();) {
    const Allocation& allocation = *next->second;
    const bool is_new =
        allocation.kind == AllocationKind::kHeap && allocation.address >= snapshot.next_heap;
    if (is_new && allocation.live) std::free(allocation.data);
    next = is_new ? all_.erase(next) : std::next(next);
  }
}

void Memory::restore(const MemorySnapshot& snapshot) {
  forget_new(snapshot);
  for (const Allocation& saved : snapshot.allocations) {
    std::unique_ptr<Allocation>& present = all_[saved.address];
    if (present == nullptr) present = std::make_unique<Allocation>();
    std::byte* data = present->live ? present->data : nullptr;
    if (data == nullptr) {
      const std::uint64_t size = std::max(round_up(saved.bytes), kGranule);
      data = static_cast<std::byte*>(std::aligned_alloc(kGranule, size));
    }
    *present = saved;
    present->data = data;
    std::memcpy(data, saved.data, saved.bytes);
  }
  next_heap_ = snapshot.next_heap;
  used_ = snapshot.used;
}

void Memory::mark_initialised(Allocation& allocation, std::uint64_t offset, std::uint64_t bytes) {
  if (allocation.initialised.empty()) return;
  std::uint64_t at = offset;
  const std::uint64_t end = offset + bytes;
  while (at < end) {
    const std::uint64_t bit = at % 64;
    const std::uint64_t count = std::min<std::uint64_t>(64 - bit, end - at);
    const std::uint64_t ones = count == 64 ? ~0ull : ((1ull << count) - 1) << bit;
    allocation.initialised[at / 64] |= ones;
    at += count;
  }
}

bool Memory::any_initialised(const Allocation& allocation, std::uint64_t offset,
                             std::uint64_t bytes) {
  if (allocation.initialised.empty()) return true;
  std::uint64_t at = offset;
  const std::uint64_t end = offset + bytes;
  while (at < end) {
    const std::uint64_t bit = at % 64;
    const std::uint64_t count = std::min<std::uint64_t>(64 - bit, end - at);
    const std::uint64_t ones = count == 64 ? ~0ull : ((1ull << count) - 1) << bit;
    if ((allocation.initialised[at / 64] & ones) != 0) return true;
    at += count;
  }
  return false;
}

}  // namespace simt
