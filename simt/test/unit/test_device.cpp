// SPDX-License-Identifier: MIT
#include "test_device.hpp"

#include <fstream>
#include <iterator>

namespace simt::test {

std::vector<std::byte> compiled_object(const std::string& name) {
  const std::string folder = SIMT_TEST_OBJECTS;
  if (folder.empty()) return {};
  std::ifstream file(folder + "/" + name + ".o", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::byte> bytes;
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

TestDevice::TestDevice(const std::string& object, MemoryOptions memory_options)
    : object_(compiled_object(object)), memory_(memory_options) {
  if (object_.empty()) return;
  auto loaded = LoadedModule::load(object_, memory_);
  EXPECT_TRUE(loaded) << loaded.error().message;
  if (loaded) loaded_ = std::move(*loaded);
}

LaunchConfig shape(std::uint32_t blocks, std::uint32_t threads,
                   std::uint32_t dynamic_shared_bytes) {
  LaunchConfig config;
  config.grid.x = blocks;
  config.block.x = threads;
  config.dynamic_shared_bytes = dynamic_shared_bytes;
  return config;
}

}  // namespace simt::test
