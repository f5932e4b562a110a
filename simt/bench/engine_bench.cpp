// SPDX-License-Identifier: MIT
//
// Speed of the engine: thread-instructions a second of processor time, with no observer, with one
// that counts, and with one that also looks for races and reads of nothing. Beside it, items a
// second, and those of the same computation as a plain loop. Medians of several runs, which take
// turns, so that a busy computer slows all columns alike.
//
//   engine_bench KERNELS.o [KERNEL ...]
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "launch.hpp"
#include "observer.hpp"
#include "scalar_loops.hpp"

namespace {

constexpr int kRuns = 7;
constexpr int kElements = 1 << 22;
constexpr int kSummed = kElements / 4;
constexpr int kBlock = 256;
constexpr int kMatrix = 256;
constexpr int kImage = 1024;
constexpr int kDiverging = 1 << 18;

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
  std::function<void()> plain;
};

enum Column { kPlain, kOff, kCounts, kRaces, kColumns };

/// Seconds of each run, and the thread-instructions of an observed one.
struct Measured {
  std::array<std::array<double, kRuns>, kColumns> seconds{};
  std::uint64_t thread_instructions = 0;

  double median(Column column) const {
    auto sorted = seconds[column];
    std::sort(sorted.begin(), sorted.end());
    return sorted[kRuns / 2];
  }
};

/// One launch; false if it failed.
bool run_once(const simt::Kernel& kernel, const Case& run, simt::Memory& memory, Column column,
              std::uint64_t& thread_instructions) {
  simt::ObserverOptions options;
  options.races = options.uninitialised = column == kRaces;
  simt::RecordingObserver observer(options);
  const simt::LaunchResult result = simt::launch(kernel, run.config, run.arguments, memory, {},
                                                 column == kOff ? nullptr : &observer);
  if (column != kOff) thread_instructions = result.thread_instructions;
  if (result.status == simt::LaunchStatus::kOk && observer.findings().sorted().empty()) return true;
  std::fprintf(stderr, "%s does not run without a finding. %s\n", run.name, result.message.c_str());
  return false;
}

bool measure(const simt::Kernel& kernel, const Case& run, simt::Memory& memory,
             Measured& measured) {
  for (int number = 0; number < kRuns; ++number) {
    for (const Column column : {kPlain, kOff, kCounts, kRaces}) {
      const double begin = processor_seconds();
      if (column == kPlain) {
        run.plain();
      } else if (!run_once(kernel, run, memory, column, measured.thread_instructions)) {
        return false;
      }
      measured.seconds[column][static_cast<std::size_t>(number)] = processor_seconds() - begin;
    }
  }
  return true;
}

void print_row(const Case& run, const Measured& measured) {
  const double million = run.items * 1e-6;
  const double giga = static_cast<double>(measured.thread_instructions) * 1e-9;
  std::printf("%-10s %12.1f %12.1f %10.2f %10.2f %10.2f\n", run.name,
              million / measured.median(kPlain), million / measured.median(kOff),
              giga / measured.median(kOff), giga / measured.median(kCounts),
              giga / measured.median(kRaces));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: engine_bench KERNELS.o [KERNEL ...]\n");
    return 2;
  }
  simt::MemoryOptions with_values;
  with_values.track_initialised = true;
  simt::Memory memory(with_values);
  auto loaded = simt::LoadedModule::load(read_file(argv[1]), memory);
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().message.c_str());
    return 65;
  }
  std::vector<float> host_x(kElements), host_y(kElements);
  std::vector<int> host_numbers(kDiverging);
  for (int i = 0; i < kDiverging; ++i) host_numbers[static_cast<std::size_t>(i)] = i * 7919 % 211;
  const auto buffer = [&](const auto& content) {
    const std::uint64_t bytes = content.size() * sizeof content[0];
    const std::uint64_t address =
        (*memory.allocate(bytes, simt::AllocationKind::kDevice, "buffer"))->address;
    memory.copy_in(address, content.data(), bytes);
    return address;
  };
  const std::uint64_t x = buffer(host_x), y = buffer(host_y), numbers = buffer(host_numbers);
  const float a = 2;
  const int n = kElements, summed = kSummed, matrix = kMatrix, image = kImage,
            diverging = kDiverging;
  const auto along = [](int threads) {
    return simt::Dim3{static_cast<std::uint32_t>(threads / kBlock), 1, 1};
  };
  const auto tiles = [](int size, int tile) {
    const auto count = static_cast<std::uint32_t>(size / tile);
    return simt::Dim3{count, count, 1};
  };
  float* const fx = host_x.data();
  float* const fy = host_y.data();
  int* const iy = reinterpret_cast<int*>(host_y.data());
  const Case cases[] = {
      {"saxpy",
       {along(n), {kBlock, 1, 1}},
       {&n, &a, &x, &y},
       1.0 * n,
       [&] { bench::saxpy(n, a, fx, fy); }},
      {"matmul",
       {tiles(matrix, 16), {16, 16, 1}},
       {&y, &x, &x, &matrix},
       2.0 * matrix * matrix * matrix,
       [&] { bench::matmul(fy, fx, fx, matrix); }},
      {"reduce",
       {along(summed), {kBlock, 1, 1}, 4 * kBlock},
       {&x, &y, &summed},
       1.0 * summed,
       [&] { bench::reduce(fx, fy, summed, kBlock); }},
      {"shuffle",
       {along(summed), {kBlock, 1, 1}},
       {&x, &y, &summed},
       1.0 * summed,
       [&] { bench::reduce(fx, fy, summed, kBlock); }},
      {"transpose",
       {tiles(image, 32), {32, 8, 1}},
       {&y, &x, &image},
       1.0 * image * image,
       [&] { bench::transpose(fy, fx, image); }},
      {"diverge",
       {along(diverging), {kBlock, 1, 1}},
       {&y, &numbers, &diverging},
       1.0 * diverging,
       [&] { bench::diverge(iy, host_numbers.data(), diverging); }},
  };
  const std::vector<std::string_view> wanted(argv + 2, argv + argc);
  std::printf("%-10s %25s %32s\n%-10s %12s %12s %10s %10s %10s\n", "", "M items/s",
              "G thread-instructions/s", "kernel", "plain loop", "off", "off", "counts", "races");
  for (const Case& run : cases) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), run.name) == wanted.end())
      continue;
    auto kernel = (*loaded)->kernel(run.name);
    if (!kernel) {
      std::fprintf(stderr, "%s\n", kernel.error().message.c_str());
      return 65;
    }
    Measured measured;
    if (!measure(**kernel, run, memory, measured)) return 70;
    print_row(run, measured);
  }
  return 0;
}
