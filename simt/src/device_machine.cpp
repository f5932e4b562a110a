// SPDX-License-Identifier: MIT
//
// Imports that touch memory, other lanes or the launch: shuffles, votes, atomics, printf, heap.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "device_functions.hpp"
#include "device_texture.hpp"
#include "executor.hpp"

namespace simt::device {
namespace {

constexpr std::uint64_t kMaxBulkBytes = 1ull << 30;
constexpr std::size_t kMaxText = 4096;
constexpr std::size_t kMaxSpec = 48;  ///< characters of flags, width and precision

// ---- warp-level operations ---------------------------------------------------------------------

void tell_collective(Call& call, CollectiveKind kind, const u32* named,
                     const std::uint8_t* sources) {
  Executor& x = call.executor;
  if (x.observer == nullptr) return;
  const Warp& warp = *call.strand.warp;
  Collective event;
  event.where = x.where(call.strand);
  event.site = call.site;
  event.kind = kind;
  event.active = call.mask;
  event.present = warp.present;
  event.exited = warp.exited;
  event.missed = call.strand.missed & warp.exited;
  event.named = named;
  event.sources = sources;
  x.observer->on_collective(event);
}

void sync_warp(Call& call) {
  tell_collective(call, CollectiveKind::kSyncWarp, call.argument<u32>(0), nullptr);
}

/// The copy itself is ordinary code of the header; this tells the observer what is under way.
void async_copy(Call& call) {
  if (call.executor.observer == nullptr) return;
  const int first = std::countr_zero(call.mask);
  AsyncEvent event;
  event.where = call.executor.where(call.strand);
  event.site = call.site;
  event.kind = static_cast<AsyncKind>(call.argument<u32>(0)[first] % 3);
  event.mask = call.mask;
  event.addresses = call.argument<u64>(1);
  event.amounts = call.argument<u32>(2);
  call.executor.observer->on_async(event);
}

/// Lane that `lane` reads, by the rules of shfl.sync: a source outside the segment gives one's own.
u32 shuffle_source(u32 mode, u32 lane, u32 b, u32 width) {
  const u32 w = width == 0 || width > 32 ? 32 : width;
  const u32 first = lane & ~(w - 1);
  switch (mode) {
    case 0:
      return first | (b & (w - 1));
    case 1:
      return lane < first + b || b >= 32 ? lane : lane - b;
    case 2:
      return b >= 32 || lane + b >= first + w ? lane : lane + b;
    default: {
      const u32 source = lane ^ (b & 31);
      return source >= first + w ? lane : source;
    }
  }
}

bool same_in_all_lanes(const u32* values) {
  u32 other = 0;
  for (int i = 1; i < kWarpSize; ++i) other |= values[i] ^ values[0];
  return other == 0;
}

/// Fills `sources` for 32-wide shuffles by a distance or lane that is the same in all lanes.
void uniform_sources(u32 mode, u32 b, std::uint8_t* sources) {
  const auto fill = [=](auto source) {
    for (u32 lane = 0; lane < kWarpSize; ++lane)
      sources[lane] = static_cast<std::uint8_t>(source(lane));
  };
  switch (mode) {
    case 0:
      return fill([=](u32) { return b & 31; });
    case 1:
      return fill([=](u32 lane) { return b > lane ? lane : lane - b; });
    case 2:
      return fill([=](u32 lane) { return b > 31 - lane ? lane : lane + b; });
    default:
      return fill([=](u32 lane) { return lane ^ (b & 31); });
  }
}

template <class T>
void shuffle(Call& call) {
  const u32 mode = call.argument<u32>(0)[std::countr_zero(call.mask)];
  const T* const value = call.argument<T>(2);
  const u32* const b = call.argument<u32>(3);
  const u32* const width = call.argument<u32>(4);
  std::uint8_t sources[kWarpSize];
  if (width[0] == kWarpSize && same_in_all_lanes(b) && same_in_all_lanes(width)) {
    uniform_sources(mode, b[0], sources);
  } else {
    for (u32 lane = 0; lane < kWarpSize; ++lane) {
      sources[lane] =
          static_cast<std::uint8_t>(shuffle_source(mode, lane, b[lane], width[lane]) & 31);
    }
  }
  tell_collective(call, CollectiveKind::kShuffle, call.argument<u32>(1), sources);
  T picked[kWarpSize];  // the result may go to the register of value
  for (int lane = 0; lane < kWarpSize; ++lane) picked[lane] = value[sources[lane]];
  // What an inactive lane would give is undefined; make sure that nobody can rely on it.
  for (LaneMask rest = call.mask == kAllLanes ? 0 : call.mask; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if ((call.mask >> sources[lane] & 1) == 0)
      picked[lane] = static_cast<T>(value[lane] ^ 0x005A5A5A);
  }
  std::memcpy(call.out<T>(), picked, sizeof(picked));
}

void vote(Call& call) {
  const u32 mode = call.argument<u32>(0)[std::countr_zero(call.mask)];
  const u32* const named = call.argument<u32>(1);
  const u32* const predicate = call.argument<u32>(2);
  u32* const d = call.out<u32>();
  tell_collective(call, CollectiveKind::kVote, named, nullptr);
  LaneMask yes = 0;
  for_each_lane(call, [&](int i) { yes |= predicate[i] != 0 ? LaneMask{1} << i : 0; });
  for_each_lane(call, [&](int i) {
    const LaneMask voters = named[i] & call.mask;
    const LaneMask agreeing = yes & voters;
    switch (mode) {
      case 0:
        d[i] = agreeing;
        break;
      case 1:
        d[i] = agreeing != 0;
        break;
      case 2:
        d[i] = agreeing == voters;
        break;
      default:
        d[i] = agreeing == 0 || agreeing == voters;
        break;
    }
  });
}

void active_mask(Call& call) {
  tell_collective(call, CollectiveKind::kActiveMask, nullptr, nullptr);
  std::fill_n(call.out<u32>(), kWarpSize, call.mask);
}

void match(Call& call) {
  const bool all = call.argument<u32>(0)[std::countr_zero(call.mask)] != 0;
  const u32* const named = call.argument<u32>(1);
  const u64* const value = call.argument<u64>(2);
  u32* const d = call.out<u32>();
  tell_collective(call, CollectiveKind::kMatch, named, nullptr);
  u32 result[kWarpSize] = {};
  for_each_lane(call, [&](int i) {
    const LaneMask group = named[i] & call.mask;
    LaneMask equal = 0;
    for (LaneMask rest = group; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      if (value[other] == value[i]) equal |= LaneMask{1} << other;
    }
    result[i] = !all ? equal : equal == group ? group : 0;
  });
  for_each_lane(call, [&](int i) { d[i] = result[i]; });
}

u32 combine(u32 op, u32 a, u32 b) {
  switch (op) {
    case 0:
      return a + b;
    case 1:
      return std::min(a, b);
    case 2:
      return std::max(a, b);
    case 3:
      return static_cast<u32>(std::min(static_cast<i32>(a), static_cast<i32>(b)));
    case 4:
      return static_cast<u32>(std::max(static_cast<i32>(a), static_cast<i32>(b)));
    case 5:
      return a & b;
    case 6:
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(Call& call) {
  const u32 op = call.argument<u32>(0)[std::countr_zero(call.mask)];
  const u32* const named = call.argument<u32>(1);
  const u32* const value = call.argument<u32>(2);
  u32* const d = call.out<u32>();
  tell_collective(call, CollectiveKind::kReduce, named, nullptr);
  u32 result[kWarpSize] = {};
  for_each_lane(call, [&](int i) {
    bool first = true;
    for (LaneMask rest = named[i] & call.mask; rest != 0; rest &= rest - 1) {
      const u32 next = value[std::countr_zero(rest)];
      result[i] = first ? next : combine(op, result[i], next);
      first = false;
    }
  });
  for_each_lane(call, [&](int i) { d[i] = result[i]; });
}

// ---- fences, clocks, ends ----------------------------------------------------------------------

void fence(Call& call) {
  if (call.executor.observer == nullptr) return;
  static constexpr Scope kScopes[3] = {Scope::kBlock, Scope::kDevice, Scope::kSystem};
  const u32 scope = call.argument<u32>(0)[std::countr_zero(call.mask)];
  call.executor.observer->on_fence(
      {call.executor.where(call.strand), call.site, call.mask, kScopes[std::min(scope, 2u)]});
}

/// A count that grows with the work done; it is no time.
void clock64(Call& call) {
  const u64 now = call.executor.executed + 4 * ++call.executor.clock;
  for_each_lane(call, [&](int i) { call.out<u64>()[i] = now; });
}

void nanosleep(Call&) {}

void trap(Call& call) { call.executor.fault(call.strand, call.site, FaultKind::kTrap, call.mask); }

/// Text at a device address; what cannot be read ends it.
std::string text_at(Call& call, int lane, u64 address) {
  std::string text;
  char c = 0;
  while (text.size() < kMaxText &&
         call.executor.read(call.strand, lane, address + text.size(), 1, &c) && c != 0)
    text += c;
  return text;
}

void assert_fail(Call& call) {
  const int lane = std::countr_zero(call.mask);
  const std::string what = text_at(call, lane, call.argument<u64>(0)[lane]);
  const std::string file = text_at(call, lane, call.argument<u64>(1)[lane]);
  const u32 line = call.argument<u32>(2)[lane];
  call.executor.fault(call.strand, call.site, FaultKind::kAssert, call.mask,
                      file + ":" + std::to_string(line) + ": " + what);
}

void unsupported(Call& call) {
  const int lane = std::countr_zero(call.mask);
  call.executor.fault(call.strand, call.site, FaultKind::kUnsupported, call.mask,
                      text_at(call, lane, call.argument<u64>(0)[lane]));
}

// ---- atomics -----------------------------------------------------------------------------------

template <class T>
struct FloatOf {
  using type = f32;
};
template <>
struct FloatOf<u64> {
  using type = f64;
};

float widen_half(u16 bits) {
  const u32 exponent = (bits >> 10) & 31u;
  const u32 fraction = bits & 0x3ffu;
  float value = exponent == 31
                    ? (fraction != 0 ? NAN : HUGE_VALF)
                    : std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction | 0x400u),
                                 static_cast<int>(std::max(exponent, 1u)) - 25);
  return (bits & 0x8000u) != 0 ? -value : value;
}

/// Rounds to `mantissa` bits below the leading one, to nearest even, in a 16-bit format.
u16 narrow(float value, int mantissa, int exponent_bits) {
  const u32 sign = std::signbit(value) ? 0x8000u : 0;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const u32 infinity = ((1u << exponent_bits) - 1) << mantissa;
  if (std::isnan(value)) return static_cast<u16>(sign | infinity | 1u << (mantissa - 1));
  if (value == 0) return static_cast<u16>(sign);
  const int exponent = std::isinf(value) ? bias + 1 : std::max(std::ilogb(value), 1 - bias);
  if (exponent > bias) return static_cast<u16>(sign | infinity);
  const auto steps = static_cast<u32>(
      std::nearbyint(std::ldexp(static_cast<double>(std::fabs(value)), mantissa - exponent)));
  return static_cast<u16>(
      sign | std::min((static_cast<u32>(exponent + bias - 1) << mantissa) + steps, infinity));
}

u16 add_half(u16 a, u16 b) { return narrow(widen_half(a) + widen_half(b), 10, 5); }

u16 add_bfloat(u16 a, u16 b) {
  const auto wide = [](u16 bits) { return std::bit_cast<float>(u32{bits} << 16); };
  return narrow(wide(a) + wide(b), 7, 8);
}

template <class T>
T add_float(T a, T b) {
  if constexpr (sizeof(T) == 2) {
    return add_half(a, b);
  } else {
    using F = typename FloatOf<T>::type;
    return std::bit_cast<T>(std::bit_cast<F>(a) + std::bit_cast<F>(b));
  }
}

/// Adds the two halves of a 32-bit word each for itself; 16-bit words have one.
template <class T, u16 (*F)(u16, u16)>
T add_packed(T a, T b) {
  const u16 low = F(static_cast<u16>(a), static_cast<u16>(b));
  if constexpr (sizeof(T) == 2)
    return low;
  else
    return static_cast<T>(u32{low} | u32{F(static_cast<u16>(a >> 16), static_cast<u16>(b >> 16))}
                                         << 16);
}

template <class T>
T pick_float(T a, T b, bool larger) {
  if constexpr (sizeof(T) == 2) {
    return (widen_half(a) < widen_half(b)) == larger ? b : a;
  } else {
    using F = typename FloatOf<T>::type;
    const F x = std::bit_cast<F>(a);
    const F y = std::bit_cast<F>(b);
    return std::bit_cast<T>(larger ? std::fmax(x, y) : std::fmin(x, y));
  }
}

template <class T>
T atomic_result(AtomicOp op, T old, T value, T compare) {
  using S = std::make_signed_t<T>;
  switch (op) {
    case AtomicOp::kAdd:
      return static_cast<T>(old + value);
    case AtomicOp::kSub:
      return static_cast<T>(old - value);
    case AtomicOp::kExchange:
    case AtomicOp::kStore:
      return value;
    case AtomicOp::kMinSigned:
      return static_cast<S>(value) < static_cast<S>(old) ? value : old;
    case AtomicOp::kMaxSigned:
      return static_cast<S>(value) > static_cast<S>(old) ? value : old;
    case AtomicOp::kMinUnsigned:
      return std::min(old, value);
    case AtomicOp::kMaxUnsigned:
      return std::max(old, value);
    case AtomicOp::kIncrement:
      return old >= value ? T{0} : static_cast<T>(old + 1);
    case AtomicOp::kDecrement:
      return old == 0 || old > value ? value : static_cast<T>(old - 1);
    case AtomicOp::kAnd:
      return old & value;
    case AtomicOp::kOr:
      return old | value;
    case AtomicOp::kXor:
      return old ^ value;
    case AtomicOp::kCompareSwap:
      return old == compare ? value : old;
    case AtomicOp::kAddFloat:
      return add_float(old, value);
    case AtomicOp::kLoad:
      return old;
    case AtomicOp::kAddHalf2:
      return add_packed<T, add_half>(old, value);
    case AtomicOp::kAddBfloat:
      return add_packed<T, add_bfloat>(old, value);
    case AtomicOp::kMinFloat:
      return pick_float(old, value, false);
    case AtomicOp::kMaxFloat:
      return pick_float(old, value, true);
  }
  return old;
}

template <class T>
Access describe_atomic(const Call& call, u32 word, LaneMask lanes, const u64* addresses,
                       const std::byte* values, u32 stride) {
  static constexpr Scope kScopes[3] = {Scope::kDevice, Scope::kBlock, Scope::kSystem};
  Access access;
  access.site = call.site;
  access.kind = AccessKind::kAtomic;
  access.bytes = access.alignment = sizeof(T);
  access.atomic = static_cast<u8>(word & 0xff);
  access.scope = kScopes[std::min((word >> 8) & 15u, 2u)];
  access.order = static_cast<Order>(std::min((word >> 12) & 15u, 4u));
  access.is_volatile = access.atomic == static_cast<u8>(AtomicOp::kLoad) ||
                       access.atomic == static_cast<u8>(AtomicOp::kStore);
  access.mask = lanes;
  access.addresses = addresses;
  access.values = values;
  access.value_stride = stride;
  return access;
}

/// The arguments of an atomic, and what each lane does with the value it finds.
template <class T>
struct Atomic {
  using Slot = std::conditional_t<sizeof(T) == 8, u64, u32>;

