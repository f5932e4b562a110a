// SPDX-License-Identifier: MIT
#include "common/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/table.hpp"

namespace {

using Json = nlohmann::json;

cm::DeviceInfo test_device() {
  cm::DeviceInfo device;
  device.name = "Test GPU";
  device.sm_count = 2;
  device.memory_clock_khz = 1'000'000;
  device.memory_bus_bits = 4000;  // peak: 1000 GB/s
  device.l2_bytes = 1 << 20;
  device.compute_capability = "9.0";
  device.driver_version = "13.0";
  device.runtime_version = "12.4";
  return device;
}

cm::Timing ms(double median) { return cm::summarize({median, median, median}, 2, cm::L2::kWarm); }

/// A report that writes to a file of the test's own.
class report : public testing::Test {
 protected:
  report() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "cm_report_" + test->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.json_path = folder_ / "rows.json";
  }

  cm::Report make() const { return {"chapter00.test", options_, test_device()}; }

  /// Finishes; returns the exit code and keeps what was printed.
  int finish(cm::Report& made) {
    testing::internal::CaptureStdout();
    const int code = made.finish();
    printed_ = testing::internal::GetCapturedStdout();
    return code;
  }

  /// Adds a row; returns what was printed, empty if the row is accepted.
  static std::string add(cm::Report& made, const cm::Row& row) {
    testing::internal::CaptureStdout();
    made.add(row);
    return testing::internal::GetCapturedStdout();
  }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(options_.json_path).rdbuf();
    return all.str();
  }
  Json json() const { return Json::parse(text()); }
  bool nothing_written() const { return std::filesystem::is_empty(folder_); }

  std::filesystem::path folder_;
  cm::Options options_;
  std::string printed_;
};

TEST_F(report, a_row_is_written_with_all_its_fields) {
  cm::Report made = make();
  made.add(cm::Row("copy", "float")
               .n(1000)
               .param("stride", 2)
               .param("share", 0.5)
               .param("order", "reversed")
               .bytes(8000)
               .timing(ms(0.01))
               .value("load_sectors_per_request", 8)
               .predicted("load_sectors_per_request", 8)
               .text("state", "warm"));
  ASSERT_EQ(finish(made), 0);
  EXPECT_EQ(json(), Json::parse(R"({
    "schema": 1, "program": "chapter00.test", "quick": false, "profile": false,
    "device": {"name": "Test GPU", "sm_count": 2, "memory_clock_khz": 1000000,
               "memory_bus_bits": 4000, "l2_bytes": 1048576, "peak_dram_gbps": 1000,
               "compute_capability": "9.0", "driver_version": "13.0", "runtime_version": "12.4"},
    "rows": [{"kernel": "copy", "variant": "float", "n": 1000,
              "params": {"stride": 2, "share": 0.5, "order": "reversed"},
              "samples": 3, "batch": 2, "time_ms": 0.01, "q1_ms": 0.01, "q3_ms": 0.01,
              "cold": false, "bytes": 8000, "bandwidth_gbps": 0.8, "from_l2": false,
              "load_sectors_per_request": 8, "predicted_load_sectors_per_request": 8,
              "state": "warm"}],
    "skipped": []})"));
}

TEST_F(report, the_table_puts_predicted_beside_measured) {
  cm::Report made = make();
  made.add(cm::Row("copy", "float").n(1000).param("stride", 1).bytes(8e6).timing(ms(0.125)));
  made.add(cm::Row("copy", "long_name")
               .n(20)
               .param("stride", 32)
               .bytes(80)
               .timing(cm::Timing{})
               .value("cycles", 2.5)
               .text("note", "x")
               .predicted("cycles", 2));
  made.add(cm::Row("other", "a").value("count", 3));
  ASSERT_EQ(finish(made), 0);
  EXPECT_EQ(printed_,
            "copy\n"
            "variant       n  stride  time_ms  bandwidth_gbps  cycles  predicted_cycles  note\n"
            "float      1000       1   0.1250            64.0\n"
            "long_name    20      32      n/a             n/a     2.5                 2  x\n"
            "\n"
            "other\n"
            "variant  count\n"
            "a            3\n"
            "\n");
}

TEST_F(report, a_row_without_a_valid_timing_has_null_times) {
  cm::Report made = make();
  made.add(cm::Row("copy", "float").n(10).bytes(80).timing(cm::Timing{}).value("x_ms", NAN));
  ASSERT_EQ(finish(made), 0);
  const Json row = json()["rows"][0];
  EXPECT_TRUE(row["time_ms"].is_null());
  EXPECT_TRUE(row["bandwidth_gbps"].is_null());
  EXPECT_TRUE(row["x_ms"].is_null());
  EXPECT_EQ(text().find("nan"), std::string::npos);
}

TEST_F(report, a_rate_above_the_peak_is_refused) {
  cm::Report made = make();
  EXPECT_EQ(add(made, cm::Row("copy", "float").n(8).bytes(2e9).timing(ms(1))),
            "FAIL chapter00.test: row copy/float[n=8]: 2000.0 GB/s is above the memory's physical "
            "peak of 1000.0 GB/s: count the bytes again, or say from_l2() if the data comes from "
            "the L2 cache\n");
  EXPECT_EQ(finish(made), 1);
  EXPECT_TRUE(nothing_written());
}

