// SPDX-License-Identifier: MIT
//
// The device side in the one order that works: device math before <cmath> (see math.h), and clang's
// wrapper of <new> after malloc and free are known.
#pragma once

#if defined(__CUDA_ARCH__) && !defined(__builtin_ia32_pause)
// libstdc++ spins with an x86 instruction in host code, which this pass parses too.
#define __builtin_ia32_pause() ((void)0)
#endif

// clang-format off
#include "simt/qualifiers.h"
#include "simt/imports.h"
#include "simt/vector_types.h"
#include "simt/builtin_variables.h"
#include "simt/math.h"
#include "simt/intrinsics.h"
#include "simt/sync.h"
#include "simt/warp.h"
#include "simt/atomics.h"
#include "simt/memory_hints.h"
#include "simt/texture.h"
#include "simt/spaces.h"
#include "simt/stdio.h"
#include <stdlib.h>
#include <string.h>
// libstdc++'s special functions (std::beta and others) would be most of the time to read all this.
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <math.h>
#include "simt/min_max.h"
#include "simt/assert.h"
#include "simt/new.h"
// clang-format on
