// SPDX-License-Identifier: MIT
//
// The target of the fuzzer: bytes that claim to be a device object are loaded, and every kernel
// that they hold is decoded, launched and watched. Whatever the bytes, it must end with a result,
// in bounded time and memory. replay.cpp calls it without a fuzzer.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "launch.hpp"
#include "observer.hpp"
#include "report.hpp"

namespace {

constexpr std::size_t kMostKernels = 16;
constexpr std::uint32_t kThreads = 40;  // a full warp and a part of one
constexpr std::size_t kBufferBytes = 4096;

simt::LaunchOptions tight_limits() {
  simt::LaunchOptions options;
  options.max_warp_instructions = 20'000;
  options.max_output_bytes = 1 << 12;
  options.local_bytes_per_thread = 16 << 10;
  options.max_call_depth = 64;
  options.max_faults = 200;
  options.heap_bytes = 1 << 16;
  return options;
}

/// Values for the parameters: the address of a buffer in each, zeros behind it.
void launch_watched(const simt::Kernel& kernel, simt::Memory& memory, std::uint64_t buffer,
                    simt::RecordingObserver& observer) {
  std::vector<std::vector<std::byte>> values;
  std::vector<const void*> arguments;
  for (const simt::KernelParameter& parameter : kernel.parameters()) {
    // A parameter's size is what the object says; a real host has that many bytes.
    if (parameter.bytes > kBufferBytes) return;
    std::vector<std::byte>& value = values.emplace_back(parameter.bytes + sizeof buffer);
    for (std::size_t i = 0; i < sizeof buffer; ++i) {
      value[i] = static_cast<std::byte>(buffer >> (8 * i));
    }
  }
  for (const auto& value : values) arguments.push_back(value.data());
  simt::LaunchConfig config;
  config.grid.x = 2;
  config.block.x = kThreads;
  config.dynamic_shared_bytes = 256;
  simt::launch(kernel, config, arguments, memory, tight_limits(), &observer);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  simt::Memory memory({1ull << 24, true, true});
  auto loaded = simt::LoadedModule::load(bytes, memory);
  if (!loaded) return 0;
  const auto buffer = memory.allocate(kBufferBytes, simt::AllocationKind::kDevice, "buffer");
  if (!buffer) return 0;
  simt::RecordingObserver observer;
  std::size_t launched = 0;
  for (const simt::Function& function : (*loaded)->module().functions) {
    if (function.imported || launched == kMostKernels) continue;
    const auto kernel = (*loaded)->kernel(function.name);
    if (!kernel) continue;
    ++launched;
    launch_watched(**kernel, memory, (*buffer)->address, observer);
  }
  simt::ReportOptions words;
  words.read_source = [](std::string_view) { return std::string(); };
  simt::text_report(observer.observation(), words);
  simt::json_report(observer.observation());
  return 0;
}
