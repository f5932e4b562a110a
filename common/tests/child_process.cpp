// SPDX-License-Identifier: MIT
#include "common/child_process.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

// The child is this very program: GoogleTest's own options make it say something and fail.

TEST(ChildProcess, ReturnsWhatTheChildSaidAndItsExitCode) {
  const cm::ChildResult listed = cm::run_self("--gtest_list_tests");
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_NE(listed.output.find("ReturnsWhatTheChildSaid"), std::string::npos);
}

TEST(ChildProcess, ReportsAFailure) {
  const std::string only = "--gtest_filter=ChildProcess.DISABLED_Fails";
  EXPECT_EQ(cm::run_self(only + " --gtest_also_run_disabled_tests").exit_code, 1);
}

TEST(ChildProcess, TellsAKilledChildFromOneThatExited) {
  const std::string only = "--gtest_filter=ChildProcess.DISABLED_IsKilled";
  EXPECT_EQ(cm::run_self(only + " --gtest_also_run_disabled_tests").exit_code, -1);
}

TEST(ChildProcess, DISABLED_Fails) { FAIL(); }
TEST(ChildProcess, DISABLED_IsKilled) { std::abort(); }

}  // namespace
