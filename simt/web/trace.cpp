// SPDX-License-Identifier: MIT
#include "trace.hpp"

#include "common/warp_model.hpp"
#include "memory.hpp"

namespace simt::web {
namespace {

cm::WarpAccess model_of(const Access& access) {
  cm::WarpAccess model;
  model.active = access.mask;
  model.bytes = access.bytes;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (access.mask >> lane & 1) model.address[lane] = access.addresses[lane];
  }
  return model;
}

void set_price(TraceStep& step, const Access& access) {
  const cm::WarpAccess model = model_of(access);
  if (access.space == Space::kShared) {
    const cm::SharedCost cost = cm::shared_cost(model);
    step.cost = static_cast<std::uint32_t>(cost.wavefronts);
    step.ideal = static_cast<std::uint32_t>(cost.ideal);
  } else {
    const cm::GlobalCost cost = cm::global_cost(model);
    step.cost = static_cast<std::uint32_t>(cost.sectors);
    step.ideal =
        static_cast<std::uint32_t>((cost.useful_bytes + cm::kSectorBytes - 1) / cm::kSectorBytes);
  }
}

}  // namespace

void TracingObserver::follow(std::uint64_t block, std::uint32_t warp) {
  block_ = block;
  warp_ = warp;
}

void TracingObserver::on_launch_begin(const Kernel& kernel, const LaunchConfig& config,
                                      Memory& memory) {
  steps_.clear();
  places_.begin_launch(kernel, config);
  next_.on_launch_begin(kernel, config, memory);
}

void TracingObserver::on_access(const Access& access) {
  next_.on_access(access);
  const bool drawn = access.space == Space::kGlobal || access.space == Space::kShared;
  if (!drawn || access.where.block != block_ || access.where.warp != warp_ ||
      steps_.size() == kMaxSteps) {
    return;
  }
  TraceStep step;
  const Place& place = places_.place(access.site);
  step.line = place.line;
  step.column = place.column;
  step.space = static_cast<std::uint8_t>(access.space);
  step.kind = static_cast<std::uint8_t>(access.kind);
  step.bytes = access.bytes;
  step.mask = access.mask;
  set_price(step, access);
  std::uint64_t base = kSharedBase;
  if (access.space == Space::kGlobal) {
    base = access.allocation == nullptr ? 0 : access.allocation->address;
    step.buffer =
        access.allocation == nullptr ? 0 : static_cast<std::uint32_t>(access.allocation->serial);
  }
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (access.mask >> lane & 1) step.at[lane] = access.addresses[lane] - base;
  }
  steps_.push_back(step);
}

}  // namespace simt::web
