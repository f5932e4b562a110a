// SPDX-License-Identifier: MIT
//
// Runs a case: twice, with other data, in one life of the program, so that nothing can be replayed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "case.hpp"
#include "compare.hpp"
#include "target.hpp"

namespace judge {

inline constexpr int kRuns = 2;

/// What came of a case.
struct CaseResult {
  std::optional<Mismatch> mismatch;
  std::string launch_problem;  ///< why a launch did not end well
  bool endless = false;        ///< because its time was up
  Numbers numbers;             ///< of the last run; ranges have become numbers
  std::string report;          ///< of the virtual GPU, JSON; both runs together
};

/// The error of a case that cannot be run as it stands: the exercise is at fault, not the student.
simt::Result<CaseResult> run_case(const Exercise& exercise, const CasePlan& plan,
                                  Reference reference, Target& target, std::uint64_t seed);

}  // namespace judge
