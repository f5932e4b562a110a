// SPDX-License-Identifier: MIT
//
// The memory map of this GPU, as it describes itself, beside the table of its compute capability.
//
// Claim:  what belongs to the architecture follows from the compute capability and is in the
//         programming guide; what belongs to the product (SMs, L2, memory) only the device tells.
// Input:  attributes of the current device.
// Expect: every attribute that the guide fixes is what the guide says.
// Run:    ctest --preset dev -R '^chapter02\.device_facts$'
#include <array>
#include <cstdio>
#include <string>

#include "common/common.cuh"

// --- reference ---------------------------------------------------------------

/// What the programming guide's table of technical specifications says of a compute capability.
struct Limits {
  int compute_capability;
  int blocks_per_sm;
  int warps_per_sm;
  int shared_per_sm_kib;
  int shared_per_block_kib;  ///< With opt-in.
  int unified_kib;           ///< L1 and shared memory together; not an attribute.
};

// [snippet:limits]
constexpr std::array<Limits, 8> kGuide = {{{75, 16, 32, 64, 64, 96},
                                           {80, 32, 64, 164, 163, 192},
                                           {86, 16, 48, 100, 99, 128},
                                           {87, 16, 48, 164, 163, 192},
                                           {89, 24, 48, 100, 99, 128},
                                           {90, 32, 64, 228, 227, 256},
                                           {100, 32, 64, 228, 227, 256},
                                           {120, 24, 48, 100, 99, 128}}};
// [/snippet:limits]

/// The same in every compute capability of the table.
constexpr int kRegistersPerSm = 64 * 1024;
constexpr int kThreadsPerBlock = 1024;
constexpr int kConstantKib = 64;
constexpr int kSharedDefaultKib = 48;

const Limits* limits_of(int compute_capability) {
  for (const Limits& limits : kGuide) {
    if (limits.compute_capability == compute_capability) return &limits;
  }
  return nullptr;
}

// --- rows --------------------------------------------------------------------

constexpr int kUnknown = -1;

/// The field that a fact is reported in, which ends in its unit, and the unit in words.
struct Unit {
  const char* field;
  const char* words;
};
constexpr Unit kCount{"count", ""};
constexpr Unit kRank{"rank", ""};
constexpr Unit kFlag{"enabled", ""};
constexpr Unit kKib{"size_kib", " KiB"};
constexpr Unit kMib{"size_mib", " MiB"};
constexpr Unit kGib{"size_gib", " GiB"};
constexpr Unit kMhz{"rate_mhz", " MHz"};
constexpr Unit kWires{"width_bits", " wires"};
constexpr Unit kGbps{"rate_gbps", " GB/s"};

std::string in_words(double value, const Unit& unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.5g%s", value, unit.words);
  return text;
}

/// Adds what the device says, and what the guide says, if it does.  False if they differ.
bool add(cm::Report& report, const char* group, const char* fact, const Unit& unit, double value,
         int guide = kUnknown) {
  cm::Row row(group, fact);
  row.value(unit.field, value).text("device_says", in_words(value, unit));
  if (guide != kUnknown) row.text("guide_says", in_words(guide, unit));
  report.add(row);
  if (guide == kUnknown || value == guide) return true;
  std::printf("FAIL %s: got %g want %d as the guide has it\n", fact, value, guide);
  return false;
}

/// Adds the size of L1 and shared memory together, for which there is no attribute.
bool add_pool(cm::Report& report, const Limits* guide) {
  if (!guide) return true;
  cm::Row row("sm", "l1_and_shared");
  row.value(kKib.field, guide->unified_kib).text("device_says", "no attribute");
  report.add(row.text("guide_says", in_words(guide->unified_kib, kKib)));
  return true;
}

