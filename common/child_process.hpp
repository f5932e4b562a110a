// SPDX-License-Identifier: MIT
//
// For what must go wrong: a kernel that faults takes its process's GPU state with it, so a program
// that shows a fault runs itself again as a child and reads what the child has to say.
#pragma once

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <string>

namespace cm {

/// What a child process left behind.
struct ChildResult {
  int exit_code = -1;  ///< -1 if it could not be run or did not exit by itself.
  std::string output;  ///< What it wrote to standard output.
};

/// Runs this very program with `arguments`, plain words separated by spaces, and waits for it.
inline ChildResult run_self(const std::string& arguments) {
  ChildResult result;
  std::array<char, PATH_MAX> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  if (length <= 0) return result;
  std::fflush(nullptr);
  std::FILE* pipe = popen(("exec '" + std::string(path.data()) + "' " + arguments).c_str(), "r");
  if (!pipe) return result;
  std::array<char, 256> text{};
  while (std::fgets(text.data(), static_cast<int>(text.size()), pipe)) result.output += text.data();
  const int status = pclose(pipe);
  if (status >= 0 && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

}  // namespace cm
