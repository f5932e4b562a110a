// SPDX-License-Identifier: MIT
//
// What the reader calls the memory that a call allocates. The C++ forms of cudaMalloc and the like
// know the place they are called from; the name stands there in the source, behind the `&`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "memory.hpp"

namespace simt::runtime {

struct CallSite {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const CallSite&) const = default;
};

/// The variable whose address a call of `function` gets: "d_out" for `cudaMalloc((void**)&d_out,
/// n)`. `at` is where the compiler puts the call in `source`: its first character, or for a call
/// inside a macro's brackets their end or the macro's name. Empty where no variable is named, or
/// where it is the member of a class that wraps allocations (`data_`, `this->data`).
std::string allocated_variable(std::string_view source, std::size_t at, std::string_view function);

/// Gives allocations their names. A place that holds several live allocations at once is a wrapper
/// or a loop, and its name says nothing: it is taken back.
class CallSites {
 public:
  /// The next allocation comes from here.
  void enter(CallSite site) { current_ = std::move(site); }
  /// `allocation` was made by `function`, called at the place entered last.
  void name(Memory& memory, Allocation& allocation, std::string_view function);

 private:
  std::string variable_at(const CallSite& site, std::string_view function);

  CallSite current_;
  std::map<CallSite, std::vector<std::uint64_t>> addresses_;
  std::map<std::string, std::string> sources_;
};

}  // namespace simt::runtime
