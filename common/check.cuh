// SPDX-License-Identifier: MIT
//
// Every CUDA call is checked: a lost error would turn into a wrong number later.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace cm {

/// What a reader can do about `error`, as one sentence, or "" where the error's text says it all.
inline const char* advice_for(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return "free memory by ending other programs that use it (nvidia-smi lists them), or run "
             "with --quick";
    case cudaErrorNoKernelImageForDevice:
      return "the program holds no code for this GPU: configure again with "
             "-DCMAKE_CUDA_ARCHITECTURES=native";
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInsufficientDriver:
      return "update the NVIDIA driver, or build with a CUDA toolkit no newer than the driver";
    default:
      return "";
  }
}

/// Ends the program with exit code 1 if `status` is an error; `call`, `file` and `line` say where.
///
/// Prints one line to standard error: `FILE:LINE: cudaErrorName: text: in CALL`, then what to do
/// about it where that is known.  Called by CUDA_CHECK, which fills in the place.
inline void check_cuda(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  const char* advice = advice_for(status);
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s: %s: in %s%s%s\n", file, line, cudaGetErrorName(status),
               cudaGetErrorString(status), call, *advice ? ": " : "", advice);
  std::exit(EXIT_FAILURE);
}

}  // namespace cm

/// Evaluates a CUDA runtime `call` once; on an error prints where and what, and exits with 1.
#define CUDA_CHECK(call)                                 \
  do {                                                   \
    ::cm::check_cuda((call), #call, __FILE__, __LINE__); \
  } while (false)

/// Checks the launch that stands just above: launches return no status of their own.
#define CUDA_CHECK_LAST() CUDA_CHECK(cudaGetLastError())
