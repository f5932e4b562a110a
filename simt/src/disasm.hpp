// SPDX-License-Identifier: MIT
//
// Decoded code as text, for tests and for people: one line a row.
#pragma once

#include <string>

#include "decode.hpp"
#include "module.hpp"

namespace simt {

/// All functions of a kernel's code. Registers read r<offset>, constants their value in lane 0.
std::string disassemble(const Module& module, const Code& code);

}  // namespace simt
