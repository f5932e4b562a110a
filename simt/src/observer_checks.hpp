// SPDX-License-Identifier: MIT
//
// The compiler's own checks, compiled in by the check pass, as facts. Their handlers get the place
// in the source, the types and the operands; all of it lies in the module's constant data.
#pragma once

#include <optional>
#include <string>

#include "events.hpp"
#include "findings.hpp"
#include "memory.hpp"

namespace simt {

struct CheckFacts {
  FindingKind kind = FindingKind::kUnreachable;
  Place place;
  std::string detail;  ///< "2147483647 + 1 does not fit int"
};

/// What a failed check of one lane says; nothing for handlers that are no check, or whose data
/// cannot be read.
std::optional<CheckFacts> check_facts(const CompilerCheck& check, int lane, Memory& memory);

}  // namespace simt
