// SPDX-License-Identifier: MIT
//
// printf, malloc, memcpy and their like in device code, under the names that the C library gives
// them.
#pragma once

#include "simt/imports.h"

extern "C" {
__SIMT_IMPORT__ __attribute__((format(printf, 1, 2))) int printf(const char* format, ...);
__SIMT_IMPORT__ void* malloc(size_t bytes);
__SIMT_IMPORT__ void free(void* address);
__SIMT_IMPORT__ void* memcpy(void* to, const void* from, size_t bytes);
__SIMT_IMPORT__ void* memmove(void* to, const void* from, size_t bytes);
__SIMT_IMPORT__ void* memset(void* to, int value, size_t bytes);
__SIMT_IMPORT__ int memcmp(const void* a, const void* b, size_t bytes);
__SIMT_IMPORT__ size_t strlen(const char* text);
}
