// SPDX-License-Identifier: MIT
//
// cudaArray: memory with a shape and a format. It lies row after row, without gaps; programs cannot
// tell, because only copies and textures reach it.
#pragma once

#include <cstdint>

#include "simt/driver_types.h"

struct cudaArray {
  std::uint64_t address = 0;
  cudaChannelFormatDesc format = {};
  cudaExtent extent = {};  ///< as asked for: 0 for dimensions that it does not have
  unsigned flags = 0;
  std::size_t element_bytes = 0;

  std::size_t pitch() const { return extent.width * element_bytes; }
  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t planes() const { return extent.depth == 0 ? 1 : extent.depth; }
  std::size_t bytes() const { return pitch() * rows() * planes(); }
};
