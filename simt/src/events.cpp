// SPDX-License-Identifier: MIT
#include "events.hpp"

namespace simt {

bool is_fatal(FaultKind kind) {
  switch (kind) {
    case FaultKind::kOutOfBounds:
    case FaultKind::kUseAfterFree:
    case FaultKind::kNullPointer:
    case FaultKind::kHostPointer:
    case FaultKind::kMisaligned:
    case FaultKind::kReadOnly:
    case FaultKind::kInvalidFree:
      return false;
    default:
      return true;
  }
}

}  // namespace simt
