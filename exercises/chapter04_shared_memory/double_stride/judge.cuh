// SPDX-License-Identifier: MIT-0
//
// What stands before your part when it is judged, as in the starter.
#include <cuda_runtime.h>

constexpr int kWarpLanes = 32;
constexpr int kBlock = 256;
constexpr int kWarps = kBlock / kWarpLanes;
constexpr int kDoubles = 2 * kWarpLanes;
constexpr int kMostSlots = 96;
