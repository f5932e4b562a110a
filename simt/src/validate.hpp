// SPDX-License-Identifier: MIT
//
// Checks a function body as wasm's specification asks: operand types, stack heights, nesting,
// label depths, indices. What has passed here the decoder takes on trust.
//
// It refuses more than the specification does, with a sentence each: multi-value blocks, globals
// other than the stack pointer, bodies beyond the limits below.
#pragma once

#include "module.hpp"
#include "result.hpp"

namespace simt {

inline constexpr std::uint32_t kMaxLocals = 5'000;
inline constexpr std::uint32_t kMaxStackHeight = 2'000;
inline constexpr std::uint32_t kMaxNesting = 500;

/// Checks one defined function of the module.
Status validate_function(const Module& module, std::uint32_t function);

/// Function that a call at `at` reaches: by relocation if there is one, else by the index given.
std::uint32_t callee(const Module& module, std::uint32_t at, std::uint64_t index);

}  // namespace simt
