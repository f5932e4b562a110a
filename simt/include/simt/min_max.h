// SPDX-License-Identifier: MIT
//
// min and max as CUDA declares them: for host and device, mixed signedness going to unsigned.
// Read after <cmath>, since on the host the floating-point forms are fmin and fmax.
#pragma once

#include "simt/math.h"

#define __SIMT_MIN_MAX(type, left, right)                                      \
  __SIMT_BOTH__ constexpr type min(left a, right b) {                          \
    return static_cast<type>(a) < static_cast<type>(b) ? static_cast<type>(a)  \
                                                       : static_cast<type>(b); \
  }                                                                            \
  __SIMT_BOTH__ constexpr type max(left a, right b) {                          \
    return static_cast<type>(a) > static_cast<type>(b) ? static_cast<type>(a)  \
                                                       : static_cast<type>(b); \
  }
#define __SIMT_MIN_MAX_WHOLE(type)                            \
  __SIMT_MIN_MAX(type, type, type)                            \
  __SIMT_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  __SIMT_MIN_MAX(unsigned type, type, unsigned type)          \
  __SIMT_MIN_MAX(unsigned type, unsigned type, type)
__SIMT_MIN_MAX_WHOLE(int)
__SIMT_MIN_MAX_WHOLE(long)
__SIMT_MIN_MAX_WHOLE(long long)
#undef __SIMT_MIN_MAX_WHOLE
#undef __SIMT_MIN_MAX
__SIMT_BOTH__ float min(float a, float b) { return fminf(a, b); }
__SIMT_BOTH__ float max(float a, float b) { return fmaxf(a, b); }
__SIMT_BOTH__ double min(double a, double b) { return fmin(a, b); }
__SIMT_BOTH__ double max(double a, double b) { return fmax(a, b); }
__SIMT_BOTH__ double min(float a, double b) { return fmin(double(a), b); }
__SIMT_BOTH__ double max(float a, double b) { return fmax(double(a), b); }
__SIMT_BOTH__ double min(double a, float b) { return fmin(a, double(b)); }
__SIMT_BOTH__ double max(double a, float b) { return fmax(a, double(b)); }
__SIMT_BOTH__ unsigned umin(unsigned a, unsigned b) { return min(a, b); }
__SIMT_BOTH__ unsigned umax(unsigned a, unsigned b) { return max(a, b); }