  explicit Atomic(const Call& call)
      : word(call.argument<u32>(0)[std::countr_zero(call.mask)]),
        op(static_cast<AtomicOp>(word & 0xff)),
        addresses(call.argument<u64>(1)),
        value(call.argument<Slot>(2)),
        compare(call.argument<Slot>(3)) {}

  T next(T old, int lane) const {
    return atomic_result<T>(op, old, static_cast<T>(value[lane]), static_cast<T>(compare[lane]));
  }
  Access access(const Call& call, LaneMask lanes) const {
    return describe_atomic<T>(call, word, lanes, addresses,
                              reinterpret_cast<const std::byte*>(value), sizeof(Slot));
  }

  u32 word;
  AtomicOp op;
  const u64* addresses;
  const Slot* value;
  const Slot* compare;
};

/// Calls f(lane) in the order in which lanes take turns.
template <class F>
void in_turn(const Executor& x, LaneMask lanes, F f) {
  for (int k = 0; k < kWarpSize; ++k) {
    const int lane = x.reverse_lanes ? kWarpSize - 1 - k : k;
    if ((lanes >> lane & 1) != 0) f(lane);
  }
}

/// The usual case: one stretch of memory holds all lanes' places.
template <class T>
void atomic_in(const Window& window, Call& call, const Atomic<T>& what) {
  Executor& x = call.executor;
  if (x.observer != nullptr) {
    Access access = what.access(call, call.mask);
    access.where = x.where(call.strand);
    access.space = window.space;
    access.allocation = window.allocation;
    x.observer->on_access(access);
  }
  std::byte* const data = window.space == Space::kShared ? call.strand.shared : window.data;
  auto* const d = call.out<typename Atomic<T>::Slot>();
  in_turn(x, call.mask, [&](int lane) {
    std::byte* const place = data + (what.addresses[lane] - window.base);
    T old{};
    std::memcpy(&old, place, sizeof(T));
    const T next = what.next(old, lane);
    d[lane] = old;
    if (next == old) return;
    std::memcpy(place, &next, sizeof(T));
    ++x.changes;
  });
}

/// Lanes of one warp that meet at an address take turns, in lane order (or the reverse, by seed).
template <class T>
void atomic(Call& call) {
  Executor& x = call.executor;
  const Atomic<T> what(call);
  const Window window = x.resolve_all(what.addresses, sizeof(T), call.mask);
  if (window.bytes != 0) return atomic_in<T>(window, call, what);

  auto* const d = call.out<typename Atomic<T>::Slot>();
  const AccessKind kind = what.op == AtomicOp::kLoad ? AccessKind::kLoad : AccessKind::kAtomic;
  const LaneMask lanes =
      x.valid_lanes(call.strand, call.site, what.addresses, sizeof(T), sizeof(T), call.mask, kind);
  if (x.observer != nullptr && lanes != 0) x.observe_mixed(call.strand, what.access(call, lanes));
  for_each_lane(call, [&](int i) {
    if ((lanes >> i & 1) == 0) d[i] = 0;
  });
  in_turn(x, lanes, [&](int lane) {
    T old{};
    x.read(call.strand, lane, what.addresses[lane], sizeof(T), &old);
    const T next = what.next(old, lane);
    // Writing what is there already is no change: a lock that is tried in vain must not look busy.
    if (next != old) x.write(call.strand, lane, what.addresses[lane], sizeof(T), &next);
    d[lane] = old;
  });
}

// ---- memory ------------------------------------------------------------------------------------

enum class BulkOp { kCopy, kFill };

template <BulkOp kOp>
void bulk(Call& call) {
  Executor& x = call.executor;
  const u64* const to = call.argument<u64>(0);
  const u64* const count = call.argument<u64>(2);
  for_each_lane(call, [&](int i) {
    const u64 bytes = count[i];
    const u64 source = kOp == BulkOp::kCopy ? call.argument<u64>(1)[i] : 0;
    if (bytes == 0) return;
    if (bytes > kMaxBulkBytes)
      return x.fault_at(call.strand, call.site, i, to[i], bytes, AccessKind::kStore);
    std::vector<std::byte> data(bytes);
    if constexpr (kOp == BulkOp::kCopy) {
      if (!x.read(call.strand, i, source, bytes, data.data())) {
        return x.fault_at(call.strand, call.site, i, source, bytes, AccessKind::kLoad);
      }
    } else {
      std::memset(data.data(), static_cast<int>(call.argument<u32>(1)[i]), bytes);
    }
    if (x.observer != nullptr) {
      x.observer->on_bulk_access(
          {x.where(call.strand), call.site, i, to[i], source, bytes, kOp == BulkOp::kFill});
    }
    if (!x.write(call.strand, i, to[i], bytes, data.data())) {
      x.fault_at(call.strand, call.site, i, to[i], bytes, AccessKind::kStore);
    }
  });
  if (call.result != nullptr) for_each_lane(call, [&](int i) { call.out<u64>()[i] = to[i]; });
}

void compare_memory(Call& call) {
  const u64* const a = call.argument<u64>(0);
  const u64* const b = call.argument<u64>(1);
  const u64* const count = call.argument<u64>(2);
  i32* const d = call.out<i32>();
  for_each_lane(call, [&](int i) {
    d[i] = 0;
    for (u64 k = 0; k < count[i] && d[i] == 0; ++k) {
      u8 x = 0, y = 0;
      if (!call.executor.read(call.strand, i, a[i] + k, 1, &x))
        return call.executor.fault_at(call.strand, call.site, i, a[i] + k, 1, AccessKind::kLoad);
      if (!call.executor.read(call.strand, i, b[i] + k, 1, &y))
        return call.executor.fault_at(call.strand, call.site, i, b[i] + k, 1, AccessKind::kLoad);
      d[i] = int{x} - int{y};
    }
  });
}

void string_length(Call& call) {
  for_each_lane(
      call, [&](int i) { call.out<u64>()[i] = text_at(call, i, call.argument<u64>(0)[i]).size(); });
}

void heap_allocate(Call& call) {
  Executor& x = call.executor;
  const u64* const bytes = call.argument<u64>(0);
  for_each_lane(call, [&](int i) {
    call.out<u64>()[i] = 0;
    if (bytes[i] == 0 || bytes[i] > x.options.heap_bytes ||
        x.heap_used + bytes[i] > x.options.heap_bytes)
      return;
    Result<Allocation*> allocation =
        x.memory.allocate(bytes[i], AllocationKind::kHeap, "malloc in a kernel");
    if (!allocation) return;
    x.heap_used += bytes[i];
    call.out<u64>()[i] = (*allocation)->address;
  });
}

void heap_free(Call& call) {
  Executor& x = call.executor;
  const u64* const address = call.argument<u64>(0);
  for_each_lane(call, [&](int i) {
    if (address[i] == 0) return;
    const Allocation* const block = x.memory.find(address[i]);
    if (block == nullptr || block->kind != AllocationKind::kHeap || block->address != address[i] ||
        !block->live) {
      Fault fault;
      fault.kind = FaultKind::kInvalidFree;
      fault.where = x.where(call.strand);
      fault.lane = i;
      fault.site = call.site;
      fault.mask = LaneMask{1} << i;
      fault.address = address[i];
      fault.allocation = block;
      return x.report(std::move(fault));
    }
    x.heap_used -= std::min(x.heap_used, block->bytes);
    x.memory.release(address[i]);
    std::fill(x.windows.begin(), x.windows.end(), Window{});  // they may still show the freed block
  });
}

// ---- printf ------------------------------------------------------------------------------------

/// Formats one lane's printf. Arguments lie in memory one after another, as wasm's ABI puts them.
class Formatter {
 public:
  Formatter(Call& call, int lane, u64 arguments) : call_(call), lane_(lane), next_(arguments) {}

