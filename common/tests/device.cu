// SPDX-License-Identifier: MIT
//
// The parts of common/ that need a GPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include "common/common.cuh"

namespace {

__global__ void copy(float* out, const float* in, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void launch_copy(cm::DeviceBuffer<float>& out, const cm::DeviceBuffer<float>& in) {
  const auto blocks = static_cast<unsigned>((in.size() + 255) / 256);
  copy<<<blocks, 256>>>(out.data(), in.data(), in.size());
}

/// Keeps the GPU busy for about `ms` milliseconds at 2 GHz.
void launch_wait(double ms) { cm::detail::hold<<<1, 1>>>(static_cast<long long>(ms * 2e6)); }

class device : public testing::Test {
 protected:
  void SetUp() override {
    testing::FLAGS_gtest_death_test_style = "threadsafe";  // CUDA does not survive a plain fork
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
      GTEST_SKIP() << "no usable GPU (" << cudaGetErrorName(status) << ")";
    }
  }
};

// --- memory --------------------------------------------------------------------

TEST_F(device, a_buffer_brings_back_what_went_in) {
  const std::vector<float> host = {1, 2, 3};
  cm::DeviceBuffer<float> buffer(host);
  EXPECT_EQ(buffer.size(), 3u);
  EXPECT_EQ(buffer.bytes(), 12u);
  EXPECT_EQ(buffer.to_host(), host);
  buffer.copy_from({4, 5, 6});
  EXPECT_EQ(buffer.to_host(), (std::vector<float>{4, 5, 6}));
}

TEST_F(device, poison_is_nan) {
  cm::DeviceBuffer<double> buffer(100);
  buffer.poison();
  for (const double value : buffer.to_host()) EXPECT_TRUE(std::isnan(value));
}

TEST_F(device, buffers_move) {
  cm::DeviceBuffer<int> first(std::vector<int>{7});
  cm::DeviceBuffer<int> second(std::move(first));
  EXPECT_EQ(second.to_host(), std::vector<int>{7});
  cm::DeviceBuffer<int> third(5);
  third = std::move(second);
  EXPECT_EQ(third.to_host(), std::vector<int>{7});
}

TEST_F(device, a_vector_of_the_wrong_size_is_refused) {
  cm::DeviceBuffer<int> buffer(2);
  EXPECT_EXIT(buffer.copy_from({1, 2, 3}), testing::ExitedWithCode(1), "3 elements, the buffer 2");
}

TEST_F(device, out_of_memory_says_what_to_do) {
  EXPECT_EXIT(cm::DeviceBuffer<char>(std::size_t{1} << 50), testing::ExitedWithCode(1),
              "cudaErrorMemoryAllocation: .*free memory by");
}

TEST_F(device, pinned_memory_is_pinned) {
  cm::PinnedBuffer<int> buffer(10);
  for (int& value : buffer) value = 3;
  EXPECT_EQ(buffer[9], 3);
  cudaPointerAttributes attributes{};
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, buffer.data()));
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
}

TEST_F(device, managed_memory_takes_prefetch_and_advice) {
  if (!cm::managed_supported() || !cm::concurrent_managed_access()) {
    GTEST_SKIP() << "this GPU and system cannot share managed memory page by page";
  }
  cm::ManagedBuffer<float> buffer(1 << 20);
  cm::advise_read_mostly(buffer.data(), buffer.bytes());
  cm::advise_preferred_device(buffer.data(), buffer.bytes());
  cm::advise_preferred_host(buffer.data(), buffer.bytes());
  cm::advise_accessed_by_device(buffer.data(), buffer.bytes());
  cm::advise_accessed_by_host(buffer.data(), buffer.bytes());
  for (float& value : buffer) value = 1;
  cm::prefetch_to_device(buffer.data(), buffer.bytes());
  cm::prefetch_to_host(buffer.data(), buffer.bytes());
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(buffer[buffer.size() - 1], 1);
}

// --- facts and errors ------------------------------------------------------------

TEST_F(device, facts_are_plausible) {
  const cm::DeviceInfo info = cm::device_info();
  EXPECT_NE(info.name, "");
  EXPECT_GT(info.sm_count, 0);
  EXPECT_GT(info.l2_bytes, 0u);
  EXPECT_GE(cm::sm_version(), 50);
  EXPECT_GE(cm::peak_dram_gbps(), 0);
}

TEST_F(device, a_gpu_that_is_too_old_is_skipped) {
  EXPECT_EXIT(cm::require_device(999), testing::ExitedWithCode(77), "");
  cm::require_device();
}

TEST_F(device, a_launch_that_fails_is_caught) {
  const auto launch = [] {
    copy<<<1, 4096>>>(nullptr, nullptr, 0);
    CUDA_CHECK_LAST();
  };
  EXPECT_EXIT(launch(), testing::ExitedWithCode(1),
              "device.cu:[0-9]+: cudaErrorInvalid(Configuration|Value)");
}

