// SPDX-License-Identifier: MIT
//
// What a program says on a machine that cannot run it; no GPU is needed.
#include <gtest/gtest.h>

#include <string>

#include "common/check.cuh"
#include "common/device.cuh"

namespace {

TEST(device_verdict, a_gpu_is_no_reason_to_stop) {
  EXPECT_EQ(cm::judge_device(cudaSuccess, 1, 13000, 13000).exit_code, 0);
}

TEST(device_verdict, no_gpu_is_skipped) {
  EXPECT_EQ(cm::judge_device(cudaErrorNoDevice, 0, 13000, 13000).exit_code, 77);
  EXPECT_EQ(cm::judge_device(cudaSuccess, 0, 13000, 13000).exit_code, 77);
}

TEST(device_verdict, no_driver_is_skipped) {
  const auto verdict = cm::judge_device(cudaErrorInsufficientDriver, 0, 0, 13000);
  EXPECT_EQ(verdict.exit_code, 77);
  EXPECT_EQ(verdict.sentence, "no usable GPU (no NVIDIA driver is installed)");
}

TEST(device_verdict, a_driver_older_than_the_toolkit_fails) {
  const auto verdict = cm::judge_device(cudaErrorInsufficientDriver, 0, 12040, 13000);
  EXPECT_EQ(verdict.exit_code, 1);
  EXPECT_EQ(verdict.sentence,
            "the NVIDIA driver supports CUDA 12.4 but the program was built with CUDA 13.0: "
            "update the driver, or build with an older toolkit");
}

TEST(device_verdict, any_other_error_fails_with_its_name) {
  const auto verdict = cm::judge_device(cudaErrorSystemDriverMismatch, 0, 13000, 13000);
  EXPECT_EQ(verdict.exit_code, 1);
  EXPECT_NE(verdict.sentence.find("cudaErrorSystemDriverMismatch"), std::string::npos);
}

cudaError_t count_calls(int& calls, cudaError_t result) {
  ++calls;
  return result;
}

TEST(cuda_check, the_call_is_evaluated_once) {
  int calls = 0;
  CUDA_CHECK(count_calls(calls, cudaSuccess));
  EXPECT_EQ(calls, 1);
}

TEST(cuda_check, it_is_one_statement) {
  int calls = 0;
  if (calls != 0)
    CUDA_CHECK(count_calls(calls, cudaSuccess));
  else
    calls = 5;
  EXPECT_EQ(calls, 5);
}

TEST(cuda_check, an_error_names_file_line_error_text_and_call) {
  int calls = 0;
  EXPECT_EXIT(CUDA_CHECK(count_calls(calls, cudaErrorInvalidValue)), testing::ExitedWithCode(1),
              "^.*device_verdict.cpp:[0-9]+: cudaErrorInvalidValue: .+: in "
              "count_calls\\(calls, cudaErrorInvalidValue\\)\n$");
}

TEST(cuda_check, out_of_memory_says_what_to_do) {
  int calls = 0;
  EXPECT_EXIT(CUDA_CHECK(count_calls(calls, cudaErrorMemoryAllocation)), testing::ExitedWithCode(1),
              "cudaErrorMemoryAllocation: .*: free memory by .*--quick");
}

TEST(cuda_check, a_program_without_code_for_the_gpu_says_what_to_do) {
  int calls = 0;
  EXPECT_EXIT(CUDA_CHECK(count_calls(calls, cudaErrorNoKernelImageForDevice)),
              testing::ExitedWithCode(1), "CMAKE_CUDA_ARCHITECTURES=native");
}

}  // namespace