  std::string run(const std::string& format) {
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%') {
        out += format[i];
        continue;
      }
      out += conversion(format, i);
    }
    return out;
  }

 private:
  u64 take(u64 bytes) {
    next_ = (next_ + bytes - 1) / bytes * bytes;
    u64 value = 0;
    if (!call_.executor.read(call_.strand, lane_, next_, bytes, &value)) value = 0;
    next_ += bytes;
    return value;
  }

  /// One conversion that starts at the '%' at `i`; leaves `i` at its last character.
  std::string conversion(const std::string& format, std::size_t& i) {
    ++i;
    const std::string spec = "%" + flags_and_sizes(format, i);
    int length = 0;
    while (i < format.size() && std::strchr("lhzjt", format[i]) != nullptr) {
      length += format[i] == 'h' ? 0 : 1;
      ++i;
    }
    if (i >= format.size() || spec.size() > kMaxSpec) return {};
    return render(spec, format[i], length > 0);
  }

  /// Flags, width and precision at `i`; leaves `i` behind them.
  std::string flags_and_sizes(const std::string& format, std::size_t& i) {
    std::string spec;
    while (i < format.size() && std::strchr("-+ #0123456789.*", format[i]) != nullptr) {
      if (format[i] == '*') {
        append_argument(spec);
        ++i;
      } else if (format[i] >= '1' && format[i] <= '9') {
        const char* end = format.data() + format.size();
        i64 value = std::numeric_limits<i64>::max();  // what a number beyond all bounds leaves here
        i = static_cast<std::size_t>(std::from_chars(&format[i], end, value).ptr - format.data());
        spec += text_of_size(value);
      } else {
        spec += format[i++];
      }
    }
    return spec;
  }

