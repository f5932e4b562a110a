// SPDX-License-Identifier: MIT
//
// Declares the functions behind device_lib.def, one for each line. Defined in device_math.cpp,
// device_warp.cpp and device_memory.cpp.
#pragma once

#include <bit>

#include "device_lib.hpp"

namespace simt::device {

#define MATH1(name, expression) \
  void name##_f64(Call&);       \
  void name##_f32(Call&);
#define MATH2(name, expression) MATH1(name, expression)
#define MATH3(name, expression) MATH1(name, expression)
#define MATH4(name, expression) MATH1(name, expression)
#define PURE(name, signature, function) void name(Call&);
#define RESULT(name, signature, function) void name(Call&);
#define MACHINE(name, signature, function) void name(Call&);
#define YIELD(name, signature, function) void name(Call&);
#define COLLECTIVE(name, signature, function, argument) void name(Call&);
#define SPECIAL(name, signature, kind)
#include "device_lib.def"
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATH4
#undef PURE
#undef RESULT
#undef MACHINE
#undef YIELD
#undef COLLECTIVE
#undef SPECIAL
void compiler_check(Call&);

/// Calls f(lane) for each active lane of a call, in order.
template <class F>
void for_each_lane(const Call& call, F f) {
  for (LaneMask rest = call.mask; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
}

}  // namespace simt::device
