// SPDX-License-Identifier: MIT
//
// The entry points that clang's host code calls at start-up and for `<<<>>>`. Names and signatures
// are fixed by clang; the C++ runtime API header does not declare them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/runtime.hpp"
#include "simt/runtime_api.h"

namespace {

using simt::runtime::CallConfiguration;
using simt::runtime::Image;
using simt::runtime::Lock;
using simt::runtime::Runtime;

// The image that simt-run embeds: magic, length of the object (little endian), the object. With the
// second magic: two lengths, the object that is counted, the one that is checked.
constexpr char kMagic[] = "SIMTOBJ0";
constexpr char kMagicOfTwo[] = "SIMTOBJ2";
constexpr std::size_t kMagicBytes = 8;
constexpr std::uint64_t kMaxObjectBytes = 64ull << 20;

struct FatBinaryWrapper {
  int magic;
  int version;
  const std::byte* data;
  void* filename_or_fatbins;
};

[[noreturn]] void refuse_image(const char* why) {
  std::fprintf(stderr, "simt: the program's device code %s; build it with simt-run\n", why);
  std::exit(65);
}

std::size_t length_at(const std::byte* place) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, place, sizeof bytes);
  if (bytes > kMaxObjectBytes) refuse_image("is larger than 64 MiB");
  return static_cast<std::size_t>(bytes);
}

std::span<const std::byte> object_in(const std::byte* image, bool checked) {
  const std::byte* const lengths = image + kMagicBytes;
  if (std::memcmp(image, kMagic, kMagicBytes) == 0) return {lengths + 8, length_at(lengths)};
  if (std::memcmp(image, kMagicOfTwo, kMagicBytes) != 0) refuse_image("was not made by simt-run");
  const std::byte* const objects = lengths + 16;
  const std::size_t counted = length_at(lengths);
  if (!checked) return {objects, counted};
  return {objects + counted, length_at(lengths + 8)};
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  const auto* binary = static_cast<const FatBinaryWrapper*>(wrapper);
  Runtime& runtime = Runtime::get();
  Image* image = runtime.add_image(object_in(binary->data, runtime.options().check_pass));
  return reinterpret_cast<void**>(image);
}
void __cudaRegisterFatBinaryEnd(void** image) {
  Runtime::get().finish_image(reinterpret_cast<Image*>(image));
}
void __cudaUnregisterFatBinary(void**) {}

int __cudaRegisterFunction(void** image, const void* host, char*, const char* name, int, void*,
                           void*, void*, void*, int*) {
  Runtime::get().add_function(host, reinterpret_cast<Image*>(image), name);
  return 0;
}
void __cudaRegisterVar(void** image, void* host, char*, const char* name, int, std::size_t bytes,
                       int, int) {
  Runtime::get().add_variable(host, reinterpret_cast<Image*>(image), name, bytes);
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                     CUstream_st* stream) {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.call_configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                       void* stream) {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  const CallConfiguration configuration = runtime.call_configurations().back();
  runtime.call_configurations().pop_back();
  *grid = configuration.grid;
  *block = configuration.block;
  *shared_bytes = configuration.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  return cudaSuccess;
}

}  // extern "C"
