// SPDX-License-Identifier: MIT
//
// Asynchronous copies from global to shared memory, thread by thread. The copy is done at once; the
// check pass reports who touches it before the wait.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDA__
/// Copies 4, 8 or 16 bytes, the last `zeros` of them as zero.
__SIMT_DEVICE__ void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                             size_t zeros = 0) {
  if (zeros != 0) {
    for (size_t i = 0; i < bytes; ++i) {
      static_cast<char*>(to)[i] = i < bytes - zeros ? static_cast<const char*>(from)[i] : char(0);
    }
  } else if (bytes == 16) {
    *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
  } else if (bytes == 8) {
    *static_cast<uint2*>(to) = *static_cast<const uint2*>(from);
  } else {
    *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
  }
  __simt_async(0, to, static_cast<unsigned>(bytes));
}
__SIMT_DEVICE__ void __pipeline_commit() { __simt_async(1, nullptr, 0); }
__SIMT_DEVICE__ void __pipeline_wait_prior(size_t groups) {
  __simt_async(2, nullptr, static_cast<unsigned>(groups));
}
#endif