TEST_F(report, a_rate_from_l2_may_lie_above_the_peak) {
  cm::Report made = make();
  EXPECT_EQ(add(made, cm::Row("copy", "float").bytes(2e9).timing(ms(1)).from_l2()), "");
  EXPECT_EQ(finish(made), 0);
  EXPECT_TRUE(json()["rows"][0]["from_l2"]);
}

TEST_F(report, an_unknown_peak_refuses_nothing) {
  cm::DeviceInfo device = test_device();
  device.memory_clock_khz = 0;
  cm::Report made("chapter00.test", options_, device);
  EXPECT_EQ(add(made, cm::Row("copy", "float").bytes(2e9).timing(ms(1))), "");
}

TEST_F(report, a_number_that_is_none_is_refused) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    cm::Report made = make();
    EXPECT_NE(add(made, cm::Row("copy", "float").timing(ms(1)).value("ratio", bad)), "");
    EXPECT_NE(add(made, cm::Row("copy", "other").value("ratio", bad)), "");
    EXPECT_EQ(finish(made), 1);
    EXPECT_TRUE(nothing_written());
  }
}

TEST_F(report, two_rows_with_one_key_are_refused) {
  cm::Report made = make();
  EXPECT_EQ(add(made, cm::Row("copy", "float").n(8).param("stride", 1)), "");
  EXPECT_EQ(add(made, cm::Row("copy", "float").n(8).param("stride", 2)), "");
  EXPECT_EQ(add(made, cm::Row("copy", "float").n(8).param("stride", 2)),
            "FAIL chapter00.test: row copy/float[stride=2,n=8]: an earlier row has the same "
            "kernel, variant, params and n\n");
}

TEST_F(report, a_name_used_twice_is_refused) {
  cm::Report made = make();
  EXPECT_NE(add(made, cm::Row("copy", "a").value("time_ms", 1)), "");
  EXPECT_NE(add(made, cm::Row("copy", "b").value("x", 1).value("x", 2)), "");
}

TEST_F(report, after_a_failure_nothing_is_written) {
  std::ofstream(options_.json_path) << "old";
  cm::Report made = make();
  made.add(cm::Row("copy", "float").value("count", 1));
  EXPECT_EQ(made.fail(), 1);
  EXPECT_EQ(finish(made), 1);
  EXPECT_EQ(printed_, "");
  EXPECT_EQ(text(), "old");
}

TEST_F(report, a_report_without_a_row_fails) {
  cm::Report made = make();
  EXPECT_EQ(finish(made), 1);
  EXPECT_EQ(printed_, "FAIL chapter00.test: it measured nothing\n");
  EXPECT_TRUE(nothing_written());
}

TEST_F(report, skipping_a_part_is_recorded_and_skipping_all_exits_with_77) {
  cm::Report made = make();
  testing::internal::CaptureStdout();
  made.skip("geam", "built without cuBLAS");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "SKIPPED geam: built without cuBLAS\n");
  EXPECT_EQ(finish(made), 77);
  EXPECT_TRUE(nothing_written());
  made.add(cm::Row("copy", "float").value("count", 1));
  EXPECT_EQ(finish(made), 0);
  EXPECT_EQ(json()["skipped"],
            Json::parse(R"([{"variant": "geam", "reason": "built without cuBLAS"}])"));
}

TEST_F(report, the_file_is_replaced_as_a_whole) {
  std::ofstream(options_.json_path) << std::string(100000, 'x');
  cm::Report made = make();
  made.add(cm::Row("copy", "float").value("count", 1));
  ASSERT_EQ(finish(made), 0);
  EXPECT_EQ(json()["rows"].size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(options_.json_path + ".tmp"));
}

TEST_F(report, a_folder_that_vanished_fails_with_a_sentence) {
  cm::Report made = make();
  made.add(cm::Row("copy", "float").value("count", 1));
  std::filesystem::remove_all(folder_);
  testing::internal::CaptureStderr();
  EXPECT_EQ(finish(made), 1);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cannot write --json"), std::string::npos);
}

TEST_F(report, a_quick_run_says_so) {
  options_.quick = true;
  cm::Report made = make();
  made.add(cm::Row("copy", "float").value("count", 1));
  ASSERT_EQ(finish(made), 0);
  EXPECT_NE(printed_.find("quick run"), std::string::npos);
  EXPECT_TRUE(json()["quick"]);
}

TEST_F(report, a_device_name_of_any_bytes_is_written) {
  cm::DeviceInfo device = test_device();
  device.name = "GPU \xff\"";
  cm::Report made("chapter00.test", options_, device);
  made.add(cm::Row("copy", "float").value("count", 1));
  ASSERT_EQ(finish(made), 0);
  EXPECT_TRUE(json().is_object());
}

TEST(table, columns_are_aligned_and_lines_end_at_their_text) {
  EXPECT_EQ(cm::format_table({"name", "ms"}, {{"a", "1.5"}, {"longer", "n/a"}, {"", "-20"}}),
            "name     ms\n"
            "a       1.5\n"
            "longer  n/a\n"
            "        -20\n");
}

TEST(device_info, the_peak_counts_two_transfers_a_clock) {
  cm::DeviceInfo h200;
  h200.memory_clock_khz = 3'201'000;
  h200.memory_bus_bits = 6016;
  EXPECT_NEAR(h200.peak_dram_gbps(), 4814.3, 0.1);
  EXPECT_EQ(cm::cuda_version_text(12040), "12.4");
}

}  // namespace
