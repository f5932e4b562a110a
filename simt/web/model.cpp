// SPDX-License-Identifier: MIT
//
// The book's models for the widgets of a page: common/warp_model.hpp, common/occupancy.hpp with the
// table of devices, common/roofline.hpp with the same table, and common/budget.hpp, and nothing
// else, so that a page has it at once.
#include <cstdint>

#include "common/budget.hpp"
#include "common/occupancy.hpp"
#include "common/roofline.hpp"
#include "common/warp_model.hpp"

#define SIMT_WEB_EXPORT(name) __attribute__((export_name(#name)))

namespace {

cm::WarpAccess access;
std::int32_t result[5];
double amounts[6];

struct Device {
  const char* name;
  cm::SmLimits limits;
  cm::ChipRates rates;
};

constexpr int kRegisters = 65536;  // of an SM, for every capability in the table
constexpr int kReserved = 1024;    // shared bytes that a block takes, since capability 8.0

constexpr Device kDevices[] = {
#define DEVICE(key, name, capability, sms, threads, blocks, shared_kib, opt_in, l2, memory, bus, \
               memory_clock, clock, ratio)                                                       \
  {name,                                                                                         \
   {threads, blocks, kRegisters, shared_kib * 1024, (capability) >= 80 ? kReserved : 0},         \
   {capability, sms, clock, ratio, bus, memory_clock}},
#include "devices.def"
#undef DEVICE
};

}  // namespace

extern "C" {

/// Where a page writes the addresses of the 32 lanes.
SIMT_WEB_EXPORT(model_addresses) std::uint64_t* model_addresses() { return access.address.data(); }
/// Where it reads the answers.
SIMT_WEB_EXPORT(model_result) const std::int32_t* model_result() { return result; }

/// Answers: requests, sectors, lines, useful bytes.
SIMT_WEB_EXPORT(model_global) void model_global(std::uint32_t active, std::int32_t bytes) {
  access.active = active;
  access.bytes = bytes;
  const cm::GlobalCost cost = cm::global_cost(access);
  result[0] = cost.requests;
  result[1] = cost.sectors;
  result[2] = cost.lines;
  result[3] = cost.useful_bytes;
}

/// Answers: wavefronts, and how many it would be without conflicts.
SIMT_WEB_EXPORT(model_shared) void model_shared(std::uint32_t active, std::int32_t bytes) {
  access.active = active;
  access.bytes = bytes;
  const cm::SharedCost cost = cm::shared_cost(access);
  result[0] = cost.wavefronts;
  result[1] = cost.ideal;
}

SIMT_WEB_EXPORT(model_devices) std::int32_t model_devices() {
  return static_cast<std::int32_t>(sizeof kDevices / sizeof kDevices[0]);
}
SIMT_WEB_EXPORT(model_device_name) const char* model_device_name(std::int32_t device) {
  return kDevices[device].name;
}
/// Most threads that an SM of the device holds.
SIMT_WEB_EXPORT(model_device_threads) std::int32_t model_device_threads(std::int32_t device) {
  return kDevices[device].limits.threads;
}

/// Answers: blocks that threads, blocks, registers and shared memory would allow, and the least.
SIMT_WEB_EXPORT(model_residency)
void model_residency(std::int32_t device, std::int32_t threads, std::int32_t registers,
                     std::int32_t shared_bytes) {
  const cm::Residency fit =
      cm::residency(kDevices[device].limits, {threads, registers, shared_bytes});
  result[0] = fit.by_threads;
  result[1] = fit.by_blocks;
  result[2] = fit.by_registers;
  result[3] = fit.by_shared;
  result[4] = fit.blocks();
}

/// Where a page reads amounts.
SIMT_WEB_EXPORT(model_amounts) const double* model_amounts() { return amounts; }

/// Answers with amounts: operations and bytes a second that the device's tables come to.
SIMT_WEB_EXPORT(model_peak) void model_peak(std::int32_t device, std::int32_t arithmetic) {
  const cm::Roof roof = cm::peak(kDevices[device].rates, static_cast<cm::Arithmetic>(arithmetic));
  amounts[0] = roof.flops;
  amounts[1] = roof.bytes;
}

/// Answers with amounts: the ridge, and the rate that an intensity can reach.
SIMT_WEB_EXPORT(model_roofline) void model_roofline(double flops, double bytes, double intensity) {
  const cm::Roof roof{flops, bytes};
  amounts[0] = roof.ridge();
  amounts[1] = cm::attainable(roof, intensity);
}

/// Answers with amounts: a transformer's parameters, and the bytes that each device keeps when it
/// is trained by Adam in mixed precision: weights, gradients, master weights, moments, activations.
SIMT_WEB_EXPORT(model_budget)
void model_budget(double layers, double hidden, double heads, double sequence, double vocabulary,
                  std::int32_t sharding, std::int32_t ranks, double sequences,
                  std::int32_t recompute) {
  const cm::Transformer shape{layers, hidden, heads, sequence, vocabulary};
  const cm::Precision& kept = cm::kMixedAdam;
  const auto each = [&](const cm::Precision& part) {
    return cm::parameters(shape) *
           cm::bytes_per_parameter(part, static_cast<cm::Sharding>(sharding), ranks);
  };
  amounts[0] = cm::parameters(shape);
  amounts[1] = each({kept.weights, 0, 0, 0});
  amounts[2] = each({0, kept.gradients, 0, 0});
  amounts[3] = each({0, 0, kept.master, 0});
  amounts[4] = each({0, 0, 0, kept.moments});
  amounts[5] = cm::activation_bytes(shape, sequences, static_cast<cm::Recompute>(recompute));
}

}  // extern "C"
