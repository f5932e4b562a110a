// SPDX-License-Identifier: MIT
//
// Copies and fills of rectangles between host and device: who owns a pointer, whether CUDA allows
// the direction, and the bytes themselves. A plain copy is a rectangle of one row.
#pragma once

#include <cstddef>

#include "memory.hpp"
#include "simt/driver_types.h"

namespace simt::runtime {

/// `height` rows of `width` bytes, `pitch` bytes apart on each side.
struct Transfer {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;
};

struct Fill {
  void* to = nullptr;
  std::size_t pitch = 0;
  int value = 0;
  std::size_t width = 0;
  std::size_t height = 1;
};

enum class Owner {
  kPageable,  ///< host memory that CUDA knows nothing of
  kShared,    ///< managed, pinned or registered: both sides may use it
  kDevice,
  kInvalid  ///< freed, never allocated, or a range that leaves its allocation
};

/// Who owns [pointer, pointer + bytes).
Owner owner_of(Memory& memory, const void* pointer, std::size_t bytes);
/// Bytes from the first to the last of a rectangle.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height);

/// cudaSuccess if CUDA would start this copy.
cudaError_t check(Memory& memory, const Transfer& transfer, cudaMemcpyKind kind);
cudaError_t check(Memory& memory, const Fill& fill);
/// Moves the bytes; the transfer has passed its check.
void move_bytes(Memory& memory, const Transfer& transfer);
void fill_bytes(Memory& memory, const Fill& fill);

}  // namespace simt::runtime
