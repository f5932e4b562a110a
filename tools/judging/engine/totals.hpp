// SPDX-License-Identifier: MIT
//
// Sums over a report of the virtual GPU: what a limit in judge.json can be set on.
#pragma once

#include "expression.hpp"

namespace judge {

/// The metrics of a JSON report: global_load_sectors, shared_wavefronts, bank_conflicts, …
Numbers totals_of(const std::string& report);

}  // namespace judge
