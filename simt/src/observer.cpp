// SPDX-License-Identifier: MIT
#include "observer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "device_lib.hpp"
#include "observer_checks.hpp"
#include "observer_initialised.hpp"

namespace simt {

namespace {

/// The space that an address lies in.
Space space_at(std::uint64_t address) {
  if (address - kSharedBase < kSharedSpan) return Space::kShared;
  if (address - kLocalBase < kLocalSpan) return Space::kLocal;
  if (address - kConstantBase < kConstantSpan) return Space::kConstant;
  if (address - kParameterBase < kParameterSpan) return Space::kParameter;
  return Space::kGlobal;
}

FindingKind finding_kind(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfBounds:
      return FindingKind::kOutOfBounds;
    case FaultKind::kUseAfterFree:
      return FindingKind::kUseAfterFree;
    case FaultKind::kNullPointer:
      return FindingKind::kNullPointer;
    case FaultKind::kHostPointer:
      return FindingKind::kHostPointer;
    case FaultKind::kMisaligned:
      return FindingKind::kMisaligned;
    case FaultKind::kReadOnly:
      return FindingKind::kReadOnly;
    case FaultKind::kStackOverflow:
      return FindingKind::kStackOverflow;
    case FaultKind::kInvalidCall:
      return FindingKind::kInvalidCall;
    case FaultKind::kTrap:
      return FindingKind::kTrap;
    case FaultKind::kAssert:
      return FindingKind::kAssert;
    case FaultKind::kBarrierDivergence:
      return FindingKind::kBarrierDivergence;
    case FaultKind::kWarpSyncDeadlock:
      return FindingKind::kWarpSyncDeadlock;
    case FaultKind::kDeadlock:
      return FindingKind::kDeadlock;
    case FaultKind::kInstructionLimit:
      return FindingKind::kInstructionLimit;
    case FaultKind::kTimeLimit:
      return FindingKind::kTimeLimit;
    case FaultKind::kOutputLimit:
      return FindingKind::kOutputLimit;
    case FaultKind::kInvalidFree:
      return FindingKind::kInvalidFree;
    case FaultKind::kInvalidTexture:
      return FindingKind::kInvalidTexture;
    case FaultKind::kUnsupported:
      return FindingKind::kUnsupported;
  }
  return FindingKind::kTrap;
}

FindingKind race_kind(const Race& race) {
  if (race.is_collision) return FindingKind::kWriteCollision;
  if (race.is_check) return FindingKind::kCheckThenAtomic;
  if (race.same_value) return FindingKind::kSameValue;
  if (race.access == AccessKind::kAtomic || race.other_access == AccessKind::kAtomic) {
    return FindingKind::kRaceAtomic;
  }
  const ThreadNumber present = thread_number(race.where.block, race.where.warp, 0);
  const bool across_warps = (race.others & (Mark::kWarps | Mark::kBlocks)) != 0;
  if (race.other >> 5 == present >> 5 && !across_warps) return FindingKind::kRaceWarp;
  return race.space == Space::kShared ? FindingKind::kRaceShared : FindingKind::kRaceGlobal;
}

Others others_of(std::uint8_t many) {
  if ((many & Mark::kBlocks) != 0) return Others::kBlocks;
  if ((many & Mark::kWarps) != 0) return Others::kWarpsOfBlock;
  return (many & Mark::kLanes) != 0 ? Others::kLanesOfWarp : Others::kOneThread;
}

/// True for a mask such as 0x0000ff00: a tile of 1, 2, 4, 8 or 16 lanes in its natural place.
bool is_tile(LaneMask mask) {
  const int first = std::countr_zero(mask);
  const int size = std::popcount(mask);
  return std::has_single_bit(static_cast<unsigned>(size)) && first % size == 0 &&
         std::countr_one(mask >> first) == size;
}

/// The whole warp is there and names itself: no mask and no source can be wrong.
bool is_whole_warp(const Collective& collective) {
  LaneMask named = collective.active;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) named &= collective.named[lane];
  return named == kAllLanes;
}

