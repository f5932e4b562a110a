// SPDX-License-Identifier: MIT
//
// `__launch_bounds__` out of the compiler's intermediate text, into the device object.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "result.hpp"

namespace simt::cli {

/// One line "SYMBOL THREADS" for each kernel that `text` annotates.
std::string launch_bounds_in(std::string_view text);

/// Appends a custom section to a wasm object.
Status append_section(const std::filesystem::path& object, std::string_view name,
                      std::string_view content);

}  // namespace simt::cli
