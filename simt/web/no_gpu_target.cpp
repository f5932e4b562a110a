// SPDX-License-Identifier: MIT
//
// The judge in a page has the virtual GPU alone.
#include "target.hpp"

namespace judge {

simt::Result<std::unique_ptr<Target>> make_gpu_target(std::span<const std::byte>) {
  return simt::Error{simt::ErrorKind::kUnsupported, "a page cannot use the GPU"};
}

}  // namespace judge
