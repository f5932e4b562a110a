// SPDX-License-Identifier: MIT
//
// The imports behind texture and surface functions.
#pragma once

#include "device_lib.hpp"

namespace simt::device {

/// One channel of a fetch at a position.
void texture_sample(Call& call);
/// One channel of the element with an index.
void texture_fetch(Call& call);
/// Address of an element of a surface, or zero outside where the mode asks for that.
void surface_address(Call& call);

}  // namespace simt::device