/// Active lanes that name exactly `named`.
LaneMask lanes_naming(const Collective& collective, LaneMask named) {
  LaneMask lanes = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    lanes |= LaneMask{collective.named[lane] == named} << lane;
  }
  return lanes & collective.active;
}

bool reads_old_value(const Access& access) {
  const auto operation = static_cast<AtomicOp>(access.atomic);
  return access.kind == AccessKind::kLoad ||
         (access.kind == AccessKind::kAtomic && operation != AtomicOp::kExchange &&
          operation != AtomicOp::kStore);
}

/// Atomic loads and stores are strong accesses, as volatile ones are, and no updates.
Access plain_form(const Access& access) {
  Access plain = access;
  if (access.kind != AccessKind::kAtomic) return plain;
  const auto operation = static_cast<AtomicOp>(access.atomic);
  if (operation != AtomicOp::kLoad && operation != AtomicOp::kStore) return plain;
  plain.kind = operation == AtomicOp::kLoad ? AccessKind::kLoad : AccessKind::kStore;
  plain.is_volatile = true;
  return plain;
}

}  // namespace

RecordingObserver::RecordingObserver(ObserverOptions options) : options_(options), races_(*this) {}

RecordingObserver::~RecordingObserver() = default;

Observation RecordingObserver::observation() const {
  Observation result;
  result.kernels = kernels_;
  for (KernelObservation& kernel : result.kernels) {
    const auto by_place = [](const auto& a, const auto& b) { return a.place < b.place; };
    std::stable_sort(kernel.accesses.begin(), kernel.accesses.end(), by_place);
    std::stable_sort(kernel.branches.begin(), kernel.branches.end(), by_place);
  }
  result.profiled = profiled_;
  result.findings = findings_.sorted();
  result.findings_dropped = findings_.dropped();
  result.races_incomplete = races_incomplete_;
  return result;
}

// --- launches and blocks -------------------------------------------------------------------------

void RecordingObserver::on_launch_begin(const Kernel& kernel, const LaunchConfig& config,
                                        Memory& memory) {
  kernel_ = &kernel;
  memory_ = &memory;
  config_ = config;
  threads_per_block_ = static_cast<std::uint32_t>(config.block.count());
  places_.begin_launch(kernel, config);
  shapes_.reset(kernel.site_count());
  async_copies_ = 0;
  locals_.begin_launch(kernel.module().is_64bit ? 8 : 4);
  if (options_.counts) counter_.reset(kernel.site_count());
  if (options_.races) races_.begin_launch(memory, kernel.has_narrow_accesses());
}

void RecordingObserver::on_launch_end(const LaunchResult& result) {
  if (options_.races) {
    races_.end_launch();
    races_incomplete_ = races_incomplete_ || races_.incomplete();
  }
  KernelObservation& record = kernel_record();
  ++record.launches;
  record.warp_instructions += result.warp_instructions;
  record.thread_instructions += result.thread_instructions;
  record.async_copies += async_copies_;
  if (options_.counts) merge_counts(record);
  if (options_.counts && profiling_) keep_launch();
  kernel_ = nullptr;
}

KernelObservation& RecordingObserver::kernel_record() {
  for (KernelObservation& known : kernels_) {
    if (known.symbol == kernel_->name()) return known;
  }
  KernelObservation& record = kernels_.emplace_back();
  record.name = places_.kernel_name();
  record.symbol = kernel_->name();
  record.declared = places_.kernel_place();
  record.grid = config_.grid;
  record.block = config_.block;
  record.shared_bytes = kernel_->static_shared_bytes() + config_.dynamic_shared_bytes;
  return record;
}

