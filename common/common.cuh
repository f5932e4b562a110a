// SPDX-License-Identifier: MIT
//
// What the chapter programs share.  It hides boilerplate, never the lesson: launches, shapes and
// index arithmetic stay in the programs.
#pragma once

#include "common/buffers.cuh"
#include "common/check.cuh"
#include "common/compare.hpp"
#include "common/device.cuh"
#include "common/managed.cuh"
#include "common/options.hpp"
#include "common/random.hpp"
#include "common/report.hpp"
#include "common/stream.cuh"
#include "common/timing.cuh"
#include "common/warp_model.hpp"
