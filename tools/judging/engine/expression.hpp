// SPDX-License-Identifier: MIT
//
// Arithmetic in the cases of an exercise: "ceil_div(n, 256)", "1.1 * n / 8 + 64".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "result.hpp"

namespace judge {

/// The parameters of a case: n, stride, ...
using Numbers = std::map<std::string, double, std::less<>>;

/// Value of `text`: numbers, names from `numbers`, + - * / %, parentheses, and the functions
/// ceil_div, floor, log2, max, min. The error names what was not understood.
simt::Result<double> evaluate(std::string_view text, const Numbers& numbers);

}  // namespace judge
