// SPDX-License-Identifier: MIT
//
// Whole files as text. With C's own functions: those of C++ bring every locale along, which a page
// would have to load.
#pragma once

#include <string>

namespace simt::runtime {

/// What the file holds; nothing if it cannot be read.
std::string read_text(const std::string& path);

/// Makes the file hold `text`; false if that did not work.
bool write_text(const std::string& path, const std::string& text);

}  // namespace simt::runtime
