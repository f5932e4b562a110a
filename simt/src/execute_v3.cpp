// SPDX-License-Identifier: MIT
//
// The dispatch loop once more, for processors with AVX2, BMI2 and FMA; see CMakeLists.txt.
#define SIMT_EXECUTE execute_v3
#include "execute.cpp"
