// SPDX-License-Identifier: MIT
//
// How the host's arguments reach a kernel's wasm parameters.
//
// The wasm signature knows neither the size of a class passed by value, nor empty classes, nor
// narrow types; debug information does. Clang's rules: an empty class is not passed, one with a
// single scalar in it is passed as that scalar, any other by address.
#pragma once

#include <cstdint>
#include <vector>

#include "launch.hpp"
#include "module.hpp"
#include "source_map.hpp"

namespace simt {

/// Parameters of a kernel, in order. Without a source map, or where it does not fit the signature,
/// they are what the signature alone says. `map` may be null.
std::vector<KernelParameter> kernel_parameters(const Module& module, std::uint32_t function,
                                               const SourceMap* map);

}  // namespace simt
