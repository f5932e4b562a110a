// SPDX-License-Identifier: MIT
//
// What a page may call of the engine: load a device object, place buffers, launch a kernel, read
// the results, the report and the accesses of one warp. One session at a time; opening another ends
// it. docs/web/src/run/executor.ts is the other side, and refuses another version.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "launch.hpp"
#include "memory.hpp"
#include "module.hpp"
#include "report.hpp"
#include "source_map.hpp"
#include "trace.hpp"

#define SIMT_WEB_EXPORT(name) __attribute__((export_name(#name)))

namespace {

using namespace simt;

constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kMemoryBytes = 512ull << 20;
constexpr std::uint64_t kMaxInstructions = 100'000'000;
// Arguments lie this far apart in what a page hands over.
constexpr std::size_t kArgumentStride = 16;

struct Session {
  MemoryOptions options;
  Memory memory;
  RecordingObserver counts;
  web::TracingObserver observer;
  std::unique_ptr<LoadedModule> module;

  /// `narrow`: the object has 32-bit pointers, as what a page compiles itself.
  explicit Session(bool narrow)
      : options{kMemoryBytes, true, narrow},
        memory(options),
        counts({.counts = true, .races = false, .uninitialised = false}),
        observer(counts) {}
};

std::unique_ptr<Session> session;
std::string text;  // what the last call had to say

bool fail(std::string sentence) {
  text = std::move(sentence);
  return false;
}

bool open(std::span<const std::byte> object) {
  session.reset();
  const Result<Module> module = read_module(object);
  if (!module) return fail(module.error().message);
  session = std::make_unique<Session>(!module->is_64bit);
  auto loaded = LoadedModule::load(object, session->memory);
  if (!loaded) {
    session.reset();
    return fail(loaded.error().message);
  }
  session->module = std::move(*loaded);
  return true;
}

/// The dimensions of a launch, as a page hands them over.
struct Shape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t shared_bytes;
  std::uint32_t followed_block;
  std::uint32_t followed_warp;
};

bool launch_kernel(const char* symbol, const Shape& shape, const std::byte* values,
                   std::uint32_t count) {
  if (session == nullptr) return fail("No object is loaded.");
  const Result<const Kernel*> kernel = session->module->kernel(symbol);
  if (!kernel) return fail(kernel.error().message);
  if ((*kernel)->parameters().size() != count) {
    return fail("The kernel takes " + std::to_string((*kernel)->parameters().size()) +
                " arguments, not " + std::to_string(count) + ".");
  }
  std::vector<const void*> arguments;
  for (std::uint32_t i = 0; i < count; ++i) arguments.push_back(values + i * kArgumentStride);
  LaunchConfig config;
  config.grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
  config.block = {shape.block[0], shape.block[1], shape.block[2]};
  config.dynamic_shared_bytes = shape.shared_bytes;
  LaunchOptions options;
  options.max_warp_instructions = kMaxInstructions;
  session->observer.follow(shape.followed_block, shape.followed_warp);
  const LaunchResult result =
      launch(**kernel, config, arguments, session->memory, options, &session->observer);
  text = result.message;
  return result.status == LaunchStatus::kOk;
}

}  // namespace

extern "C" {

SIMT_WEB_EXPORT(simt_web_version) std::uint32_t simt_web_version() { return kVersion; }

/// Memory for what the page hands over.
SIMT_WEB_EXPORT(simt_web_allocate) void* simt_web_allocate(std::uint32_t bytes) {
  return std::malloc(bytes);
}
SIMT_WEB_EXPORT(simt_web_free) void simt_web_free(void* memory) { std::free(memory); }

/// What the last call had to say: why it failed, or what it found.
SIMT_WEB_EXPORT(simt_web_text) const char* simt_web_text() { return text.c_str(); }

/// Begins a session with a device object; 0 = refused, the text says why.
SIMT_WEB_EXPORT(simt_web_open)
std::uint32_t simt_web_open(const std::byte* object, std::uint32_t bytes) {
  return open({object, bytes});
}

/// Bytes of a pointer in the device code of the object: 8, or 4 in what a page compiled itself.
SIMT_WEB_EXPORT(simt_web_pointer_bytes) std::uint32_t simt_web_pointer_bytes() {
  return session != nullptr && !session->module->module().is_64bit ? 4 : 8;
}

/// Device memory filled with poison; its address, or 0 when there is no room.
SIMT_WEB_EXPORT(simt_web_buffer)
std::uint64_t simt_web_buffer(const char* name, std::uint32_t bytes) {
  if (session == nullptr) return fail("No object is loaded.");
  const auto allocation = session->memory.allocate(bytes, AllocationKind::kDevice, name);
  if (allocation) return (*allocation)->address;
  return fail(allocation.error().message);
}

/// Address of a `__constant__` or `__device__` variable of the object; 0 = there is none.
SIMT_WEB_EXPORT(simt_web_variable) std::uint64_t simt_web_variable(const char* symbol) {
  if (session == nullptr) return 0;
  const std::optional<DeviceSymbol> found = session->module->symbol(symbol);
  return found ? found->address : 0;
}

/// Serial number of the buffer at an address, by which the trace names it.
SIMT_WEB_EXPORT(simt_web_serial) std::uint32_t simt_web_serial(std::uint64_t address) {
  const Allocation* const allocation = session == nullptr ? nullptr : session->memory.find(address);
  return allocation == nullptr ? 0 : static_cast<std::uint32_t>(allocation->serial);
}

SIMT_WEB_EXPORT(simt_web_write)
std::uint32_t simt_web_write(std::uint64_t address, const void* from, std::uint32_t bytes) {
  return session != nullptr && session->memory.copy_in(address, from, bytes);
}
SIMT_WEB_EXPORT(simt_web_read)
std::uint32_t simt_web_read(std::uint64_t address, void* to, std::uint32_t bytes) {
  return session != nullptr && session->memory.copy_out(to, address, bytes);
}

/// Launches a kernel by its symbol; 0 = refused or broken, the text says why.
SIMT_WEB_EXPORT(simt_web_launch)
std::uint32_t simt_web_launch(const char* symbol, const Shape* shape, const std::byte* values,
                              std::uint32_t count) {
  return launch_kernel(symbol, *shape, values, count);
}

/// The report of all launches of the session, as JSON.
SIMT_WEB_EXPORT(simt_web_report) const char* simt_web_report() {
  text = session == nullptr ? "" : json_report(session->counts.observation());
  return text.c_str();
}

/// The accesses of the warp that the last launch followed.
SIMT_WEB_EXPORT(simt_web_trace) const web::TraceStep* simt_web_trace() {
  return session == nullptr ? nullptr : session->observer.steps().data();
}
SIMT_WEB_EXPORT(simt_web_trace_length) std::uint32_t simt_web_trace_length() {
  return session == nullptr ? 0 : static_cast<std::uint32_t>(session->observer.steps().size());
}

}  // extern "C"
