// SPDX-License-Identifier: MIT
//
// From code offsets back to the reader's source: lines, inlined calls, parameters, variables.
//
// Built once from an object's debug sections (DWARF 4; another version is refused by name). All
// text is copied, so the object's bytes need not outlive the map. A "pc" is the offset of an
// instruction's first byte from the start of the code section's contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "result.hpp"

namespace simt {

/// A place in a source file. `file` is an index for `SourceMap::file_name`; line 0 is unknown.
struct SourcePosition {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// How the wasm ABI passes a parameter of a kernel.
enum class ParamKind : std::uint8_t {
  kScalar,        ///< one wasm value of the parameter's size
  kSingleMember,  ///< a struct with one member, passed as that member
  kByPointer,     ///< any other struct: a pointer to a copy
  kPair,          ///< a 128-bit integer: two 64-bit values, low half first
  kEmpty,         ///< an empty struct: not passed at all
  kUnknown,       ///< a type the object only declares; its size is unknown
};

struct KernelParam {
  std::string name;             ///< may be empty
  std::string type;             ///< as the source spells it, typedefs kept
  std::uint64_t size = 0;       ///< bytes that the host hands over
  std::uint32_t alignment = 1;  ///< bytes
  ParamKind kind = ParamKind::kScalar;
  bool is_signed = false;  ///< integers and enumerations, also in a class with nothing else
  bool is_pointer = false;
  std::string pointee;             ///< pointers: type of what they point at, without qualifiers
  std::uint64_t pointee_size = 0;  ///< its bytes; 0 if unknown
};

struct KernelParams {
  std::string name;  ///< as the source spells it, with template arguments
  SourcePosition declared;
  std::vector<KernelParam> params;
};

/// A variable with a fixed address: `__device__`, `__constant__` or `__shared__`.
struct SourceVariable {
  std::string name;
  std::string function;                ///< that declares it; empty at namespace scope
  std::string type;                    ///< of one element
  std::uint64_t object_address = 0;    ///< offset in the object's data, before placement
  std::uint64_t size = 0;              ///< bytes
  std::uint64_t element_size = 1;      ///< bytes
  std::vector<std::uint64_t> extents;  ///< of each array dimension; empty for a scalar
  SourcePosition declared;

  /// The variable's name with the index of the element at byte `offset`: "tile[2][5]". Adds
  /// "+2 bytes" when `offset` lies inside an element; out of bounds the first index grows.
  std::string element(std::uint64_t offset) const;
};

/// One level of a call chain after inlining, innermost first.
struct SourceFrame {
  std::string_view function;  ///< empty if unknown
  SourcePosition position;
};

class SourceMap {
 public:
  /// Reads the debug sections of a wasm `object`. An object without them gives an empty map.
  /// A damaged table, or one of another DWARF version, is an error.
  static Result<SourceMap> parse(std::span<const std::byte> object);

  std::string_view file_name(std::uint32_t file) const;
  std::size_t file_count() const { return files_.size(); }

  /// Where the instruction at `pc` was written, in the innermost inlined function.
  SourcePosition position(std::uint32_t pc) const;

  /// The chain of inlined calls around `pc`, innermost first; at least one frame.
  std::vector<SourceFrame> frames(std::uint32_t pc) const;

  /// Where the reader would look: the innermost frame outside library headers.
  SourcePosition user_position(std::uint32_t pc) const;

  /// Name of the function whose body holds `pc`, with its template arguments; may be empty.
  std::string_view function_at(std::uint32_t pc) const;

  /// Parameters of the kernel with this symbol name; null if the object does not describe it.
  const KernelParams* kernel_params(std::string_view symbol) const;

  const std::vector<SourceVariable>& variables() const { return variables_; }
  /// The variable that covers `object_address`; null if none does.
  const SourceVariable* variable_at(std::uint64_t object_address) const;
  /// The variable at `offset` in data segment number `segment`; null if none is known there.
  const SourceVariable* variable_in(std::size_t segment, std::uint64_t offset) const;

  /// True for files that no reader wrote: system headers and the virtual GPU's own.
  bool is_library(std::uint32_t file) const;

 private:
  friend class SourceMapBuilder;

  struct Row {
    std::uint32_t pc;
    SourcePosition position;
  };
  struct InlinedCall {
    std::uint32_t begin, end;
    SourcePosition call;
    std::uint32_t function;  ///< index into names_
    std::uint32_t depth;
  };
  struct Function {
    std::uint32_t begin, end;
    std::uint32_t name;  ///< index into names_
    std::vector<InlinedCall> inlined;
  };

  const Function* find_function(std::uint32_t pc) const;

  std::vector<std::string> files_{""};
  std::vector<bool> library_{true};
  std::vector<Row> rows_;
  std::vector<Function> functions_;  ///< sorted by begin
  std::vector<std::string> names_;
  std::vector<SourceVariable> variables_;  ///< sorted by address
  std::vector<std::uint64_t> segment_addresses_;
  std::unordered_map<std::string, KernelParams> kernels_;
};

}  // namespace simt
