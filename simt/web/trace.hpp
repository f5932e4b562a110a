// SPDX-License-Identifier: MIT
//
// Follows one warp: every access that it makes, with addresses and price, for a page to draw. All
// events go on to the observer that counts.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "observer.hpp"
#include "observer_places.hpp"

namespace simt::web {

/// One access as pages read it: fixed layout, little endian, see docs/web/src/run/executor.ts.
struct TraceStep {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint8_t space = 0;  ///< Space
  std::uint8_t kind = 0;   ///< AccessKind
  std::uint8_t bytes = 0;  ///< for each lane
  std::uint8_t unused = 0;
  std::uint32_t mask = 0;
  std::uint32_t cost = 0;    ///< sectors or wavefronts
  std::uint32_t ideal = 0;   ///< the least that could do
  std::uint32_t buffer = 0;  ///< global: serial number of the allocation; 0 = several
  std::uint32_t unused_too = 0;
  std::array<std::uint64_t, kWarpSize> at{};  ///< bytes from the start of the buffer, or of the
                                              ///< block's shared memory
};
static_assert(sizeof(TraceStep) == 32 + 8 * kWarpSize);

class TracingObserver final : public Observer {
 public:
  static constexpr std::size_t kMaxSteps = 512;

  explicit TracingObserver(Observer& next) : next_(next) {}

  /// Follows this warp of the next launch.
  void follow(std::uint64_t block, std::uint32_t warp);
  const std::vector<TraceStep>& steps() const { return steps_; }

  void on_launch_begin(const Kernel& kernel, const LaunchConfig& config, Memory& memory) override;
  void on_access(const Access& access) override;

  void on_launch_end(const LaunchResult& result) override { next_.on_launch_end(result); }
  void on_block_begin(const WarpRef& where, const std::byte* shared, std::size_t bytes) override {
    next_.on_block_begin(where, shared, bytes);
  }
  void on_block_end(const WarpRef& where) override { next_.on_block_end(where); }
  void on_bulk_access(const BulkAccess& access) override { next_.on_bulk_access(access); }
  void on_branch(const Branch& branch) override { next_.on_branch(branch); }
  void on_barrier_arrival(const BarrierArrival& arrival) override {
    next_.on_barrier_arrival(arrival);
  }
  void on_barrier_release(const BarrierRelease& release) override {
    next_.on_barrier_release(release);
  }
  void on_collective(const Collective& collective) override { next_.on_collective(collective); }
  void on_fence(const Fence& fence) override { next_.on_fence(fence); }
  void on_stack_move(const StackMove& move) override { next_.on_stack_move(move); }
  void on_compiler_check(const CompilerCheck& check) override { next_.on_compiler_check(check); }
  void on_fault(const Fault& fault) override { next_.on_fault(fault); }

 private:
  Observer& next_;
  Places places_;
  std::uint64_t block_ = 0;
  std::uint32_t warp_ = 0;
  std::vector<TraceStep> steps_;
};

}  // namespace simt::web
