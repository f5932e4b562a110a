// SPDX-License-Identifier: MIT
//
// Speed of the engine: thread-instructions and items a second of processor time, with no observer
// and with the recording one (counts; counts and races). Medians of several runs.
//
//   engine_bench KERNELS.o
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "launch.hpp"
#include "observer.hpp"

namespace {

constexpr int kRuns = 5;
constexpr std::uint32_t kElements = 1u << 22;
constexpr std::uint32_t kMatrix = 256;
constexpr std::uint32_t kImage = 1024;
constexpr std::uint32_t kDiverging = 1u << 18;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::vector<std::byte> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> text((std::istreambuf_iterator<char>(file)), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

struct Case {
  const char* name;
  simt::LaunchConfig config;
  std::vector<const void*> arguments;
  double items;
};

/// Seconds of the median run and the thread-instructions of an observed one.
struct Measured {
  double seconds = 0;
  std::uint64_t thread_instructions = 0;
};

Measured measure(const simt::Kernel& kernel, const Case& run, simt::Memory& memory,
                 const simt::ObserverOptions* observe) {
  std::array<double, kRuns> seconds{};
  Measured measured;
  for (double& each : seconds) {
    simt::RecordingObserver observer(observe != nullptr ? *observe : simt::ObserverOptions{});
    const double begin = processor_seconds();
    const simt::LaunchResult result = simt::launch(kernel, run.config, run.arguments, memory, {},
                                                   observe != nullptr ? &observer : nullptr);
    each = processor_seconds() - begin;
    measured.thread_instructions = result.thread_instructions;
    if (result.status != simt::LaunchStatus::kOk)
      std::printf("%s: %s\n", run.name, result.message.c_str());
  }
  std::sort(seconds.begin(), seconds.end());
  measured.seconds = seconds[kRuns / 2];
  return measured;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: engine_bench KERNELS.o\n");
    return 2;
  }
  simt::Memory memory;
  auto loaded = simt::LoadedModule::load(read_file(argv[1]), memory);
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().message.c_str());
    return 65;
  }
  const auto buffer = [&] {
    const std::uint64_t address =
        (*memory.allocate(std::uint64_t{kElements} * 4, simt::AllocationKind::kDevice, "buffer"))
            ->address;
    memory.fill(address, 0, std::uint64_t{kElements} * 4);
    return address;
  };
  const std::uint64_t x = buffer();
  const std::uint64_t y = buffer();
  const float a = 2;
  const int n = kElements, matrix = kMatrix, image = kImage, diverging = kDiverging;
  const Case cases[] = {
      {"saxpy", {{kElements / 256, 1, 1}, {256, 1, 1}}, {&n, &a, &x, &y}, kElements},
      {"matmul",
       {{kMatrix / 16, kMatrix / 16, 1}, {16, 16, 1}},
       {&y, &x, &x, &matrix},
       2.0 * kMatrix * kMatrix * kMatrix},
      {"reduce", {{kElements / 1024, 1, 1}, {256, 1, 1}, 1024}, {&x, &y, &n}, kElements / 4},
      {"transpose", {{kImage / 32, kImage / 32, 1}, {32, 8, 1}}, {&y, &x, &image}, kImage * kImage},
      {"diverge", {{kDiverging / 256, 1, 1}, {256, 1, 1}}, {&y, &x, &diverging}, kDiverging},
  };
  simt::ObserverOptions counts;
  counts.races = false;
  counts.uninitialised = false;
  simt::ObserverOptions races;
  races.races = true;
  std::printf("%-10s %14s %10s %10s %10s  (G thread-instructions/s)\n", "kernel", "M items/s off",
              "off", "counts", "races");
  for (const Case& run : cases) {
    auto kernel = (*loaded)->kernel(run.name);
    if (!kernel) {
      std::fprintf(stderr, "%s\n", kernel.error().message.c_str());
      return 65;
    }
    const Measured off = measure(**kernel, run, memory, nullptr);
    const Measured counted = measure(**kernel, run, memory, &counts);
    const Measured raced = measure(**kernel, run, memory, &races);
    const double giga = static_cast<double>(counted.thread_instructions) * 1e-9;
    std::printf("%-10s %14.1f %10.2f %10.2f %10.2f\n", run.name, run.items / off.seconds * 1e-6,
                giga / off.seconds, giga / counted.seconds, giga / raced.seconds);
  }
  return 0;
}
