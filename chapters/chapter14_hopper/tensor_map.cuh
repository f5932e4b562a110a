// SPDX-License-Identifier: MIT
//
// Describes a matrix to the copy engine.  HAVE_TENSOR_MAP is 0 where there is no driver to ask.
#pragma once

#include "common/common.cuh"

#if defined(CM_VIRTUAL_GPU)
#define HAVE_TENSOR_MAP 0
#else
#define HAVE_TENSOR_MAP 1

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// The driver's function by name, so that no program links with the driver.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                              cudaEnableDefault, &found));
#else
  CUDA_CHECK(
      cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found));
#endif
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

// [snippet:tensor-map]
/// A row-major matrix of 4-byte words, cut into boxes of `box_cols` x `box_rows`.
///
/// Rows and boxes' rows are multiples of 16 bytes.  With a swizzle, the 16-byte pieces of a box's
/// row are permuted on their way into shared memory.
inline CUtensorMap tensor_map(unsigned* matrix, int cols, int rows, int box_cols, int box_rows,
                              CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t size[] = {static_cast<cuuint64_t>(cols), static_cast<cuuint64_t>(rows)};
  const cuuint64_t row_bytes[] = {4 * size[0]};
  const cuuint32_t box[] = {static_cast<cuuint32_t>(box_cols), static_cast<cuuint32_t>(box_rows)};
  const cuuint32_t every_element[] = {1, 1};
  const CUresult result =
      tensor_map_encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, matrix, size, row_bytes, box,
                           every_element, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                           CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    std::fprintf(stderr, "cuTensorMapEncodeTiled refuses the matrix: CUresult %d\n", result);
    std::exit(EXIT_FAILURE);
  }
  return map;
}
// [/snippet:tensor-map]
#endif