// --- time ------------------------------------------------------------------------

TEST_F(device, a_copy_of_known_size_runs_at_a_plausible_rate) {
  const cm::DeviceBuffer<float> in(std::vector<float>(std::size_t{1} << 26, 1.0f));
  cm::DeviceBuffer<float> out(in.size());
  const cm::Timing timing = cm::time_ms(cm::Options{}, [&] { launch_copy(out, in); });
  ASSERT_TRUE(timing.valid);
  EXPECT_GE(timing.samples, 20);
  EXPECT_EQ(timing.batch, 1);
  EXPECT_EQ(timing.l2, cm::L2::kCold);
  EXPECT_LE(timing.q1_ms, timing.median_ms);
  EXPECT_LE(timing.median_ms, timing.q3_ms);
  if (cm::peak_dram_gbps() == 0) GTEST_SKIP() << "the driver does not tell the memory's peak";
  const double rate = cm::gbps(2.0 * in.bytes(), timing.median_ms);
  EXPECT_LT(rate, cm::peak_dram_gbps());
  EXPECT_GT(rate, 0.2 * cm::peak_dram_gbps());
}

TEST_F(device, data_that_fits_in_l2_reads_faster_warm_than_cold) {
  const std::size_t n = cm::l2_bytes() / 4 / sizeof(float);
  const cm::DeviceBuffer<float> in(std::vector<float>(n, 1.0f));
  cm::DeviceBuffer<float> out(n);
  const auto run = [&] { launch_copy(out, in); };
  const cm::Timing cold = cm::time_ms(cm::Options{}, run, cm::L2::kCold);
  const cm::Timing warm = cm::time_ms(cm::Options{}, run, cm::L2::kWarm);
  EXPECT_LT(warm.median_ms, cold.median_ms);
}

TEST_F(device, short_kernels_run_in_batches_when_warm) {
  const cm::DeviceBuffer<float> in(std::vector<float>(1000, 1.0f));
  cm::DeviceBuffer<float> out(in.size());
  int runs = 0;
  const auto run = [&] {
    ++runs;
    launch_copy(out, in);
  };
  const cm::Timing timing = cm::time_ms(cm::Options{}, run, cm::L2::kWarm);
  EXPECT_GT(timing.batch, 1);
  EXPECT_GE(timing.samples, 20);
  EXPECT_GT(runs, timing.batch * timing.samples);  // more, because of the warm-up
  EXPECT_LT(timing.median_ms, 0.05);
}

TEST_F(device, the_time_of_a_wait_is_the_wait) {
  const cm::Timing one = cm::time_ms(cm::Options{}, [] { launch_wait(0.2); }, cm::L2::kWarm);
  const cm::Timing four = cm::time_ms(cm::Options{}, [] { launch_wait(0.8); }, cm::L2::kWarm);
  EXPECT_NEAR(four.median_ms / one.median_ms, 4, 0.4);
}

TEST_F(device, a_slow_run_still_gets_twenty_samples) {
  const cm::Timing timing = cm::time_ms(cm::Options{}, [] { launch_wait(60); }, cm::L2::kWarm);
  EXPECT_EQ(timing.samples, 20);
  EXPECT_EQ(timing.batch, 1);
}

TEST_F(device, a_quick_run_takes_three_samples) {
  cm::Options options;
  options.quick = true;
  int runs = 0;
  const cm::Timing timing = cm::time_ms(options, [&] { launch_wait(++runs > 0 ? 0.1 : 0); });
  EXPECT_TRUE(timing.valid);
  EXPECT_EQ(timing.samples, 3);
  EXPECT_EQ(runs, 4);  // one to warm up
}

TEST_F(device, a_profiler_sees_exactly_one_run) {
  cm::Options options;
  options.profile = true;
  for (const cm::L2 state : {cm::L2::kCold, cm::L2::kWarm}) {
    int runs = 0;
    const cm::Timing timing = cm::time_ms(options, [&] { launch_wait(++runs * 0.001); }, state);
    EXPECT_EQ(runs, 1);
    EXPECT_FALSE(timing.valid);
    EXPECT_TRUE(std::isnan(timing.median_ms));
  }
}

TEST_F(device, work_on_a_stream_is_timed) {
  const cm::Stream stream;
  const auto run = [&] {
    cm::detail::hold<<<1, 1, 0, stream.get()>>>(2'000'000LL);  // 1 ms at 2 GHz
  };
  EXPECT_GT(cm::time_ms(cm::Options{}, run, cm::L2::kWarm).median_ms, 0.5);
}

}  // namespace
