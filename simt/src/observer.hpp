// SPDX-License-Identifier: MIT
//
// Watches launches and keeps what it saw: counts by source line, and findings.
//
//   simt::RecordingObserver observer(options);
//   simt::launch(kernel, config, arguments, memory, launch_options, &observer);   // any number
//   simt::Observation seen = observer.observation();
//
// The work is split: observer_patterns prices accesses, observer_counts sums, races finds races,
// observer_initialised and observer_local find reads of nothing, observer_async copies that nobody
// waited for; observer_places turns sites and addresses into names. This class sends each event to
// them and turns what they find into findings.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events.hpp"
#include "findings.hpp"
#include "observation.hpp"
#include "observer_async.hpp"
#include "observer_counts.hpp"
#include "observer_local.hpp"
#include "observer_patterns.hpp"
#include "observer_places.hpp"
#include "races.hpp"

namespace simt {

struct ObserverOptions {
  bool counts = true;         ///< requests, sectors, wavefronts, divergence
  bool races = true;          ///< races, and reads of shared memory that nobody wrote
  bool uninitialised = true;  ///< reads of global and local memory that nobody wrote, borders of
                              ///< local arrays, copies that nobody waited for
  bool strict = false;        ///< the course profile: doubtful warp masks are errors
};

class RecordingObserver final : public Observer, private RaceSink {
 public:
  explicit RecordingObserver(ObserverOptions options = {});
  ~RecordingObserver() override;

  /// Everything seen so far.
  Observation observation() const;
  /// For findings that no launch shows: leaks, a double free, a wrong copy.
  void add(const Finding& finding) { findings_.add(finding, 0, 1); }
  const FindingList& findings() const { return findings_; }
  /// Whether the launches that follow are kept one by one as well.
  void profile(bool on) {
    profiling_ = on;
    if (on) ++profiled_ranges_;
  }
  /// The last launch left something else at `address` when its threads ran in another order;
  /// without an allocation, it ended in another way. `detail` says what.
  void add_schedule_difference(const Allocation* allocation, std::uint64_t address,
                               std::string detail);
  const Places& places() const { return places_; }

  void on_launch_begin(const Kernel& kernel, const LaunchConfig& config, Memory& memory) override;
  void on_launch_end(const LaunchResult& result) override;
  void on_block_begin(const WarpRef& where, const std::byte* shared, std::size_t bytes) override;
  void on_block_end(const WarpRef& where) override;
  void on_access(const Access& access) override;
  void on_bulk_access(const BulkAccess& access) override;
  void on_branch(const Branch& branch) override;
  void on_barrier_release(const BarrierRelease& release) override;
  void on_collective(const Collective& collective) override;
  void on_fence(const Fence& fence) override;
  void on_stack_move(const StackMove& move) override;
  void on_async(const AsyncEvent& event) override;
  void on_fault(const Fault& fault) override;
  void on_compiler_check(const CompilerCheck& check) override;

 private:
  void on_race(const Race& race) override;
  void on_uninitialised_shared(const Access& access, LaneMask lanes,
                               std::uint64_t address) override;

  const AccessShape& shape_of(const Access& access);
  void split_access(const Access& access);
  void count_stretch(const BulkAccess& access, std::uint64_t first, AccessKind kind);
  void check_initialised(const Access& access);
  void check_local(const Access& access);
  void check_async(const Access& access);
  Subject local_subject(const Access& access, int lane) const;
  void check_mask(const Collective& collective);
  void check_sources(const Collective& collective);
  void report_mask(const Collective& collective, FindingKind kind, LaneMask lanes, LaneMask named,
                   int source);

  /// A finding at `site` with kernel, place and first thread filled in.
  Finding begin_finding(FindingKind kind, const WarpRef& where, SiteId site, LaneMask lanes);
  void add(const Finding& finding, const WarpRef& where, LaneMask lanes);
  std::uint64_t first_thread(const WarpRef& where) const;
  KernelObservation& kernel_record();
  void merge_counts(KernelObservation& record);
  void keep_launch();

  ObserverOptions options_;
  FindingList findings_;
  Places places_;
  ShapeCache shapes_;
  AccessCounter counter_;
  RaceDetector races_;
  LocalChecks locals_;
  AsyncCopies async_;
  std::uint64_t async_copies_ = 0;  ///< of this launch
  std::vector<KernelObservation> kernels_;
  std::map<std::tuple<std::size_t, Place, Space, AccessKind>, std::size_t> access_lines_;
  std::map<std::pair<std::size_t, Place>, std::size_t> branch_lines_;
  bool races_incomplete_ = false;
  bool profiling_ = false;
  std::uint32_t profiled_ranges_ = 0;
  std::vector<ProfiledLaunch> profiled_;

  // The launch at hand.
  const Kernel* kernel_ = nullptr;
  Memory* memory_ = nullptr;
  LaunchConfig config_;
  std::uint32_t threads_per_block_ = 0;
};

}  // namespace simt
