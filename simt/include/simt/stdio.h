// SPDX-License-Identifier: MIT
//
// printf, malloc and free in device code, under the names that the C library gives them.
#pragma once

#include "simt/imports.h"

extern "C" {
__SIMT_IMPORT__ __attribute__((format(printf, 1, 2))) int printf(const char* format, ...);
__SIMT_IMPORT__ void* malloc(size_t bytes);
__SIMT_IMPORT__ void free(void* address);
}
