// SPDX-License-Identifier: MIT
#include "runtime/schedules.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace simt::runtime {
namespace {

template <class T>
T read(const std::byte* bytes) {
  T value{};
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::string float_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

/// The value as the kernel's type has it; bytes in hexadecimal for types that we do not know.
std::string value_text(const std::string& type, const std::byte* bytes, std::uint64_t size) {
  if (type == "float") return float_text(static_cast<double>(read<float>(bytes)));
  if (type == "double") return float_text(read<double>(bytes));
  if (type == "int") return std::to_string(read<std::int32_t>(bytes));
  if (type == "unsigned int") return std::to_string(read<std::uint32_t>(bytes));
  if (type == "long" || type == "long long") return std::to_string(read<std::int64_t>(bytes));
  if (type == "unsigned long" || type == "unsigned long long") {
    return std::to_string(read<std::uint64_t>(bytes));
  }
  std::string text = "0x";
  for (std::uint64_t i = std::min<std::uint64_t>(size, 16); i-- > 0;) {
    std::array<char, 4> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned>(bytes[i]));
    text += digits.data();
  }
  return text;
}

/// Where memory differs from what the first run left.
struct Difference {
  Allocation* allocation = nullptr;
  const std::byte* first = nullptr;  ///< contents of the allocation after the first run
  std::uint64_t offset = 0;
};

std::optional<Difference> compare(Memory& memory, const MemorySnapshot& expected) {
  for (const Allocation& saved : expected.allocations) {
    Allocation* const present = memory.find(saved.address);
    if (saved.kind == AllocationKind::kHeap)
      continue;  // which thread gets which is nobody's promise
    const std::byte* const first = saved.data;
    const std::byte* const end = first + saved.bytes;
    const std::byte* const now = present->data;
    const std::byte* const found = std::mismatch(first, end, now).first;
    if (found != end) return Difference{present, first, static_cast<std::uint64_t>(found - first)};
  }
  return std::nullopt;
}

std::string with_seeds(const std::string& first, std::uint64_t first_seed, const std::string& other,
                       std::uint64_t seed) {
  return first + " with seed " + std::to_string(first_seed) + ", " + other + " with seed " +
         std::to_string(seed);
}

void report(const Difference& difference, std::uint64_t first_seed, std::uint64_t seed,
            RecordingObserver& observer) {
  const Allocation& allocation = *difference.allocation;
  std::uint64_t address = allocation.address + difference.offset;
  std::string type;
  std::uint64_t bytes = 1;
  if (const auto element = observer.places().element_at(allocation, address);
      element && allocation.contains(element->address, element->bytes)) {
    address = element->address;
    type = element->type;
    bytes = element->bytes;
  }
  const std::uint64_t offset = address - allocation.address;
  observer.add_schedule_difference(
      &allocation, address,
      with_seeds(value_text(type, difference.first + offset, bytes), first_seed,
                 value_text(type, allocation.data + offset, bytes), seed));
}

}  // namespace

bool same_in_all_orders(const Kernel& kernel, const LaunchConfig& config,
                        std::span<const void* const> arguments, Memory& memory,
                        const LaunchOptions& options, const MemorySnapshot& before,
                        std::uint64_t schedules, RecordingObserver& observer) {
  const MemorySnapshot after = memory.snapshot();
  bool same = true;
  for (std::uint64_t turn = 1; turn < schedules && same; ++turn) {
    memory.restore(before);
    LaunchOptions other = options;
    other.seed = options.seed + turn;
    const LaunchResult result = launch(kernel, config, arguments, memory, other, nullptr);
    if (result.status != LaunchStatus::kOk) {
      same = false;
      observer.add_schedule_difference(
          nullptr, 0, with_seeds("it ends well", options.seed, result.message, other.seed));
    } else if (const auto difference = compare(memory, after)) {
      same = false;
      report(*difference, options.seed, other.seed, observer);
    }
  }
  memory.restore(after);
  return same;
}

}  // namespace simt::runtime
