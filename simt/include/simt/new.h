// SPDX-License-Identifier: MIT
//
// new and delete in device code, on the device heap. clang's own wrapper of <new> defines them too
// where it is found first.
#pragma once

#include <new>

#include "simt/stdio.h"

#ifndef __CLANG_CUDA_WRAPPERS_NEW
__SIMT_MEMBER__ void* operator new(size_t bytes) { return malloc(bytes); }
__SIMT_MEMBER__ void* operator new[](size_t bytes) { return malloc(bytes); }
__SIMT_MEMBER__ void operator delete(void* address) noexcept { free(address); }
__SIMT_MEMBER__ void operator delete[](void* address) noexcept { free(address); }
__SIMT_MEMBER__ void operator delete(void* address, size_t) noexcept { free(address); }
__SIMT_MEMBER__ void operator delete[](void* address, size_t) noexcept { free(address); }
#endif
