// SPDX-License-Identifier: MIT
//
// The CUDA headers, parsed once and kept, and with them the header of its own that a source names
// first: they are most of what the compiler reads of a small program. One file for each kind of
// pass, compiler and header, good while no header has changed.
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

/// The header in quotes that the source includes before it says anything else but headers of
/// libraries, as the compiler finds it in a folder of `-I`; empty if there is none, if it lies
/// beside the source, or if it may not be included twice.
std::filesystem::path leading_header(const Unit& unit);

/// Takes them from the cache, or makes them. There are none for a unit that defines macros, which
/// may change what the headers say.
PrecompiledHeaders precompiled_headers(const Compiler& compiler, const Unit& unit, Side side,
                                       const std::filesystem::path& include);

}  // namespace simt::cli
