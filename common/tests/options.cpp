// SPDX-License-Identifier: MIT
#include "common/options.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

cm::Options parse(std::vector<std::string> arguments, bool debug_build = false) {
  arguments.insert(arguments.begin(), "build/copy");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return cm::parse_options(static_cast<int>(arguments.size()), argv.data(), debug_build);
}

/// A folder of the test's own, empty at its start.
std::filesystem::path fresh_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder = testing::TempDir() + "cm_options_" + test->name();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

/// Expects one sentence on standard error and exit code 2.
#define EXPECT_USAGE_ERROR(call, sentence) \
  EXPECT_EXIT(call, testing::ExitedWithCode(2), "^copy: " sentence "\n$")

TEST(options, none_is_fine) {
  const cm::Options options = parse({});
  EXPECT_FALSE(options.quick);
  EXPECT_FALSE(options.profile);
  EXPECT_EQ(options.json_path, "");
}

TEST(options, all_together) {
  const std::string path = fresh_folder() / "rows.json";
  const cm::Options options = parse({"--quick", "--json", path, "--profile"});
  EXPECT_TRUE(options.quick);
  EXPECT_TRUE(options.profile);
  EXPECT_EQ(options.json_path, path);
  EXPECT_EQ(parse({"--json=" + path}).json_path, path);
}

TEST(options, help_exits_with_0) { EXPECT_EXIT(parse({"--help"}), testing::ExitedWithCode(0), ""); }

TEST(options, unknown_flag) {
  EXPECT_USAGE_ERROR(parse({"--frobnicate"}), "unknown option --frobnicate: --help lists .*");
  EXPECT_USAGE_ERROR(parse({"--quick", "-x"}), "unknown option -x: --help lists the options");
  EXPECT_USAGE_ERROR(parse({"--quick=3"}), "unknown option --quick=3: --help lists the options");
}

TEST(options, extra_argument) {
  EXPECT_USAGE_ERROR(parse({"quick"}), "unexpected argument 'quick': the program takes only .*");
}

TEST(options, json_without_a_name) {
  EXPECT_USAGE_ERROR(parse({"--json"}), "--json needs a file name after it");
}

TEST(options, json_in_a_missing_folder) {
  EXPECT_USAGE_ERROR(parse({"--json", "/no/such/folder/rows.json"}),
                     "cannot write --json /no/such/folder/rows.json .*: name a file in .*");
}

TEST(options, json_is_a_folder) {
  EXPECT_USAGE_ERROR(parse({"--json", fresh_folder()}), "cannot write --json .*not a file.*");
}

/// Renaming a file over it would destroy the device.
TEST(options, json_is_a_device) {
  EXPECT_USAGE_ERROR(parse({"--json", "/dev/null"}), "cannot write --json .*not a file.*");
}

TEST(options, json_in_a_debug_build_is_refused) {
  EXPECT_USAGE_ERROR(parse({"--json", fresh_folder() / "rows.json"}, true),
                     "--json is refused in a debug build.*");
  EXPECT_TRUE(parse({"--quick"}, true).quick);
}

TEST(options, trying_the_path_leaves_nothing_and_keeps_what_was_there) {
  const std::filesystem::path folder = fresh_folder();
  parse({"--json", folder / "rows.json"});
  EXPECT_TRUE(std::filesystem::is_empty(folder));

  std::ofstream(folder / "rows.json") << "old";
  parse({"--json", folder / "rows.json"});
  std::string content;
  std::ifstream(folder / "rows.json") >> content;
  EXPECT_EQ(content, "old");
}

}  // namespace