bool report_sm(cm::Report& report, const Limits* guide) {
  const auto from_guide = [&](int Limits::* field) { return guide ? guide->*field : kUnknown; };
  const auto kib = [](cudaDeviceAttr attribute) {
    return cm::device_attribute(attribute) / 1024.0;
  };
  const int threads = cm::device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  // [snippet:attributes]
  const int registers = cm::device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  const double shared = kib(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  const double opt_in = kib(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  // [/snippet:attributes]
  return add(report, "sm", "blocks", kCount,
             cm::device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
             from_guide(&Limits::blocks_per_sm)) &&
         add(report, "sm", "warps", kCount, threads / 32.0, from_guide(&Limits::warps_per_sm)) &&
         add(report, "sm", "registers", kCount, registers, kRegistersPerSm) &&
         add(report, "sm", "register_file", kKib, registers * 4 / 1024.0,
             kRegistersPerSm * 4 / 1024) &&
         add(report, "sm", "shared", kKib, shared, from_guide(&Limits::shared_per_sm_kib)) &&
         add_pool(report, guide) &&
         add(report, "block", "threads", kCount,
             cm::device_attribute(cudaDevAttrMaxThreadsPerBlock), kThreadsPerBlock) &&
         add(report, "block", "shared_default", kKib, kib(cudaDevAttrMaxSharedMemoryPerBlock),
             kSharedDefaultKib) &&
         add(report, "block", "shared_opt_in", kKib, opt_in,
             from_guide(&Limits::shared_per_block_kib)) &&
         add(report, "block", "shared_reserved", kKib,
             kib(cudaDevAttrReservedSharedMemoryPerBlock));
}

bool report_chip(cm::Report& report) {
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  const auto mhz = [](cudaDeviceAttr clock) { return cm::device_attribute(clock) / 1000.0; };
  return add(report, "chip", "sms", kCount, cm::sm_count()) &&
         add(report, "chip", "l2", kMib, static_cast<double>(cm::l2_bytes()) / (1 << 20)) &&
         add(report, "chip", "l2_persisting", kMib,
             cm::device_attribute(cudaDevAttrMaxPersistingL2CacheSize) / 1024.0 / 1024.0) &&
         add(report, "chip", "constant", kKib,
             cm::device_attribute(cudaDevAttrTotalConstantMemory) / 1024.0, kConstantKib) &&
         add(report, "chip", "sm_clock", kMhz, mhz(cudaDevAttrClockRate)) &&
         add(report, "memory", "size", kGib,
             static_cast<double>(total_bytes) / (std::size_t{1} << 30)) &&
         add(report, "memory", "clock", kMhz, mhz(cudaDevAttrMemoryClockRate)) &&
         add(report, "memory", "bus", kWires,
             cm::device_attribute(cudaDevAttrGlobalMemoryBusWidth)) &&
         add(report, "memory", "peak", kGbps, cm::peak_dram_gbps()) &&
         add(report, "memory", "ecc", kFlag, cm::device_attribute(cudaDevAttrEccEnabled));
}

bool report_defaults(cm::Report& report) {
  std::size_t stack_bytes = 0;
  int least = 0;
  int greatest = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&stack_bytes, cudaLimitStackSize));
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  if (least < greatest) {
    std::printf("FAIL priorities: least %d is below greatest %d\n", least, greatest);
    return false;
  }
  return add(report, "thread", "stack", kKib, static_cast<double>(stack_bytes) / 1024) &&
         add(report, "stream", "least_priority", kRank, least) &&
         add(report, "stream", "greatest_priority", kRank, greatest);
}

bool report_link(cm::Report& report) {
  return add(report, "host", "copy_engines", kCount,
             cm::device_attribute(cudaDevAttrAsyncEngineCount)) &&
         add(report, "host", "unified_addresses", kFlag,
             cm::device_attribute(cudaDevAttrUnifiedAddressing)) &&
         add(report, "host", "managed_on_demand", kFlag,
             cm::device_attribute(cudaDevAttrConcurrentManagedAccess)) &&
         add(report, "host", "pageable_access", kFlag,
             cm::device_attribute(cudaDevAttrPageableMemoryAccess));
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter02.device_facts", options);
  const Limits* guide = limits_of(cm::sm_version());
  if (!guide) report.skip("guide", "the table holds no row for this compute capability");
  const bool ok = report_sm(report, guide) && report_chip(report) && report_defaults(report) &&
                  report_link(report);
  return ok ? report.finish() : report.fail();
}
