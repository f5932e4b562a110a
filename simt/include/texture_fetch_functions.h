// SPDX-License-Identifier: MIT
//
// The name under which programs include a part of CUDA; everything is in one place here.
#pragma once

#include "cuda_runtime.h"
