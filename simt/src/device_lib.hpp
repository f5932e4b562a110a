// SPDX-License-Identifier: MIT
//
// The functions that device code imports: math, atomics, shuffles, printf, heap.
//
// device_lib.def lists them, one line each. A pure function sees one lane's values only; the others
// get the Call below, because they touch memory, other lanes, or the launch.
#pragma once

#include <cstdint>
#include <string_view>

#include "events.hpp"
#include "opcodes.hpp"

namespace simt {

class Executor;
struct Strand;

/// Operations of __simt_atomic16/32/64, as CUDA's headers for the virtual GPU number them.
enum class AtomicOp : std::uint8_t {
  kAdd,
  kSub,
  kExchange,
  kMinSigned,
  kMaxSigned,
  kMinUnsigned,
  kMaxUnsigned,
  kIncrement,
  kDecrement,
  kAnd,
  kOr,
  kXor,
  kCompareSwap,
  kAddFloat,
  kLoad,
  kStore,
  kAddHalf2,
  kAddBfloat,
  kMinFloat,
  kMaxFloat
};

/// What the executor has to know about an import before it runs it.
enum class ImportKind : std::uint8_t {
  kPure,           ///< depends on one lane's arguments only
  kMachine,        ///< touches memory or the launch
  kBarrier,        ///< waits for the whole block
  kGridBarrier,    ///< waits for the whole grid
  kCollective,     ///< waits for the lanes named in an argument
  kYield,          ///< lets other warps go first
  kMarksVolatile,  ///< check pass: the next access is volatile
  kIgnored,        ///< check pass: no meaning here
  kCheck,          ///< check pass: told to the observer
  kFma,            ///< becomes an operation
};

struct Call {
  Executor& executor;
  Strand& strand;
  SiteId site;
  LaneMask mask;
  const void* const* arguments;  ///< lane array of each argument
  int argument_count;
  void* result;  ///< lane array, or null
  std::string_view name;

  template <class T>
  const T* argument(int i) const {
    return static_cast<const T*>(arguments[i]);
  }
  template <class T>
  T* out() const {
    return static_cast<T*>(result);
  }
};

using ImportFunction = void (*)(Call&);

struct ImportInfo {
  std::string_view name;
  /// Result, then parameters: v none, i i32, l i64, p pointer, f f32, d f64. Empty: not checked.
  std::string_view signature;
  ImportKind kind;
  ImportFunction function;  ///< null for kinds that the executor or decoder handles itself
  int mask_argument;        ///< kCollective: which argument names the lanes
};

/// The import of this name, or null. The index is stable: import_at(index).
const ImportInfo* find_import(std::string_view name);
std::uint32_t import_index(const ImportInfo& import);
const ImportInfo& import_at(std::uint32_t index);

}  // namespace simt
