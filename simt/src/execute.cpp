// SPDX-License-Identifier: MIT
//
// The dispatch loop: one row after another, 32 lanes at a time.
//
// Built twice, as execute_baseline and as execute_v3. Only the loop and what it inlines stands
// here; everything that is rare (faults, mixed address spaces, splitting, 128-bit arithmetic) is
// elsewhere and built once.
#include <algorithm>
#include <bit>
#include <cstring>

#include "device_lib.hpp"
#include "executor.hpp"
#include "lanes.hpp"
#include "vector_ops.hpp"

#ifndef SIMT_EXECUTE
#define SIMT_EXECUTE execute_baseline
#endif

namespace simt {
namespace {

// ---- memory ------------------------------------------------------------------------------------

/// Fills `out` by address_of(lane); true if lane i's address is the first one plus i * bytes.
template <u64 bytes, class F>
SIMT_INLINE bool fill_addresses(u64* out, F address_of) {
  const u64 first = address_of(0);
  u64 other = 0;
  SIMT_LANE_LOOP
  for (int i = 0; i < kWarpSize; ++i) {
    const u64 address = address_of(i);
    out[i] = address;
    other |= address - first - static_cast<u64>(i) * bytes;
  }
  return other == 0;
}

template <u64 bytes>
SIMT_INLINE bool effective_addresses(const Row& row, const std::byte* a, const std::byte* b,
                                     u64* out) {
  const u64* const base = aligned<u64>(a);
  const u64 offset = row.imm;
  const int shift = row.c;
  switch (static_cast<AddressMode>(row.flags >> 5)) {
    case AddressMode::kSum: {
      const u64* const index = aligned<u64>(b);
      return fill_addresses<bytes>(out, [=](int i) { return base[i] + index[i] + offset; });
    }
    case AddressMode::kScaledS: {
      const i32* const index = aligned<i32>(b);
      return fill_addresses<bytes>(out, [=](int i) {
        return base[i] + (static_cast<u64>(i64{index[i]}) << shift) + offset;
      });
    }
    case AddressMode::kScaledU: {
      const u32* const index = aligned<u32>(b);
      return fill_addresses<bytes>(
          out, [=](int i) { return base[i] + (u64{index[i]} << shift) + offset; });
    }
    case AddressMode::kScaled64: {
      const u64* const index = aligned<u64>(b);
      return fill_addresses<bytes>(out,
                                   [=](int i) { return base[i] + (index[i] << shift) + offset; });
    }
    default:
      return fill_addresses<bytes>(out, [=](int i) { return base[i] + offset; });
  }
}

/// The window of a memory row, looked up anew if the address has left it.
SIMT_INLINE const Window& window_for(Executor& x, const Row& row, u64 address) {
  Window& window = x.windows[row.aux];
  if (address - window.base >= window.bytes) window = x.resolve(address);
  return window;
}

SIMT_INLINE std::byte* data_of(const Window& window, const Strand& strand) {
  return window.space == Space::kShared ? strand.shared : window.data;
}

/// Offsets of the active lanes in the window (inactive ones get the leading lane's). False if one
/// lies outside or is not aligned.
template <u64 bytes>
SIMT_INLINE bool window_offsets(const Window& window, const u64* addresses, LaneMask mask, int lead,
                                u64 alignment, u64* out) {
  if (window.bytes < bytes) return false;
  const u64 base = window.base;
  const u64 limit = window.bytes - bytes;
  const u64 spare = addresses[lead];
  u64 outside = 0;
  u64 low = 0;
  SIMT_LANE_LOOP
  for (int i = 0; i < kWarpSize; ++i) {
    const u64 address = (mask & kBit[i]) ? addresses[i] : spare;
    const u64 offset = address - base;
    out[i] = offset;
    outside |= offset | (limit - offset);
    low |= address;
  }
  return (outside >> 63) == 0 && (low & (alignment - 1)) == 0;
}

SIMT_INLINE Access describe(const Executor& x, const Strand& strand, const Row& row,
                            AccessKind kind, u32 bytes, const u64* addresses, LaneMask mask,
                            const Window& window, bool contiguous) {
  Access access;
  access.where = x.where(strand);
  access.site = x.site_of(row);
  access.kind = kind;
  access.space = window.space;
  access.bytes = static_cast<u8>(bytes);
  access.alignment = row.lane;
  access.is_volatile = (row.flags & kVolatile) != 0;
  access.contiguous = contiguous;
  access.mask = mask;
  access.addresses = addresses;
  access.allocation = window.allocation;
  return access;
}

/// Where the active lanes' bytes lie in the warp's local memory (inactive ones get the leading
/// lane's). False if one lies elsewhere, is not aligned, or goes over the end of its 16-byte piece.
template <u64 bytes>
SIMT_INLINE bool local_offsets(LocalMemory& local, const u64* addresses, LaneMask mask, int lead,
                               u64 alignment, u64* out) {
  if (local.size < bytes) return false;
  const u64 limit = local.size - bytes;
  const u64 spare = addresses[lead];
  u64 outside = 0;
  u64 low = 0;
  u64 over = 0;
  u64 first = limit;
  for (int i = 0; i < kWarpSize; ++i) {
    const u64 address = (mask & kBit[i]) ? addresses[i] : spare;
    const u64 offset = address - kLocalBase;
    outside |= offset | (limit - offset);
    low |= address;
    over |= 16 - bytes - offset % 16;
    first = offset < first ? offset : first;
    out[i] = offset;
  }
  if (((outside | over) >> 63) != 0 || (low & (alignment - 1)) != 0) return false;
  local.commit(first);
  const u64 absent = local.size - local.committed;
  each_lane([=](int i) {
    const u64 relative = out[i] - absent;
    out[i] = relative / 16 * (16 * kWarpSize) + static_cast<u64>(i) * 16 + relative % 16;
  });
  return true;
}

template <class M, class R>
[[gnu::noinline]] void load(Executor& x, Strand& strand, const Row& row, const std::byte* a,
                            const std::byte* b, R* d, LaneMask mask) {
  alignas(64) u64 addresses[kWarpSize];
  alignas(64) u64 offsets[kWarpSize];
  constexpr u64 kBytes = sizeof(M);
  const bool contiguous = effective_addresses<kBytes>(row, a, b, addresses);
  const int lead = std::countr_zero(mask);
  const Window& window = window_for(x, row, addresses[lead]);
  const std::byte* const data = data_of(window, strand);
  const u64 first = addresses[lead] - window.base;

  if (mask == kAllLanes && contiguous && first <= window.bytes &&
      kBytes * kWarpSize <= window.bytes - first && (addresses[0] & (row.lane - u64{1})) == 0) {
    const std::byte* const from = data + first;
    if constexpr (sizeof(M) == sizeof(R)) {
      std::memcpy(d, from, kBytes * kWarpSize);
    } else {
      each_lane([=](int i) {
        M value;
        std::memcpy(&value, from + static_cast<u64>(i) * kBytes, kBytes);
        d[i] = static_cast<R>(value);
      });
    }
    if (x.observer != nullptr)
      x.observer->on_access(
          describe(x, strand, row, AccessKind::kLoad, kBytes, addresses, mask, window, true));
    return;
  }
  if (window_offsets<kBytes>(window, addresses, mask, lead, row.lane, offsets)) {
    const u64* const at = offsets;
    gather(d, [=](int i) {
      M value;
      std::memcpy(&value, data + at[i], kBytes);
      return static_cast<R>(value);
    });
    if (x.observer != nullptr)
      x.observer->on_access(
          describe(x, strand, row, AccessKind::kLoad, kBytes, addresses, mask, window, false));
    return;
  }
  LocalMemory& stack = strand.warp->local;
  if (local_offsets<kBytes>(stack, addresses, mask, lead, row.lane, offsets)) {
    const std::byte* const from = stack.data.get();
    const u64* const at = offsets;
    gather(d, [=](int i) {
      M value;
      std::memcpy(&value, from + at[i], kBytes);
      return static_cast<R>(value);
    });
    if (x.observer != nullptr) {
      Window local;
      local.space = Space::kLocal;
      x.observer->on_access(
          describe(x, strand, row, AccessKind::kLoad, kBytes, addresses, mask, local, false));
    }
    return;
  }
  alignas(64) M values[kWarpSize];
  x.load_lanes(strand, row, addresses, kBytes, mask, reinterpret_cast<std::byte*>(values));
  for (int i = 0; i < kWarpSize; ++i) d[i] = static_cast<R>(values[i]);
}

/// Stores lane by lane, in the order that decides which of several lanes at one place wins.
template <class F>
SIMT_INLINE void in_store_order(const Executor& x, LaneMask mask, F f) {
  if (!x.reverse_lanes) return each_active(mask, f);
  for (LaneMask rest = mask; rest != 0;) {
    const int lane = 31 - std::countl_zero(rest);
    f(lane);
    rest &= ~kBit[lane];
  }
}

template <class M, class R>
[[gnu::noinline]] void store(Executor& x, Strand& strand, const Row& row, const std::byte* a,
                             const std::byte* b, const R* v, LaneMask mask) {
  alignas(64) u64 addresses[kWarpSize];
  alignas(64) u64 offsets[kWarpSize];
  constexpr u64 kBytes = sizeof(M);
  const bool contiguous = effective_addresses<kBytes>(row, a, b, addresses);
  const int lead = std::countr_zero(mask);
  const Window& window = window_for(x, row, addresses[lead]);
  std::byte* const data = data_of(window, strand);
  const u64 first = addresses[lead] - window.base;
  const auto tell = [&](const Window& where, bool is_row) {
    Access access =
        describe(x, strand, row, AccessKind::kStore, kBytes, addresses, mask, where, is_row);
    access.values = reinterpret_cast<const std::byte*>(v);
    access.value_stride = sizeof(R);
    x.observer->on_access(access);
  };

  if (window.writable) {
    if (mask == kAllLanes && contiguous && first <= window.bytes &&
        kBytes * kWarpSize <= window.bytes - first && (addresses[0] & (row.lane - u64{1})) == 0) {
      if (x.observer != nullptr) tell(window, true);
      std::byte* const to = data + first;
      if constexpr (sizeof(M) == sizeof(R)) {
        std::memcpy(to, v, kBytes * kWarpSize);
      } else {
        each_lane([=](int i) {
          const M value = static_cast<M>(v[i]);
          std::memcpy(to + static_cast<u64>(i) * kBytes, &value, kBytes);
        });
      }
      ++x.changes;
      return;
    }
    if (window_offsets<kBytes>(window, addresses, mask, lead, row.lane, offsets)) {
      if (x.observer != nullptr) tell(window, false);
      in_store_order(x, mask, [&](int i) {
        const M value = static_cast<M>(v[i]);
        std::memcpy(data + offsets[i], &value, kBytes);
      });
      ++x.changes;
      return;
    }
  }
  LocalMemory& stack = strand.warp->local;
  if (local_offsets<kBytes>(stack, addresses, mask, lead, row.lane, offsets)) {
    if (x.observer != nullptr) {
      Window local;
      local.space = Space::kLocal;
      tell(local, false);
    }
    std::byte* const to = stack.data.get();
    each_active(mask, [&](int i) {
      const M value = static_cast<M>(v[i]);
      std::memcpy(to + offsets[i], &value, kBytes);
    });
    return;
  }
  alignas(64) M values[kWarpSize];
  for (int i = 0; i < kWarpSize; ++i) values[i] = static_cast<M>(v[i]);
  x.store_lanes(strand, row, addresses, kBytes, mask, reinterpret_cast<const std::byte*>(values));
}

// ---- the loop ----------------------------------------------------------------------------------

/// What the loop keeps in registers; only copies of it go to functions that are not inlined.
struct Context {
  std::byte* fp = nullptr;          ///< registers of the top frame
  const std::byte* pool = nullptr;  ///< constants
  std::byte* scratch = nullptr;
  LaneMask mask = 0;  ///< active lanes
  LaneMask live = 0;  ///< lanes whose locals still matter

