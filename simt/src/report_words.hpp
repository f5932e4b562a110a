// SPDX-License-Identifier: MIT
//
// Sentences for findings. Each kind has a cause (one clause, no full stop), and may have a remark
// about the other place and a fix.
#pragma once

#include <string>

#include "findings.hpp"

namespace simt {

struct FindingWords {
  std::string cause;       ///< "race on tile[32]: read here by warp 1, written at line 18 …"
  std::string other_note;  ///< for the other place: "written here by warp 0"
  std::string fix;         ///< "put __syncthreads() between the two lines"
};

FindingWords words_for(const Finding& finding);

/// "thread (32,0,0) of block (1,0,0)"; the block is left out where there is only one to think of.
std::string thread_text(const ThreadId& id);

/// "3 times, in 2 threads, first in thread (0,0,0) of block (1,0,0)".
std::string occurrence_text(const Finding& finding);

/// 1234567 -> "1,234,567".
std::string count_text(std::uint64_t count);

/// 12.5 -> "12.5", 100 -> "100", 0.04 -> "0.04": at most `digits` decimals, no trailing zeros.
std::string decimal_text(double value, int digits);

}  // namespace simt
