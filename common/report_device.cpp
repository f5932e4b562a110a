// SPDX-License-Identifier: MIT
//
// The one part of the report that asks CUDA; without a toolkit it is left out.
#include "common/device.cuh"
#include "common/report.hpp"

namespace cm {

Report::Report(const char* program, const Options& options)
    : Report(program, options, device_info()) {}

}  // namespace cm
