// SPDX-License-Identifier: MIT
//
// What the decoding of one kernel shares between its functions. Used by decode.cpp and
// function_decoder.cpp only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "decode.hpp"

namespace simt {

/// State of one kernel's decoding.
struct KernelDecoder {
  const Module& module;
  const SymbolAddresses& addresses;
  Code& code;
  std::map<std::uint32_t, std::uint64_t> shared_address = {};  ///< by segment
  std::vector<std::uint32_t> work = {};  ///< functions that were found reachable while decoding
  std::vector<std::byte> pool = {};
  std::map<std::pair<std::uint64_t, std::uint64_t>, Register> known_constants[3] = {};
  std::string problem = {};  ///< empty while all is well
  ErrorKind kind = ErrorKind::kMalformed;

  void fail(const std::string& what, ErrorKind k = ErrorKind::kUnsupported);
  /// Register of a constant, splat over the lanes.
  Register constant(std::uint64_t low, std::uint64_t high, std::uint32_t bytes);
  /// The value at `at` in the code, after relocation.
  std::uint64_t relocated(std::uint32_t at, std::uint64_t value);

 private:
  std::uint64_t address_of(std::uint32_t symbol, std::int64_t addend);
};

/// Appends one function's rows to the kernel's code. The function has passed validate_function.
void decode_function(KernelDecoder& kernel, DecodedFunction& out, bool is_entry);

}  // namespace simt
