// SPDX-License-Identifier: MIT
//
// A virtual GPU for unit tests: loads an object that was compiled with the tests, holds memory, and
// launches kernels by name.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "launch.hpp"

namespace simt::test {

/// Bytes of the object compiled from kernels/NAME.cu; empty if there was no clang.
std::vector<std::byte> compiled_object(const std::string& name);

/// Ends the test as skipped if its kernels could not be compiled.
#define REQUIRE_KERNELS(device) \
  if (!(device).available())    \
  GTEST_SKIP() << "no clang++ 16 or newer was found when the tests were built"

class TestDevice {
 public:
  explicit TestDevice(const std::string& object, MemoryOptions options = {});

  bool available() const { return loaded_ != nullptr; }
  LoadedModule& module() { return *loaded_; }
  Memory& memory() { return memory_; }

  template <class T>
  std::uint64_t upload(const std::vector<T>& values, const std::string& name = "buffer") {
    Allocation* const allocation =
        *memory_.allocate(values.size() * sizeof(T), AllocationKind::kDevice, name);
    memory_.copy_in(allocation->address, values.data(), values.size() * sizeof(T));
    return allocation->address;
  }
  template <class T>
  std::vector<T> download(std::uint64_t address, std::size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(memory_.copy_out(values.data(), address, count * sizeof(T)));
    return values;
  }

  /// Launches by name. What the launch came to is for the caller to check.
  template <class... A>
  LaunchResult run(const std::string& kernel, const LaunchConfig& config, A... values) {
    const std::array<const void*, sizeof...(A)> arguments{&values...};
    Result<const Kernel*> found = loaded_->kernel(kernel);
    EXPECT_TRUE(found) << found.error().message;
    return launch(**found, config, arguments, memory_, options, observer);
  }

  LaunchOptions options;
  Observer* observer = nullptr;

 private:
  std::vector<std::byte> object_;
  Memory memory_;
  std::unique_ptr<LoadedModule> loaded_;
};

/// A launch of `blocks` blocks of `threads` threads.
LaunchConfig shape(std::uint32_t blocks, std::uint32_t threads,
                   std::uint32_t dynamic_shared_bytes = 0);

}  // namespace simt::test
