// SPDX-License-Identifier: MIT
//
// CUDA for the virtual GPU: what nvcc gives each .cu file without an include. clang reads it in two
// passes: one makes the device code, with __CUDA_ARCH__ set, the other the host code. A C++ file of
// the program, compiled by any compiler, gets the host side alone.
#pragma once

/// Set in every file of a program for the virtual GPU, and by no other compiler of CUDA.
#ifndef CM_VIRTUAL_GPU
#define CM_VIRTUAL_GPU 1
#endif

#ifdef __CUDA__
#if __clang_major__ < 16
#error "the virtual GPU needs clang++ 16 or newer"
#endif
#include "simt/device.h"
#endif
#include "simt/runtime_api.h"