  template <class T>
  SIMT_INLINE const T* in(Register r) const {
    return aligned<T>(r < 0 ? pool + (r & ~kPoolBit) : fp + r);
  }
  SIMT_INLINE bool keeps_lanes(const Row& row) const {
    return (row.flags & kWritesLocal) != 0 && mask != live;
  }

  /// Computes a result lane by lane into the row's register.
  template <class R, class F>
  SIMT_INLINE void compute(const Row& row, F f) const {
    const bool keep = keeps_lanes(row);
    R* const d = aligned<R>(keep ? scratch : fp + row.d);
    SIMT_LANE_LOOP
    for (int i = 0; i < kWarpSize; ++i) d[i] = f(i);
    if (keep) blend(aligned<R>(fp + row.d), d, mask);
  }
  template <class R, class S, class F>
  SIMT_INLINE void unary(const Row& row, F f) const {
    const S* const a = in<S>(row.a);
    compute<R>(row, [=](int i) { return f(a[i]); });
  }
  template <class R, class S, class F>
  SIMT_INLINE void binary(const Row& row, F f) const {
    const S* const a = in<S>(row.a);
    const S* const b = in<S>(row.b);
    compute<R>(row, [=](int i) { return f(a[i], b[i]); });
  }
  template <class T, class F>
  SIMT_INLINE void ternary(const Row& row, F f) const {
    const T* const a = in<T>(row.a);
    const T* const b = in<T>(row.b);
    const T* const c = in<T>(row.c);
    compute<T>(row, [=](int i) { return f(a[i], b[i], c[i]); });
  }
  template <class T>
  SIMT_INLINE void move(const Row& row) const {
    T* const d = aligned<T>(fp + row.d);
    const T* const a = in<T>(row.a);
    const bool keep = keeps_lanes(row) || ((row.flags & kWritesMerge) != 0 && mask != kAllLanes);
    if (keep)
      blend(d, a, mask);
    else
      std::memcpy(d, a, sizeof(T) * kWarpSize);
  }
  template <class T>
  SIMT_INLINE void select(const Row& row, LaneMask condition) const {
    const T* const a = in<T>(row.a);
    const T* const b = in<T>(row.b);
    compute<T>(row, [=](int i) { return (condition & kBit[i]) ? a[i] : b[i]; });
  }
};

/// Takes the active lanes of a vector operation's result from scratch to its register.
[[gnu::noinline]] void blend_vector_result(const Context& context, const Row& row,
                                           std::size_t bytes) {
  std::byte* const to = context.fp + row.d;
  if (bytes == 4)
    blend(aligned<u32>(to), aligned<u32>(context.scratch), context.mask);
  else if (bytes == 8)
    blend(aligned<u64>(to), aligned<u64>(context.scratch), context.mask);
  else
    blend(aligned<Vector>(to), aligned<Vector>(context.scratch), context.mask);
}

/// Gathers the argument arrays of an import and calls it.
[[gnu::noinline]] void call_import(Executor& x, Strand& strand, const Row& row, std::byte* fp,
                                   LaneMask mask) {
  const ImportInfo& import = import_at(static_cast<u32>(row.imm));
  const Register* const list = x.code.lists.data() + row.b;
  const void* arguments[16] = {};
  const int count = std::min(list[0], 16);
  for (int i = 0; i < count; ++i) {
    const Register r = list[1 + i];
    arguments[i] = r < 0 ? x.code.pool.get() + (r & ~kPoolBit) : fp + r;
  }
  Call call{x,
            strand,
            x.site_of(row),
            mask,
            arguments,
            count,
            row.lane == 0 ? nullptr : fp + row.d,
            import.name};
  import.function(call);
}

/// Copies arguments into the frame just pushed.
[[gnu::noinline]] void pass_arguments(const Executor& x, Strand& strand, const Register* list) {
  const Frame& caller = strand.frames[strand.frames.size() - 2];
  const Frame& frame = strand.frames.back();
  const std::byte* const from = strand.registers(caller);
  std::byte* const to = strand.registers(frame);
  for (std::size_t i = 0; i < frame.function->parameters.size(); ++i) {
    const Register r = list[1 + i];
    const std::byte* const source = r < 0 ? x.code.pool.get() + (r & ~kPoolBit) : from + r;
    std::memcpy(to + frame.function->parameters[i], source,
                std::size_t{frame.function->parameter_bytes[i]} * kWarpSize);
  }
}

template <class T>
void return_lanes(std::byte* to, const std::byte* from, LaneMask mask) {
  blend(aligned<T>(to), aligned<T>(from), mask);
}

/// Lanes that the active lanes name in a collective's mask argument, taken together.
SIMT_INLINE LaneMask named_lanes(const u32* masks, LaneMask active) {
  LaneMask named = 0;
  SIMT_LANE_LOOP
  for (int i = 0; i < kWarpSize; ++i) named |= (active & kBit[i]) ? masks[i] : 0;
  return named;
}

void fill_special(const Executor& x, const Strand& strand, u32 index, u32* d) {
  for (int lane = 0; lane < kWarpSize; ++lane) d[lane] = x.special(strand, index, lane);
}

Stop run(Executor& x, Strand& strand) {
  alignas(64) std::byte scratch[sizeof(Vector) * kWarpSize];
  const Row* const rows = x.code.rows.data();
  Context cx;
  cx.pool = x.code.pool.get();
  cx.scratch = scratch;
  cx.mask = strand.mask;
  LaneMask* slots = nullptr;
  LaneMask condition = 0;
  u32 at = strand.row;
  u64 executed = x.executed;

  const auto enter_frame = [&] {
    const Frame& frame = strand.frames.back();
    slots = strand.slots(frame);
    cx.fp = strand.registers(frame);
    cx.live = strand.frames.size() == 1 ? strand.lanes : frame.mask & ~slots[0];
  };
  const bool observed = x.observer != nullptr;
  // Since row `stretch` one mask was active; told before it changes, or the next row is another.
  u32 stretch = at;
  const auto end_stretch = [&] {
    if (observed) x.count_rows(stretch, at, cx.mask);
    stretch = at;
  };
  const auto go_to = [&](u32 row) { stretch = at = row; };
  const auto save = [&](u32 row) {
    end_stretch();
    strand.row = row;
    strand.mask = cx.mask;
    x.executed = executed;
  };
  const auto stop = [&](u32 row, Stop why) {
    save(row);
    return x.fatal ? Stop::kFatal : why;
  };
  // Lanes that wait at the end of the function; in the kernel itself they are gone.
  const auto leave_function = [&](LaneMask lanes) {
    cx.live &= ~lanes;
    if (strand.frames.size() > 1) return;
    strand.lanes &= ~lanes;
    strand.warp->exited |= lanes;
    slots[0] = 0;
  };
  const auto condition_of = [&](const Row& row, Register r) {
    LaneMask lanes = condition;
    if ((row.flags & kConditionMask) == 0) {
      const u32* const c = cx.in<u32>(r);
      lanes = lanes_where([=](int i) { return c[i] != 0; });
    }
    return ((row.flags & kInvert) ? ~lanes : lanes) & cx.mask;
  };
  const auto tell_branch = [&](const Row& row, LaneMask taken) {
    if (observed && cx.mask != 0) {
      x.observer->on_branch({x.where(strand), x.site_of(row), cx.mask, taken});
    }
  };
  enter_frame();

  for (;;) {
    const Row& row = rows[at++];
    ++executed;
    switch (row.op) {
// ---- numeric: one case for each line of opcodes.def ----
#define UNARY(name, code, text, R, S, expression)                        \
  case Op::k##name:                                                      \
    cx.unary<R, S>(row, [](S a) { return static_cast<R>(expression); }); \
    break;
#define BINARY(name, code, text, R, S, expression)                             \
  case Op::k##name:                                                            \
    cx.binary<R, S>(row, [](S a, S b) { return static_cast<R>(expression); }); \
    break;
#define TEST(name, code, text, S, expression)                   \
  case Op::k##name:                                             \
    cx.unary<u32, S>(row, [](S a) { return u32{expression}; }); \
    break;                                                      \
  case Op::kMask##name: {                                       \
    const S* const pa = cx.in<S>(row.a);                        \
    condition = lanes_where([=](int i) {                        \
      const S a = pa[i];                                        \
      return expression;                                        \
    });                                                         \
    break;                                                      \
  }
#define COMPARE(name, code, text, S, expression)                      \
  case Op::k##name:                                                   \
    cx.binary<u32, S>(row, [](S a, S b) { return u32{expression}; }); \
    break;                                                            \
  case Op::kMask##name: {                                             \
    const S* const pa = cx.in<S>(row.a);                              \
    const S* const pb = cx.in<S>(row.b);                              \
    condition = lanes_where([=](int i) {                              \
      const S a = pa[i];                                              \
      const S b = pb[i];                                              \
      return expression;                                              \
    });                                                               \
    break;                                                            \
  }
#define LOAD(name, code, text, M, R)                         \
  case Op::k##name: {                                        \
    const std::byte* const base = cx.in<std::byte>(row.a);   \
    const std::byte* const index = cx.in<std::byte>(row.b);  \
    const bool keep = cx.keeps_lanes(row);                   \
    R* const d = aligned<R>(keep ? scratch : cx.fp + row.d); \
    load<M, R>(x, strand, row, base, index, d, cx.mask);     \
    if (keep) blend(aligned<R>(cx.fp + row.d), d, cx.mask);  \
    if (x.fatal) return stop(at, Stop::kFatal);              \
    break;                                                   \
  }
#define STORE(name, code, text, M, R)                                                              \
  case Op::k##name:                                                                                \
    store<M, R>(x, strand, row, cx.in<std::byte>(row.a), cx.in<std::byte>(row.b), cx.in<R>(row.d), \
                cx.mask);                                                                          \
    if (x.fatal) return stop(at, Stop::kFatal);                                                    \
    break;
#define VECTOR1(name, code, text, E, count, expression) case Op::k##name:
#define VECTOR2(name, code, text, E, count, expression) case Op::k##name:
#define VECTOR_SHIFT(name, code, text, E, count, expression) case Op::k##name:
#define SPLAT(name, code, text, E, count, S) case Op::k##name:
#define EXTRACT(name, code, text, E, count, R) case Op::k##name:
#define REPLACE(name, code, text, E, count, S) case Op::k##name:
#include "opcodes.def"
      case Op::kShuffle16:
      case Op::kBitselect:
      case Op::kAnyTrue: {
        const bool keep = cx.keeps_lanes(row);
        const auto bytes =
            vector_operation(row, cx.in<std::byte>(row.a), cx.in<std::byte>(row.b),
                             cx.in<std::byte>(row.c), keep ? scratch : cx.fp + row.d);
        if (keep) blend_vector_result({cx.fp, cx.pool, scratch, cx.mask, cx.live}, row, bytes);
        break;
      }
#define LOAD_ZERO(name, code, text, M)                                                             \
  case Op::k##name: {                                                                              \
    alignas(64) M values[kWarpSize];                                                               \
    load<M, M>(x, strand, row, cx.in<std::byte>(row.a), cx.in<std::byte>(row.b), values, cx.mask); \
    const bool keep = cx.keeps_lanes(row);                                                         \
    vector_operation(row, reinterpret_cast<const std::byte*>(values), nullptr, nullptr,            \
                     keep ? scratch : cx.fp + row.d);                                              \
    if (keep)                                                                                      \
      blend_vector_result({cx.fp, cx.pool, scratch, cx.mask, cx.live}, row, sizeof(Vector));       \
    if (x.fatal) return stop(at, Stop::kFatal);                                                    \
    break;                                                                                         \
  }
#define LOAD_SPLAT(name, code, text, M, count) LOAD_ZERO(name, code, text, M)
#include "opcodes.def"