void RecordingObserver::merge_counts(KernelObservation& record) {
  const auto kernel = static_cast<std::size_t>(&record - kernels_.data());
  for (SiteId site = 0; site < counter_.sites(); ++site) {
    for (const Space space : {Space::kGlobal, Space::kShared, Space::kLocal, Space::kConstant}) {
      const AccessCounts* counts = counter_.counts(site, space);
      if (counts == nullptr) continue;
      const Place& place = places_.place(site);
      const auto [line, is_new] =
          access_lines_.try_emplace({kernel, place, space, counts->kind}, record.accesses.size());
      if (is_new) record.accesses.push_back({place, space, {}});
      record.accesses[line->second].counts.add(*counts);
    }
    const BranchCounts& branch = counter_.branch(site);
    if (branch.executed == 0) continue;
    const Place& place = places_.place(site);
    const auto [line, is_new] = branch_lines_.try_emplace({kernel, place}, record.branches.size());
    if (is_new) record.branches.push_back({place, {}});
    record.branches[line->second].counts.executed += branch.executed;
    record.branches[line->second].counts.diverged += branch.diverged;
  }
}

void RecordingObserver::keep_launch() {
  ProfiledLaunch& launch = profiled_.emplace_back();
  launch.symbol = kernel_->name();
  launch.range = profiled_ranges_;
  launch.warps = config_.grid.count() * ((threads_per_block_ + kWarpSize - 1) / kWarpSize);
  for (SiteId site = 0; site < counter_.sites(); ++site) {
    for (const Space space : {Space::kGlobal, Space::kShared, Space::kLocal, Space::kConstant}) {
      const AccessCounts* counts = counter_.counts(site, space);
      if (counts == nullptr) continue;
      const auto total = std::find_if(
          launch.totals.begin(), launch.totals.end(),
          [&](const auto& known) { return known.space == space && known.kind == counts->kind; });
      if (total == launch.totals.end()) {
        launch.totals.push_back({space, counts->kind, *counts});
      } else {
        total->counts.add(*counts);
      }
    }
  }
}

void RecordingObserver::on_block_begin(const WarpRef& where, const std::byte* shared,
                                       std::size_t bytes) {
  if (options_.races) races_.begin_block(where, shared, bytes);
}

void RecordingObserver::on_block_end(const WarpRef& where) {
  locals_.end_block(where.slot);
  async_.end_block(where.slot);
  if (options_.races) races_.end_block(where);
}

// --- accesses ------------------------------------------------------------------------------------

void RecordingObserver::on_access(const Access& access) {
  if (access.mask == 0) return;
  if (options_.uninitialised) {
    if (access.space == Space::kGlobal) check_initialised(access);
    if (access.space == Space::kLocal) check_local(access);
    if (access.space == Space::kShared) check_async(access);
  }
  const bool is_split = access.alignment < access.bytes;
  if (options_.counts && is_split) split_access(access);
  if ((!options_.counts || is_split) && !options_.races) return;
  const AccessShape& shape = shape_of(access);
  if (options_.counts && !is_split) counter_.add(access.site, access.space, access.kind, shape);
  if (!options_.races) return;
  if (access.kind == AccessKind::kAtomic) {
    races_.access(plain_form(access), shape);
  } else {
    races_.access(access, shape);
  }
}

const AccessShape& RecordingObserver::shape_of(const Access& access) {
  if (access.contiguous) {
    return shapes_.contiguous(access.space, access.addresses[0], access.bytes);
  }
  return shapes_.find(access.site, access.space, access.addresses, access.mask, access.bytes);
}

// The compiler promises less alignment than the width needs, as for a struct of three floats:
// hardware would issue one request for each aligned part.
void RecordingObserver::split_access(const Access& access) {
  std::array<std::uint64_t, kWarpSize> addresses;
  for (std::uint32_t part = 0; part < access.bytes; part += access.alignment) {
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = access.addresses[lane] + part;
    }
    counter_.add(
        access.site, access.space, access.kind,
        shapes_.find(access.site, access.space, addresses.data(), access.mask, access.alignment));
  }
}

