// SPDX-License-Identifier: MIT
//
// Is what came out right? Every byte of every buffer is looked at.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "case.hpp"

namespace judge {

/// The first thing that is wrong with a buffer.
struct Mismatch {
  std::string verdict;  ///< "wrong-answer", "not-written", "wrote-outside", "input-changed"
  std::string buffer;
  long long index = 0;
  std::string got;
  std::string want;
  std::size_t wrong = 0;  ///< elements that are wrong
  std::size_t count = 0;  ///< elements in all
};

/// Compares the elements of `buffer` after the run with what is expected.
std::optional<Mismatch> compare(const Buffer& buffer, const Expected& expected,
                                std::span<const std::byte> after);

/// Text of the element at `at`, with as many digits as tell any two values apart.
std::string element_text(Element element, const std::byte* at);

}  // namespace judge
