// SPDX-License-Identifier: MIT
//
// What an allocation's address promises, and how much memory a small one takes.
//
// Claim:  every address from cudaMalloc is a multiple of 256.  A slice of an allocation promises
//         only the alignment of its element.
// Input:  many allocations of each of several sizes, all alive at once.
// Expect: at least eight trailing zero bits everywhere; for a slice as many as its offset has.
// Run:    ctest --preset dev -R '^chapter02\.alloc_alignment$'
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/common.cuh"

constexpr unsigned kPromisedBits = 8;  // of the programming guide: 256 bytes

// --- reference ---------------------------------------------------------------

/// Zero bits at the end of an address that is not null.
unsigned trailing_zeros(std::uintptr_t address) {
  unsigned zeros = 0;
  for (; (address & 1) == 0; address >>= 1) ++zeros;
  return zeros;
}

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// --- kernel ------------------------------------------------------------------

/// Marks both ends of an allocation, so that two that overlap show.
__global__ void mark_ends(unsigned char* data, std::size_t bytes, unsigned char mark) {
  data[0] = mark;
  data[bytes - 1] = mark;
}

// --- check -------------------------------------------------------------------

using Buffers = std::vector<cm::DeviceBuffer<unsigned char>>;

/// True if each buffer still holds its own mark at both ends.
bool marks_stay(const Buffers& buffers) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::vector<unsigned char> data = buffers[i].to_host();
    const auto mark = static_cast<unsigned char>(i % 251);
    if (!cm::check_close<unsigned char>("marks", {data.front(), data.back()}, {mark, mark})) {
      return false;
    }
  }
  return true;
}

/// Median distance of neighbouring addresses.
double spacing(const Buffers& buffers) {
  std::vector<std::uintptr_t> addresses;
  for (const auto& buffer : buffers) addresses.push_back(address_of(buffer.data()));
  std::sort(addresses.begin(), addresses.end());
  std::vector<std::uintptr_t> gaps;
  for (std::size_t i = 1; i < addresses.size(); ++i) {
    gaps.push_back(addresses[i] - addresses[i - 1]);
  }
  std::sort(gaps.begin(), gaps.end());
  return static_cast<double>(gaps[gaps.size() / 2]);
}

bool measure(cm::Report& report, std::size_t bytes, int count) {
  Buffers buffers;
  unsigned fewest = 64;
  for (int i = 0; i < count; ++i) {
    buffers.emplace_back(bytes);
    buffers.back().poison();
    mark_ends<<<1, 1>>>(buffers.back().data(), bytes, static_cast<unsigned char>(i % 251));
    CUDA_CHECK_LAST();
    fewest = std::min(fewest, trailing_zeros(address_of(buffers.back().data())));
  }
  if (!marks_stay(buffers)) return false;
  if (fewest < kPromisedBits) {
    std::printf("FAIL cudaMalloc: %zu bytes at an address with %u zero bits want at least %u\n",
                bytes, fewest, kPromisedBits);
    return false;
  }
  cm::Row row("allocation", "cudaMalloc");
  row.param("size_bytes", bytes).value("zero_bits", fewest);
  row.value("aligned_to_bytes", static_cast<double>(std::uint64_t{1} << fewest));
  report.add(row.value("spacing_bytes", spacing(buffers)));
  return true;
}

bool measure_slices(cm::Report& report) {
  const cm::DeviceBuffer<float> data(1024);
  for (const std::size_t offset : {1, 2, 3, 4, 8, 12, 64}) {
    const unsigned zeros = trailing_zeros(address_of(data.data() + offset));
    const unsigned expected = std::min(trailing_zeros(offset) + 2, 63u);  // a float has 4 bytes
    if (zeros != expected) {
      std::printf("FAIL slice: data + %zu has %u zero bits want %u\n", offset, zeros, expected);
      return false;
    }
    cm::Row row("slice", "float");
    row.param("offset", offset).value("zero_bits", zeros);
    report.add(row.value("fits_float4", zeros >= 4 ? 1 : 0));
  }
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.alloc_alignment", options);
  bool ok = measure_slices(report);
  for (const std::size_t bytes :
       {1, 4, 100, 256, 257, 1000, 4096, 65'537, 1 << 20, (1 << 21) + 1}) {
    ok = ok && measure(report, bytes, options.quick ? 8 : 64);
  }
  return ok ? report.finish() : report.fail();
}
