// SPDX-License-Identifier: MIT
//
// assert() in device code: glibc's macro calls __assert_fail, which gets a device overload here.
#pragma once

#include <assert.h>

#include "simt/imports.h"

extern "C" __SIMT_IMPORT__ __attribute__((noreturn)) void __assert_fail(
    const char* text, const char* file, unsigned line,
    const char* function) __asm__("__simt_assert_fail");
