// SPDX-License-Identifier: MIT
//
// Objects that nobody vouches for: cut short, changed, or not valid.
#include "module.hpp"

#include <random>

#include "disasm.hpp"
#include "object_builder.hpp"
#include "test_device.hpp"
#include "validate.hpp"

namespace simt::test {
namespace {

/// kernel() with the given body.
std::vector<std::byte> object_with_body(const Bytes& body) {
  ObjectBuilder object;
  object.add_function("kernel", {}, {}, {{1, kI32}}, body);
  return object.build();
}

std::string problem_of(const Bytes& body) {
  const std::vector<std::byte> object = object_with_body(body);
  Memory memory;
  auto loaded = LoadedModule::load(object, memory);
  if (!loaded) return loaded.error().message;
  auto kernel = (*loaded)->kernel("kernel");
  return kernel ? "" : kernel.error().message;
}

TEST(Module, EveryPrefixOfAnObjectIsRefused) {
  std::vector<std::byte> object = object_with_body({0x0B});
  ASSERT_TRUE(read_module(object));
  while (!object.empty()) {
    object.pop_back();
    EXPECT_FALSE(read_module(object));
  }
}

TEST(Module, AnUnknownKernelIsNamed) {
  const std::vector<std::byte> object = object_with_body({0x0B});
  Memory memory;
  auto loaded = LoadedModule::load(object, memory);
  ASSERT_TRUE(loaded);
  auto kernel = (*loaded)->kernel("other");
  ASSERT_FALSE(kernel);
  EXPECT_EQ(kernel.error().message, "The device object has no kernel 'other'.");
}

TEST(Validate, BodiesThatBreakTheRulesAreRefusedWithTheReason) {
  EXPECT_EQ(problem_of({0x0B}), "");
  EXPECT_NE(problem_of({0x6A, 0x0B}).find("an operand is missing"), std::string::npos);
  EXPECT_NE(problem_of({0x42, 1, 0x21, 0, 0x0B}).find("wrong type"), std::string::npos);
  EXPECT_NE(problem_of({0x20, 9, 0x1A, 0x0B}).find("a local does not exist"), std::string::npos);
  EXPECT_NE(problem_of({0x0C, 5, 0x0B}).find("a branch leads nowhere"), std::string::npos);
  EXPECT_NE(problem_of({0x41, 1, 0x0B}).find("values are left over"), std::string::npos);
  EXPECT_NE(problem_of({0x05, 0x0B}).find("an else has no if"), std::string::npos);
  EXPECT_NE(problem_of({0x0B, 0x01}).find("bytes follow the end"), std::string::npos);
  EXPECT_NE(problem_of({0x02, 0x40}).find("cut short"), std::string::npos);
  EXPECT_NE(problem_of({0x06, 0x0B}).find("not supported"), std::string::npos);
}

TEST(Validate, AMissingDeviceFunctionIsNamed) {
  ObjectBuilder object;
  const std::uint32_t missing = object.import("no_such_function", {}, {});
  object.add_function("kernel", {}, {}, {}, {0x10, static_cast<std::uint8_t>(missing), 0x0B});
  const std::vector<std::byte> bytes = object.build();
  Memory memory;
  auto loaded = LoadedModule::load(bytes, memory);
  ASSERT_TRUE(loaded);
  auto kernel = (*loaded)->kernel("kernel");
  ASSERT_FALSE(kernel);
  EXPECT_NE(kernel.error().message.find("'no_such_function' is not defined"), std::string::npos);
}

/// Objects with some bytes changed load with an error, or run to an end; nothing else may happen.
TEST(Module, ChangedObjectsNeverLeadOutsideTheirBytes) {
  const std::vector<std::byte> original = compiled_object("basics");
  if (original.empty())
    GTEST_SKIP() << "no clang++ 16 or newer was found when the tests were built";
  std::mt19937 random(7);
  int ran = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::byte> object = original;
    const std::size_t changes = 1 + random() % 3;
    const std::size_t span =
        round % 2 == 0 ? object.size() : object.size() / 8;  // code comes first
    for (std::size_t i = 0; i < changes; ++i)
      object[random() % span] = static_cast<std::byte>(random());
    Memory memory({1ull << 26, false, false});
    auto loaded = LoadedModule::load(object, memory);
    if (!loaded) continue;
    const std::uint64_t buffer =
        (*memory.allocate(4096, AllocationKind::kDevice, "buffer"))->address;
    for (const char* name :
         {"saxpy", "reduce", "diverge", "recurse", "virtual_calls", "local_array", "vectors"}) {
      auto kernel = (*loaded)->kernel(name);
      if (!kernel) continue;
      LaunchConfig config;
      config.block.x = 40;
      LaunchOptions options;
      options.max_warp_instructions = 200'000;
      const std::vector<const void*> arguments((*kernel)->parameters().size(), &buffer);
      bool fits = true;
      for (const KernelParameter& parameter : (*kernel)->parameters())
        fits &= parameter.bytes <= sizeof buffer;
      if (!fits) continue;
      const LaunchResult result = launch(**kernel, config, arguments, memory, options);
      ran += result.status == LaunchStatus::kOk ? 1 : 0;
    }
  }
  EXPECT_GT(ran, 0);
}

TEST(Disasm, ASmallKernelReadsAsItsRows) {
  ObjectBuilder object;
  // out[0] = in[0] + 1
  object.add_function("kernel", {kI64, kI64}, {}, {},
                      {0x20, 0, 0x20, 1, 0x28, 2, 0, 0x41, 1, 0x6A, 0x36, 2, 0, 0x0B});
  const std::vector<std::byte> bytes = object.build();
  Memory memory;
  auto loaded = LoadedModule::load(bytes, memory);
  ASSERT_TRUE(loaded);
  auto kernel = (*loaded)->kernel("kernel");
  ASSERT_TRUE(kernel) << kernel.error().message;
  EXPECT_EQ(disassemble((*loaded)->module(), (*kernel)->code()),
            "kernel: 640 bytes, 1 slots\n"
            "    0 +7     r512 = i32.load [r256]\n"
            "    1 +12    r512 = i32.add r512, #1\n"
            "    2 +13    i32.store [r0] = r512\n"
            "    3 +16    return\n");
}

}  // namespace
}  // namespace simt::test
