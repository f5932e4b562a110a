// SPDX-License-Identifier: MIT
//
// A table of plain text with aligned columns.
#pragma once

#include <string>
#include <vector>

namespace cm {

/// Lays out `rows` under `header` with two spaces between columns, texts to the left, numbers (and
/// `n/a`) to the right.  Each row has as many cells as the header; each line ends in "\n".
std::string format_table(const std::vector<std::string>& header,
                         const std::vector<std::vector<std::string>>& rows);

}  // namespace cm
