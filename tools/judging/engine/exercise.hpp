// SPDX-License-Identifier: MIT
//
// The cases of an exercise as data, read from its judge.json. docs/pages/exercises.md describes
// the file; the page in the browser reads the same one.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "element.hpp"
#include "expression.hpp"
#include "result.hpp"

namespace judge {

enum class Role : std::uint8_t {
  kIn,      ///< given, and must not change
  kOut,     ///< judged; poisoned before, unless it has a fill
  kScratch  ///< poisoned, not judged
};

/// Where the contents of a buffer come from: a kind, and for whole numbers a range.
struct Fill {
  std::string kind;  ///< empty: poison
  std::string from = "0";
  std::string to = "0";
};

struct BufferPlan {
  std::string name;
  Element element = Element::kFloat;
  std::string count;  ///< an expression
  Role role = Role::kIn;
  Fill fill;
  bool is_symbol = false;  ///< a __constant__ or __device__ variable of this name
  bool any_order = false;  ///< judged as a set
};

struct LaunchPlan {
  std::string kernel;
  std::array<std::string, 3> grid = {"1", "1", "1"};
  std::array<std::string, 3> block = {"1", "1", "1"};
  std::string shared_bytes = "0";
  std::vector<std::string> arguments;  ///< names of buffers, or expressions
};

/// Some multiple of `times`: `times * k` for a whole k from `from` to `to`.
struct NumberRange {
  double from = 0;
  double to = 0;
  double times = 1;
};

struct CasePlan {
  std::string name;
  bool is_large = false;  ///< too large to look for races in
  Numbers numbers;
  std::map<std::string, NumberRange, std::less<>> ranges;   ///< numbers that the seed decides
  std::map<std::string, std::string, std::less<>> offsets;  ///< elements, by buffer
  std::map<std::string, Fill, std::less<>> fills;           ///< instead of the buffer's own

  /// Instructions of warps after which a launch counts as endless.
  std::uint64_t max_instructions() const { return is_large ? 200'000'000 : 5'000'000; }
};

/// An upper limit on something counted, in one case.
struct Limit {
  std::string metric;
  std::string at_most;
};

struct Exercise {
  std::vector<BufferPlan> buffers;
  std::vector<LaunchPlan> launches;
  std::vector<CasePlan> cases;
  std::string traffic_case;
  std::vector<Limit> limits;
  std::map<std::string, std::string, std::less<>> types;  ///< of arguments that are no int

  const CasePlan* case_named(std::string_view name) const;
};

/// Reads the text of a judge.json. The error names the field.
simt::Result<Exercise> read_exercise(const std::string& text);

}  // namespace judge