        // ---- moves and fused operations ----
      case Op::kMove4:
        cx.move<u32>(row);
        break;
      case Op::kMove8:
        cx.move<u64>(row);
        break;
      case Op::kMove16:
        cx.move<Vector>(row);
        break;
      case Op::kMoveIf: {
        const LaneMask lanes = condition_of(row, row.c);
        if (row.lane == 4)
          blend(aligned<u32>(cx.fp + row.d), cx.in<u32>(row.a), lanes);
        else if (row.lane == 8)
          blend(aligned<u64>(cx.fp + row.d), cx.in<u64>(row.a), lanes);
        else
          blend(aligned<Vector>(cx.fp + row.d), cx.in<Vector>(row.a), lanes);
        break;
      }
      case Op::kSelect4:
        cx.select<u32>(row, condition_of(row, row.c));
        break;
      case Op::kSelect8:
        cx.select<u64>(row, condition_of(row, row.c));
        break;
      case Op::kSelect16:
        cx.select<Vector>(row, condition_of(row, row.c));
        break;
      case Op::kSpecial: {
        alignas(64) u32 values[kWarpSize];
        fill_special(x, strand, static_cast<u32>(row.imm), values);
        cx.compute<u32>(row, [&](int i) { return values[i]; });
        break;
      }
      case Op::kGetStack: {
        const u64* const sp = strand.warp->stack_pointer;
        cx.compute<u64>(row, [=](int i) { return sp[i]; });
        break;
      }
      case Op::kSetStack: {
        const u64* const to = cx.in<u64>(row.a);
        u64* const sp = strand.warp->stack_pointer;
        const u64 size = strand.warp->local.size;
        const LaneMask outside =
            lanes_where([=](int i) { return to[i] - kLocalBase > size; }) & cx.mask;
        if (outside != 0) {
          x.fault(strand, x.site_of(row), FaultKind::kStackOverflow, outside);
          return stop(at, Stop::kFatal);
        }
        if (x.observer != nullptr)
          x.observer->on_stack_move({x.where(strand), x.site_of(row), cx.mask, sp, to});
        blend(sp, to, cx.mask);
        break;
      }
      case Op::kScaleS: {
        const int shift = row.c;
        cx.unary<u64, i32>(row, [shift](i32 a) { return static_cast<u64>(i64{a}) << shift; });
        break;
      }
      case Op::kScaleU: {
        const int shift = row.c;
        cx.unary<u64, u32>(row, [shift](u32 a) { return u64{a} << shift; });
        break;
      }
      case Op::kScale64: {
        const int shift = row.c;
        cx.unary<u64, u64>(row, [shift](u64 a) { return a << shift; });
        break;
      }
      case Op::kAddScaledS: {
        const u64* const base = cx.in<u64>(row.a);
        const i32* const index = cx.in<i32>(row.b);
        const int shift = row.c;
        cx.compute<u64>(
            row, [=](int i) { return base[i] + (static_cast<u64>(i64{index[i]}) << shift); });
        break;
      }
      case Op::kAddScaledU: {
        const u64* const base = cx.in<u64>(row.a);
        const u32* const index = cx.in<u32>(row.b);
        const int shift = row.c;
        cx.compute<u64>(row, [=](int i) { return base[i] + (u64{index[i]} << shift); });
        break;
      }
      case Op::kAddScaled64: {
        const u64* const base = cx.in<u64>(row.a);
        const u64* const index = cx.in<u64>(row.b);
        const int shift = row.c;
        cx.compute<u64>(row, [=](int i) { return base[i] + (index[i] << shift); });
        break;
      }
      case Op::kF32MulAdd:
        cx.ternary<f32>(row, [](f32 a, f32 b, f32 c) { return a * b + c; });
        break;
      case Op::kF64MulAdd:
        cx.ternary<f64>(row, [](f64 a, f64 b, f64 c) { return a * b + c; });
        break;
      case Op::kF32Fma:
        cx.ternary<f32>(row, [](f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); });
        break;
      case Op::kF64Fma:
        cx.ternary<f64>(row, [](f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); });
        break;

        // ---- control: lanes wait at labels, an empty mask goes on at the end of the innermost
        // block ----
      case Op::kIf: {
        end_stretch();
        const LaneMask taken = condition_of(row, row.a);
        tell_branch(row, taken);
        slots[2 * row.aux + 1] = cx.mask & ~taken;
        cx.mask = taken;
        if (taken == 0) go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kElse: {
        end_stretch();
        LaneMask* const label = slots + 2 * row.aux;
        label[0] |= cx.mask;
        cx.mask = label[1];
        label[1] = 0;
        if (cx.mask == 0) go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kEnd: {
        end_stretch();
        LaneMask* const label = slots + 2 * row.aux;
        cx.mask |= label[0];
        label[0] = 0;
        if (cx.mask == 0) go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kEndIf: {
        end_stretch();
        LaneMask* const label = slots + 2 * row.aux;
        cx.mask |= label[0] | label[1];
        label[0] = label[1] = 0;
        if (cx.mask == 0) go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kLoopIf:
      case Op::kLoopEnd: {
        end_stretch();
        LaneMask* const label = slots + 2 * row.aux;
        LaneMask again = label[0];
        if (row.op == Op::kLoopIf) {
          const LaneMask taken = condition_of(row, row.a);
          tell_branch(row, taken);
          again |= taken;
          cx.mask &= ~taken;
        }
        label[1] |= cx.mask;  // lanes that leave wait for the others
        label[0] = 0;
        if (again == 0) {
          cx.mask = label[1];
          label[1] = 0;
          if (cx.mask == 0) go_to(static_cast<u32>(row.c));
          break;
        }
        cx.mask = again;
        go_to(static_cast<u32>(row.d));
        if (executed >= x.yield_at) return stop(at, Stop::kYield);
        break;
      }
      case Op::kBranch:
        end_stretch();
        slots[2 * row.aux] |= cx.mask;
        if (row.aux == 0) leave_function(cx.mask);
        cx.mask = 0;
        go_to(static_cast<u32>(row.c));
        break;
      case Op::kBranchIf: {
        end_stretch();
        const LaneMask taken = condition_of(row, row.a);
        tell_branch(row, taken);
        if (taken == 0) break;
        slots[2 * row.aux] |= taken;
        cx.mask &= ~taken;
        if (row.aux == 0) leave_function(taken);
        if (cx.mask == 0) go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kBranchTable: {
        end_stretch();
        const u32* const index = cx.in<u32>(row.a);
        const Register* const list = x.code.lists.data() + row.imm;
        const u32 count = static_cast<u32>(list[0]);
        LaneMask first = 0;
        each_active(cx.mask, [&](int i) {
          const u32 target = static_cast<u32>(list[1 + std::min(index[i], count)]);
          slots[2 * target] |= kBit[i];
          if (first == 0 ||
              target ==
                  static_cast<u32>(list[1 + std::min(index[std::countr_zero(cx.mask)], count)]))
            first |= kBit[i];
        });
        tell_branch(row, first);
        if (slots[0] != 0) leave_function(slots[0]);
        cx.mask = 0;
        go_to(static_cast<u32>(row.c));
        break;
      }
      case Op::kCall: {
        end_stretch();
        const DecodedFunction& callee =
            x.code.functions[x.code.by_index.find(static_cast<u32>(row.imm))->second];
        if (!push_frame(strand, callee, at, cx.mask, row.d, x.options.max_call_depth)) {
          x.fault(strand, x.site_of(row), FaultKind::kStackOverflow, cx.mask);
          return stop(at, Stop::kFatal);
        }
        pass_arguments(x, strand, x.code.lists.data() + row.b);
        go_to(callee.first_row);
        enter_frame();
        if (executed >= x.yield_at) return stop(at, Stop::kYield);
        break;
      }
      case Op::kCallIndirect: {
        end_stretch();
        LaneMask& all = slots[2 * row.aux];
        LaneMask& left = slots[2 * row.aux + 1];
        if (all == 0) all = left = cx.mask;
        if (left == 0) {
          cx.mask = all;
          all = 0;
          break;
        }
        const u32* const targets = cx.in<u32>(row.a);
        const int lead = std::countr_zero(left);
        const u32 target = targets[lead];
        const LaneMask group = left & lanes_where([=](int i) { return targets[i] == target; });
        if (x.observer != nullptr)
          x.observer->on_branch({x.where(strand), x.site_of(row), left, group});
        left &= ~group;
        const auto found = target == 0 ? x.code.by_index.end() : x.code.by_index.find(target - 1);
        const Module& module = x.kernel.module();
        if (found == x.code.by_index.end() ||
            !(module.types[module.functions[found->first].type] == module.types[row.imm])) {
          x.fault(strand, x.site_of(row), FaultKind::kInvalidCall, group);
          return stop(at, Stop::kFatal);
        }
        const DecodedFunction& callee = x.code.functions[found->second];
        if (!push_frame(strand, callee, at - 1, group, row.d, x.options.max_call_depth)) {
          x.fault(strand, x.site_of(row), FaultKind::kStackOverflow, group);
          return stop(at, Stop::kFatal);
        }
        cx.mask = group;
        pass_arguments(x, strand, x.code.lists.data() + row.b);
        go_to(callee.first_row);
        enter_frame();
        if (executed >= x.yield_at) return stop(at, Stop::kYield);
        break;
      }
      case Op::kReturn: {
        end_stretch();
        if (strand.frames.size() == 1) {
          strand.warp->exited |= strand.lanes;
          strand.lanes = 0;
          cx.mask = 0;
          strand.state = StrandState::kDone;
          return stop(at - 1, Stop::kDone);
        }
        const Frame done = strand.frames.back();
        const std::byte* const from = cx.fp;
        cx.mask |= slots[0];
        strand.frames.pop_back();
        strand.top = done.base;
        go_to(done.return_row);
        enter_frame();
        const DecodedFunction& callee = *done.function;
        if (callee.result_bytes == 4)
          return_lanes<u32>(cx.fp + done.result, from + callee.result, cx.mask);
        else if (callee.result_bytes == 8)
          return_lanes<u64>(cx.fp + done.result, from + callee.result, cx.mask);
        else if (callee.result_bytes == 16)
          return_lanes<Vector>(cx.fp + done.result, from + callee.result, cx.mask);
        break;
      }
      case Op::kImport: {
        const ImportInfo& import = import_at(static_cast<u32>(row.imm));
        const Register* const list = x.code.lists.data() + row.b;
        if (import.kind == ImportKind::kBarrier || import.kind == ImportKind::kGridBarrier) {
          strand.state = import.kind == ImportKind::kBarrier ? StrandState::kAtBarrier
                                                             : StrandState::kAtGridBarrier;
          strand.wait_site = x.site_of(row);
          strand.reduce_op = -1;
          if (list[0] == 2) {
            strand.reduce_op = static_cast<int>(cx.in<u32>(list[1])[std::countr_zero(cx.mask)]);
            strand.reduce_predicate = list[2];
            strand.reduce_result = row.d;
          }
          return stop(at, Stop::kWaits);
        }
        if (import.kind == ImportKind::kCollective) {
          const LaneMask named = named_lanes(cx.in<u32>(list[1 + import.mask_argument]), cx.mask);
          const LaneMask missing = named & strand.warp->present & ~strand.warp->exited & ~cx.mask;
          if (missing != 0 && !strand.released) {
            strand.state = StrandState::kAtCollective;
            strand.wait_site = x.site_of(row);
            strand.wait_named = named;
            return stop(at - 1, Stop::kWaits);
          }
          strand.released = false;
        }
        save(at);
        call_import(x, strand, row, cx.fp, cx.mask);
        strand.missed = 0;
        if (x.fatal) return Stop::kFatal;
        if (import.kind == ImportKind::kYield) return Stop::kYield;
        break;
      }
      case Op::kTrap:
        x.fault(strand, x.site_of(row), FaultKind::kTrap, cx.mask);
        return stop(at, Stop::kFatal);
      case Op::kCount:
        __builtin_unreachable();
    }
  }
}

}  // namespace

Stop SIMT_EXECUTE(Executor& executor, Strand& strand) { return run(executor, strand); }

}  // namespace simt