void RecordingObserver::check_initialised(const Access& access) {
  if (reads_old_value(access)) {
    const LaneMask lanes = uninitialised_lanes(access, *memory_);
    if (lanes != 0) {
      Finding finding =
          begin_finding(FindingKind::kUninitialised, access.where, access.site, lanes);
      const std::uint64_t address = access.addresses[std::countr_zero(lanes)];
      finding.access = access.kind;
      finding.bytes = access.bytes;
      finding.subject =
          places_.subject(access.space, address, access.bytes, memory_->find(address));
      add(finding, access.where, lanes);
    }
  }
  if (access.kind != AccessKind::kLoad) mark_stored(access, *memory_);
}

void RecordingObserver::check_local(const Access& access) {
  const LocalChecks::Problems problems = locals_.access(access);
  const auto report = [&](FindingKind kind, LaneMask lanes) {
    if (lanes == 0) return;
    Finding finding = begin_finding(kind, access.where, access.site, lanes);
    finding.access = access.kind;
    finding.bytes = access.bytes;
    finding.subject = local_subject(access, std::countr_zero(lanes));
    add(finding, access.where, lanes);
  };
  report(FindingKind::kOutOfBounds, problems.outside);
  report(FindingKind::kUninitialised, problems.empty);
}

Subject RecordingObserver::local_subject(const Access& access, int lane) const {
  const std::uint64_t address = access.addresses[lane];
  Subject subject = places_.subject(Space::kLocal, address, access.bytes, nullptr);
  if (const auto variable = locals_.variable(access.where, lane, address, *memory_)) {
    subject.name = variable->name;
    subject.size = variable->bytes;
    subject.offset = static_cast<std::int64_t>(address - variable->address);
    if (subject.offset >= 0 && variable->bytes > access.bytes) {
      subject.element = variable->name + "[" +
                        std::to_string(static_cast<std::uint64_t>(subject.offset) / access.bytes) +
                        "]";
    }
  }
  return subject;
}

void RecordingObserver::check_async(const Access& access) {
  const auto touched = async_.touched(access);
  if (!touched) return;
  Finding finding =
      begin_finding(FindingKind::kAsyncCopy, access.where, access.site, touched->lanes);
  finding.other = places_.place(touched->copy.site);
  finding.other_thread = places_.thread(access.where.block, touched->copy.thread / kWarpSize,
                                        touched->copy.thread % kWarpSize);
  finding.access = access.kind;
  finding.other_access = AccessKind::kStore;
  finding.bytes = access.bytes;
  finding.subject = places_.subject(
      Space::kShared, access.addresses[std::countr_zero(touched->lanes)], access.bytes, nullptr);
  add(finding, access.where, touched->lanes);
}

void RecordingObserver::on_stack_move(const StackMove& move) {
  if (options_.uninitialised) locals_.stack_move(move);
}

void RecordingObserver::on_async(const AsyncEvent& event) {
  if (event.kind == AsyncKind::kCopy) ++async_copies_;
  if (options_.uninitialised) async_.event(event);
}

void RecordingObserver::on_bulk_access(const BulkAccess& access) {
  if (options_.counts) {
    if (!access.is_set) count_stretch(access, access.source, AccessKind::kLoad);
    count_stretch(access, access.destination, AccessKind::kStore);
  }
  if (options_.races) races_.bulk_access(access);
  if (!options_.uninitialised) return;
  locals_.bulk(access);
  Allocation* allocation = memory_->find(access.destination);
  if (allocation == nullptr) return;
  Memory::mark_initialised(*allocation, access.destination - allocation->address, access.bytes);
}

// One lane that copies many bytes goes word by word, or byte by byte where it must.
void RecordingObserver::count_stretch(const BulkAccess& access, std::uint64_t first,
                                      AccessKind kind) {
  const std::uint8_t step = (first | access.bytes) % 4 == 0 ? 4 : 1;
  const LaneMask mask = 1u << access.lane;
  const Space space = space_at(first);
  std::array<std::uint64_t, kWarpSize> addresses{};
  for (std::uint64_t offset = 0; offset < access.bytes; offset += step) {
    addresses[static_cast<std::size_t>(access.lane)] = first + offset;
    counter_.add(access.site, space, kind,
                 shapes_.find(access.site, space, addresses.data(), mask, step));
  }
}

