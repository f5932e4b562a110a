// SPDX-License-Identifier: MIT
//
// The CUDA headers, parsed once and kept: they are most of what the compiler reads of a small
// program. One file for each kind of pass and compiler, good while no header has changed.
#pragma once

#include <filesystem>
#include <vector>

#include "cli/toolchain.hpp"

namespace simt::cli {

/// Which of the two compilations of a source.
enum class Side { kDevice, kHost };

struct PrecompiledHeaders {
  std::filesystem::path file;                 ///< empty: there are none, so include them
  std::vector<std::filesystem::path> inputs;  ///< what it was made from
};

/// Takes them from the cache, or makes them. There are none for a unit that defines macros, which
/// may change what the headers say.
PrecompiledHeaders precompiled_headers(const Compiler& compiler, const Unit& unit, Side side,
                                       const std::filesystem::path& include);

}  // namespace simt::cli