  /// A size from the arguments: a negative width aligns to the left, a negative precision is none.
  void append_argument(std::string& spec) {
    const i64 value = static_cast<i32>(take(4));
    if (value >= 0) {
      spec += text_of_size(value);
    } else if (!spec.empty() && spec.back() == '.') {
      spec.pop_back();
    } else {
      spec += "-" + text_of_size(-value);
    }
  }

  /// A size beyond the output limit is told by that limit, and nobody waits until it is filled.
  std::string text_of_size(i64 value) const {
    const auto limit = static_cast<i64>(call_.executor.options.max_output_bytes);
    return std::to_string(std::min(value, limit + 1));
  }

  template <class Value>
  static std::string formatted(const std::string& spec, Value value) {
    const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (length < 0) return {};
    std::string text(static_cast<std::size_t>(length), '\0');
    std::snprintf(text.data(), text.size() + 1, spec.c_str(), value);
    return text;
  }

  std::string render(const std::string& spec, char kind, bool is_long) {
    switch (kind) {
      case '%':
        return "%";
      case 'd':
      case 'i':
        return formatted(spec + "lld",
                         is_long ? static_cast<long long>(take(8)) : static_cast<i32>(take(4)));
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        return formatted(spec + "ll" + kind,
                         static_cast<unsigned long long>(take(is_long ? 8 : 4)));
      case 'c':
        return formatted(spec + "c", static_cast<int>(take(4)));
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        return formatted(spec + kind, std::bit_cast<double>(take(8)));
      case 'p':
        return formatted("0x%llx", static_cast<unsigned long long>(take(8)));
      case 's':
        return formatted(spec + "s", text_at(call_, lane_, take(8)).c_str());
      default:
        return spec + kind;
    }
  }