void RecordingObserver::on_branch(const Branch& branch) {
  if (options_.counts) counter_.add(branch);
}

void RecordingObserver::on_barrier_release(const BarrierRelease& release) {
  if (options_.races) races_.barrier(release);
}

void RecordingObserver::on_fence(const Fence& fence) {
  if (options_.races) races_.fence(fence);
}

// --- findings ------------------------------------------------------------------------------------

std::uint64_t RecordingObserver::first_thread(const WarpRef& where) const {
  return where.block * threads_per_block_ + std::uint64_t{where.warp} * kWarpSize;
}

Finding RecordingObserver::begin_finding(FindingKind kind, const WarpRef& where, SiteId site,
                                         LaneMask lanes) {
  Finding finding;
  finding.kind = kind;
  finding.severity = default_severity(kind);
  finding.kernel = places_.kernel_name();
  finding.place = places_.place(site);
  finding.mask = lanes;
  const int lane = lanes != 0 ? std::countr_zero(lanes) : 0;
  finding.thread = places_.thread(where.block, where.warp, static_cast<std::uint32_t>(lane));
  return finding;
}

void RecordingObserver::add(const Finding& finding, const WarpRef& where, LaneMask lanes) {
  findings_.add(finding, first_thread(where), lanes);
}

void RecordingObserver::add_schedule_difference(const Allocation* allocation, std::uint64_t address,
                                                std::string detail) {
  Finding finding;
  finding.kind = FindingKind::kScheduleDependent;
  finding.severity = default_severity(finding.kind);
  finding.kernel = places_.kernel_name();
  finding.place = places_.kernel_place();
  finding.detail = std::move(detail);
  if (allocation != nullptr) {
    finding.subject = places_.subject(allocation->space(), address, 1, allocation);
  }
  add(finding);
}

void RecordingObserver::on_race(const Race& race) {
  Finding finding = begin_finding(race_kind(race), race.where, race.site, race.lanes);
  finding.other = places_.place(race.other_site);
  finding.other_thread =
      places_.thread(block_of(race.other), warp_of(race.other), lane_of(race.other));
  finding.others = others_of(race.others);
  finding.access = race.access;
  finding.other_access = race.other_access;
  finding.bytes = race.bytes;
  const Allocation* allocation =
      race.space == Space::kGlobal ? memory_->find(race.address) : nullptr;
  finding.subject = places_.subject(race.space, race.address, race.bytes, allocation);
  const bool reads_first =
      race.access != AccessKind::kLoad && race.other_access == AccessKind::kLoad;
  if (!reads_first || finding.others != Others::kOneThread) {
    add(finding, race.where, race.lanes);
    return;
  }
  // Whichever came first here: the reader is who sees the wrong value.
  std::swap(finding.place, *finding.other);
  std::swap(finding.thread, finding.other_thread);
  std::swap(finding.access, finding.other_access);
  add(finding, {block_of(race.other), 0, warp_of(race.other)}, LaneMask{1} << lane_of(race.other));
}

void RecordingObserver::on_uninitialised_shared(const Access& access, LaneMask lanes,
                                                std::uint64_t address) {
  if (!reads_old_value(access)) return;
  Finding finding = begin_finding(FindingKind::kUninitialised, access.where, access.site, lanes);
  finding.access = access.kind;
  finding.bytes = access.bytes;
  finding.subject = places_.subject(Space::kShared, address, access.bytes, nullptr);
  add(finding, access.where, lanes);
}

