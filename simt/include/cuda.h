// SPDX-License-Identifier: MIT
//
// The driver API's header, for the version and the types that programs for the runtime API take
// from it. The driver's functions are not there: a program that calls one is told so by name.
#pragma once

#include "cuda_runtime.h"

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
