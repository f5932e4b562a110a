// SPDX-License-Identifier: MIT
//
// Masks, labels and merged values, against a walker that runs one thread at a time.
#include <gtest/gtest.h>

#include <cstdlib>

#include "launch.hpp"
#include "random_program.hpp"

namespace simt::test {
namespace {

constexpr std::uint32_t kThreads = 3 * 32 + 13;  // the last warp is not full

/// SIMT_RANDOM_PROGRAMS asks for more than the default number.
std::uint32_t program_count() {
  const char* const asked = std::getenv("SIMT_RANDOM_PROGRAMS");
  return asked == nullptr ? 400 : static_cast<std::uint32_t>(std::strtoul(asked, nullptr, 10));
}

std::vector<std::uint32_t> run_on_gpu(const Program& program, const std::vector<std::uint32_t>& in,
                                      std::uint64_t seed) {
  Memory memory;
  const std::vector<std::byte> object = object_of(program);
  auto loaded = LoadedModule::load(object, memory);
  EXPECT_TRUE(loaded) << loaded.error().message;
  if (!loaded) return {};
  auto kernel = (*loaded)->kernel("kernel");
  EXPECT_TRUE(kernel) << kernel.error().message;
  if (!kernel) return {};
  const std::uint64_t bytes = in.size() * 4;
  const std::uint64_t d_in = (*memory.allocate(bytes, AllocationKind::kDevice, "in"))->address;
  const std::uint64_t d_out = (*memory.allocate(bytes, AllocationKind::kDevice, "out"))->address;
  memory.copy_in(d_in, in.data(), bytes);
  LaunchConfig config;
  config.block.x = kThreads;
  LaunchOptions options;
  options.seed = seed;
  const void* const arguments[] = {&d_out, &d_in};
  const LaunchResult result = launch(**kernel, config, arguments, memory, options);
  EXPECT_EQ(result.status, LaunchStatus::kOk) << result.message;
  std::vector<std::uint32_t> out(in.size());
  memory.copy_out(out.data(), d_out, bytes);
  return out;
}

TEST(ControlFlow, RandomProgramsGiveEachLaneWhatOneThreadAloneWouldGet) {
  for (std::uint32_t seed = 1; seed <= program_count(); ++seed) {
    const Program program = make_program(seed);
    std::vector<std::uint32_t> in(kThreads);
    for (std::uint32_t i = 0; i < kThreads; ++i) in[i] = i * 2654435761u >> (i % 29);
    const std::vector<std::uint32_t> got = run_on_gpu(program, in, seed % 3);
    ASSERT_EQ(got.size(), in.size()) << "seed " << seed;
    for (std::uint32_t i = 0; i < kThreads; ++i) {
      ASSERT_EQ(got[i], interpret(program, i, in[i])) << "seed " << seed << ", thread " << i;
    }
  }
}

}  // namespace
}  // namespace simt::test