void RecordingObserver::on_fault(const Fault& fault) {
  const LaneMask lanes = fault.mask != 0 ? fault.mask : LaneMask{1} << fault.lane;
  Finding finding = begin_finding(finding_kind(fault.kind), fault.where, fault.site, lanes);
  finding.thread =
      places_.thread(fault.where.block, fault.where.warp, static_cast<std::uint32_t>(fault.lane));
  if (fault.other_site != kNoSite) {
    finding.other = places_.place(fault.other_site);
    finding.other_thread = places_.thread(fault.other.block, fault.other.warp, 0);
  }
  finding.access = fault.access;
  finding.bytes = fault.bytes;
  finding.subject = places_.subject(fault.space, fault.address, fault.bytes, fault.allocation);
  finding.detail = fault.detail;
  add(finding, fault.where, lanes);
}

void RecordingObserver::on_compiler_check(const CompilerCheck& check) {
  if (check.mask == 0 || locals_.border(check)) return;
  const auto facts = check_facts(check, std::countr_zero(check.mask), *memory_);
  if (!facts) return;
  Finding finding = begin_finding(facts->kind, check.where, check.site, check.mask);
  finding.place = facts->place;
  finding.detail = facts->detail;
  add(finding, check.where, check.mask);
}

// --- warp-level operations -----------------------------------------------------------------------

void RecordingObserver::on_collective(const Collective& collective) {
  if (collective.kind == CollectiveKind::kActiveMask) return;
  if (collective.kind == CollectiveKind::kSyncWarp && options_.races) {
    races_.sync_warp(collective.where, collective.active, collective.present & ~collective.exited);
  }
  if (collective.named == nullptr || is_whole_warp(collective)) return;
  check_mask(collective);
  if (collective.sources != nullptr) check_sources(collective);
}

void RecordingObserver::check_mask(const Collective& collective) {
  LaneMask without_self = 0, mismatch = 0, names_exited = 0;
  for (LaneMask rest = collective.active; rest != 0;) {
    const LaneMask named = collective.named[std::countr_zero(rest)];
    const LaneMask alike = lanes_naming(collective, named);
    rest &= ~alike;
    without_self |= alike & ~named;
    if ((named & collective.active & ~alike) != 0) mismatch |= alike & named;
    if ((named & collective.exited & collective.present) != 0) names_exited |= alike & named;
  }
  const auto report = [&](FindingKind kind, LaneMask lanes) {
    if (lanes == 0) return;
    report_mask(collective, kind, lanes, collective.named[std::countr_zero(lanes)], -1);
  };
  report(FindingKind::kMaskWithoutSelf, without_self);
  report(FindingKind::kMaskMismatch, mismatch);
  report(FindingKind::kMaskNamesExited, names_exited);
}

// A shuffle may name a lane whose value nobody uses: in a tree over a tile the upper lanes read
// past its end. What is read there is undefined, so outside tiles it is an error.
void RecordingObserver::check_sources(const Collective& collective) {
  for (LaneMask rest = collective.active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const LaneMask bit = LaneMask{1} << lane;
    const LaneMask named = collective.named[lane];
    const int source = collective.sources[lane];
    if (source == lane || source >= kWarpSize) continue;
    const LaneMask source_bit = LaneMask{1} << source;
    if ((collective.active & named & source_bit) != 0) continue;
    const bool is_gone = ((collective.exited | ~collective.present) & source_bit) != 0;
    const bool is_soft = is_gone || is_tile(named);
    report_mask(collective, is_soft ? FindingKind::kShuffleExited : FindingKind::kShuffleSource,
                bit, named, source);
  }
}

void RecordingObserver::report_mask(const Collective& collective, FindingKind kind, LaneMask lanes,
                                    LaneMask named, int source) {
  Finding finding = begin_finding(kind, collective.where, collective.site, lanes);
  if (options_.strict && kind == FindingKind::kMaskNamesExited) {
    finding.severity = Severity::kError;
  }
  finding.named = named;
  finding.source_lane = source;
  add(finding, collective.where, lanes);
}

}  // namespace simt
