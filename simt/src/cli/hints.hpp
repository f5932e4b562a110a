// SPDX-License-Identifier: MIT
//
// What a compiler's messages mean to somebody whose program is right for nvcc.
#pragma once

#include <string>
#include <string_view>

namespace simt::cli {

/// A clause that follows "FILE does not compile": what in it the virtual GPU lacks. Empty if the
/// messages speak for themselves.
std::string hint_for(std::string_view messages);

}  // namespace simt::cli