  Call& call_;
  int lane_;
  u64 next_;
};

void print(Call& call) {
  for_each_lane(call, [&](int i) {
    const std::string format = text_at(call, i, call.argument<u64>(0)[i]);
    const std::string text = Formatter(call, i, call.argument<u64>(1)[i]).run(format);
    call.executor.print(call.strand, call.site, text);
    call.out<i32>()[i] = static_cast<i32>(text.size());
  });
}

}  // namespace

/// A call of the compiler's own checks: arguments as 64-bit lane arrays, to the observer.
void compiler_check(Call& call) {
  Executor& x = call.executor;
  if (x.observer == nullptr) return;
  const Module& module = x.kernel.module();
  const auto function = static_cast<std::uint32_t>(x.code.rows[call.site].c);
  const FunctionType& type = module.types[module.functions[function].type];
  u64 wide[16][kWarpSize];
  const u64* arguments[16] = {};
  for (int k = 0; k < call.argument_count; ++k) {
    for (int lane = 0; lane < kWarpSize; ++lane) {
      const bool is_long = bytes_of(type.parameters[static_cast<std::size_t>(k)]) == 8;
      wide[k][lane] = is_long ? call.argument<u64>(k)[lane] : call.argument<u32>(k)[lane];
    }
    arguments[k] = wide[k];
  }
  CompilerCheck check;
  check.where = x.where(call.strand);
  check.site = call.site;
  check.handler = module.functions[function].name;
  check.mask = call.mask;
  check.argument_count = call.argument_count;
  check.arguments = arguments;
  x.observer->on_compiler_check(check);
}

#define MATH1(name, expression)
#define MATH2(name, expression)
#define MATH3(name, expression)
#define MATH4(name, expression)
#define PURE(name, signature, function)
#define RESULT(name, signature, function)
#define SPECIAL(name, signature, kind)
#define MACHINE(name, signature, function) \
  void name(Call& call) { function(call); }
#define YIELD(name, signature, function) \
  void name(Call& call) { function(call); }
#define COLLECTIVE(name, signature, function, argument) \
  void name(Call& call) { function(call); }
#include "device_lib.def"

}  // namespace simt::device
