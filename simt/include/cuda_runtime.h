// SPDX-License-Identifier: MIT
//
// CUDA for the virtual GPU: what nvcc gives each .cu file without an include. clang reads it in two
// passes: one makes the device code, with __CUDA_ARCH__ set, the other the host code.
#pragma once

#if !defined(__CUDA__) || __clang_major__ < 16
#error "the virtual GPU's headers need clang++ 16 or newer in CUDA mode; run the file with simt-run"
#endif

/// Set in both passes of a program for the virtual GPU, and by no other compiler of CUDA.
#define CM_VIRTUAL_GPU 1

#include "simt/device.h"
#include "simt/runtime_api.h"
