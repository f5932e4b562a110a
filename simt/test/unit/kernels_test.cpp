// SPDX-License-Identifier: MIT
//
// Kernels compiled by clang, against results computed here.
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>

#include "test_device.hpp"

namespace simt::test {
namespace {

std::vector<float> ramp(std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = 0.25f * static_cast<float>(i % 1000);
  return values;
}

TEST(Kernels, SaxpyLeavesWhatLiesBehindItsEndAlone) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::vector<float> x = ramp(1024);
  const std::uint64_t d_x = device.upload(x);
  const std::uint64_t d_y = device.upload(x);
  ASSERT_EQ(device.run("saxpy", shape(4, 256), 1000, 2.0f, d_x, d_y).status, LaunchStatus::kOk);
  const std::vector<float> y = device.download<float>(d_y, 1024);
  for (std::size_t i = 0; i < 1024; ++i) EXPECT_EQ(y[i], i < 1000 ? 3 * x[i] : x[i]);
}

TEST(Kernels, AReductionInSharedMemorySumsEachBlock) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::vector<float> x = ramp(4000);
  const std::uint64_t d_x = device.upload(x);
  const std::uint64_t d_out = device.upload(std::vector<float>(16));
  for (const std::uint64_t seed : {0, 1, 2}) {
    device.options.seed = seed;
    ASSERT_EQ(device.run("reduce", shape(16, 256, 1024), d_x, d_out, 4000).status,
              LaunchStatus::kOk);
    const std::vector<float> sums = device.download<float>(d_out, 16);
    for (std::size_t b = 0; b < 16; ++b) {
      const auto begin = x.begin() + static_cast<std::ptrdiff_t>(b * 256);
      const auto end =
          x.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4000, b * 256 + 256));
      EXPECT_EQ(sums[b], std::accumulate(begin, end, 0.0f));  // quarters below 2^24: exact
    }
  }
}

TEST(Kernels, ATransposeOfAnySizeMovesEveryElement) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const int n = 100;
  const std::vector<float> in = ramp(n * n);
  const std::uint64_t d_in = device.upload(in);
  const std::uint64_t d_out = device.upload(std::vector<float>(n * n));
  LaunchConfig config;
  config.grid = {4, 4, 1};
  config.block = {32, 8, 1};
  ASSERT_EQ(device.run("transpose", config, d_out, d_in, n).status, LaunchStatus::kOk);
  const std::vector<float> out = device.download<float>(d_out, n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) ASSERT_EQ(out[i * n + j], in[j * n + i]);
  }
}

int diverge_reference(int i, int v) {
  if (v < 0) return -1;
  int sum = 0;
  for (int k = 0; k < 100; k++) {
    if ((v + k) % 7 == 3) continue;
    if (k > v % 50) break;
    const int arm = (k + i) & 3;
    if (arm == 0)
      sum += k;
    else if (arm == 1)
      sum ^= v;
    else
      sum += arm == 2 ? -2 : 1;
  }
  return sum;
}

TEST(Kernels, LoopsWithBreaksContinuesAndSwitchesDivergeAndMeetAgain) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  std::vector<int> in(1000);
  for (int i = 0; i < 1000; ++i) in[static_cast<std::size_t>(i)] = i * 7919 % 211 - 60;
  const std::uint64_t d_in = device.upload(in);
  const std::uint64_t d_out = device.upload(std::vector<int>(1000));
  ASSERT_EQ(device.run("diverge", shape(4, 256), d_out, d_in, 1000).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 1000);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)],
              diverge_reference(i, in[static_cast<std::size_t>(i)]));
}

TEST(Kernels, RecursionGoesToAnotherDepthInEachLane) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  ASSERT_EQ(device.run("recurse", shape(1, 64), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 64);
  const int fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], fibonacci[i % 12]);
}

TEST(Kernels, EndlessRecursionEndsAsAStackOverflow) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  const LaunchResult result = device.run("recurse_forever", shape(1, 64), d_out);
  EXPECT_EQ(result.status, LaunchStatus::kLaunchFailure);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, FaultKind::kStackOverflow);
}

TEST(Kernels, VirtualCallsReachTheFunctionOfEachLane) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(40));
  ASSERT_EQ(device.run("virtual_calls", shape(1, 40), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 40);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)], i % 3 == 0 ? i : i % 3 == 1 ? i * i : 2 * i);
}

TEST(Kernels, ParametersOfAllSizesArriveWhole) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  struct Affine {
    float a, b;
    int k;
  };
  const std::uint64_t d_out = device.upload(std::vector<float>(32));
  const auto small = static_cast<signed char>(-7);
  const auto half = static_cast<unsigned short>(60000);
  ASSERT_EQ(device
                .run("_Z5applyI6AffineEvT_Pfbadt", shape(1, 32), Affine{2, 3, 4}, d_out, true,
                     small, 0.5, half)
                .status,
            LaunchStatus::kOk);
  const std::vector<float> out = device.download<float>(d_out, 32);
  for (std::size_t i = 0; i < 32; ++i)
    EXPECT_EQ(out[i], 2 * static_cast<float>(i) + 7 + 1000 - 7 + 0.5f + 60000);
}

TEST(Kernels, ClassesWithOneMemberOrNoneArePassedAsClangPassesThem) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  struct Single {
    float value;
  };
  struct Empty {};
  const std::uint64_t d_out = device.upload(std::vector<float>(32));
  ASSERT_EQ(device.run("odd_parameters", shape(1, 32), d_out, Single{2.5f}, Empty{}, 3).status,
            LaunchStatus::kOk);
  EXPECT_EQ(device.download<float>(d_out, 1)[0], 5.5f);
}

TEST(Kernels, AParameterThatIsChangedBelongsToOneThread) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  struct Pair {
    int first, second;
  };
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  ASSERT_EQ(device.run("change_parameter", shape(1, 64), d_out, Pair{5, 7}).status,
            LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 64);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)], (5 + i) * 1000 + (i % 2 == 0 ? -1 : 7));
}

TEST(Kernels, LocalArraysBelongToOneThreadEach) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(50));
  ASSERT_EQ(device.run("local_array", shape(1, 50), d_out, 9).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 50);
  for (int i = 0; i < 50; ++i) {
    int a[40];
    for (int k = 0; k < 40; k++) a[(k * 7 + i) % 40] = k + i;
    int sum = 0;
    for (int k = 0; k < 9; k++) sum = sum * 3 + a[(i * k) % 40];
    EXPECT_EQ(out[static_cast<std::size_t>(i)], sum);
  }
}

TEST(Kernels, VariablesOfTheModuleHaveTheirInitialValues) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  ASSERT_EQ(device.run("variables", shape(1, 32), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 32);
  EXPECT_EQ(out[0] * 100 + out[1] * 10 + out[2], 235);
  const std::optional<DeviceSymbol> counter = device.module().symbol("counter");
  ASSERT_TRUE(counter);
  EXPECT_EQ(counter->bytes, 4u);
  EXPECT_EQ(device.download<int>(counter->address, 1)[0], 7 + 8 * 9);
}

TEST(Kernels, VectorAndNarrowTypesKeepTheirBytes) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::vector<float> in = ramp(80);
  const std::uint64_t d_in = device.upload(in);
  const std::uint64_t d_out = device.upload(std::vector<float>(80));
  ASSERT_EQ(device.run("vectors", shape(1, 32), d_out, d_in, 20).status, LaunchStatus::kOk);
  const std::vector<float> out = device.download<float>(d_out, 80);
  for (std::size_t i = 0; i < 80; ++i)
    EXPECT_EQ(out[i], i % 4 == 0 ? 2 * in[i] : i % 4 == 3 ? in[i] - 1 : in[i]);

  std::vector<short> shorts(32);
  for (std::size_t i = 0; i < 32; ++i)
    shorts[i] = static_cast<short>(static_cast<int>(i) * 9 - 100);
  const std::uint64_t d_shorts = device.upload(shorts);
  const std::uint64_t d_bytes = device.upload(std::vector<unsigned char>(32));
  ASSERT_EQ(device.run("narrow", shape(1, 32), d_bytes, d_shorts, 32).status, LaunchStatus::kOk);
  const std::vector<unsigned char> bytes = device.download<unsigned char>(d_bytes, 32);
  for (std::size_t i = 0; i < 32; ++i)
    EXPECT_EQ(bytes[i], static_cast<unsigned char>(shorts[i] * 3));
}

TEST(Faults, AWriteBehindAnAllocationIsDroppedAndNamed) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<float>(100), "d_out");
  const LaunchResult result = device.run("out_of_bounds", shape(1, 128), d_out);
  EXPECT_EQ(result.status, LaunchStatus::kIllegalAddress);
  EXPECT_EQ(result.fault_count, 28u);
  ASSERT_EQ(result.faults.size(), 1u);
  const Fault& fault = result.faults[0];
  EXPECT_EQ(fault.kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(fault.where.warp * 32 + static_cast<unsigned>(fault.lane), 100u);
  EXPECT_EQ(fault.address, d_out + 400);
  ASSERT_NE(fault.allocation, nullptr);
  EXPECT_EQ(fault.allocation->name, "d_out");
  EXPECT_EQ(device.download<float>(d_out, 100), std::vector<float>(100, 1.0f));
}

TEST(Faults, NullHostAndFreedPointersAreToldApart) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32));
  const std::uint64_t freed = device.upload(std::vector<int>(32));
  device.memory().release(freed);
  int on_host[32] = {};
  const std::pair<std::uint64_t, FaultKind> cases[] = {
      {0, FaultKind::kNullPointer},
      {reinterpret_cast<std::uint64_t>(on_host), FaultKind::kHostPointer},
      {freed, FaultKind::kUseAfterFree},
      {kSharedBase, FaultKind::kOutOfBounds}};
  for (const auto& [address, kind] : cases) {
    const LaunchResult result = device.run("read_at", shape(1, 32), d_out, address);
    EXPECT_EQ(result.status, LaunchStatus::kIllegalAddress);
    ASSERT_EQ(result.faults.size(), 1u);
    EXPECT_EQ(result.faults[0].kind, kind);
    EXPECT_EQ(device.download<int>(d_out, 1)[0], 0) << "a faulting lane reads 0";
  }
}

TEST(Faults, MisalignedAccessesAndStoresToConstantsAreErrors) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  EXPECT_EQ(device.run("misaligned", shape(1, 8), d_out, d_out).status,
            LaunchStatus::kMisalignedAddress);
  const LaunchResult result = device.run("write_constant", shape(1, 8), d_out);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, FaultKind::kReadOnly);
}

TEST(Kernels, PrintfFormatsAsTheHostDoes) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const LaunchResult result = device.run("print_lines", shape(1, 32));
  EXPECT_EQ(result.output,
            "thread 3:  1.50 text x 1099511627776%\nthread 19:  1.50 text x 1099511627776%\n");
}

TEST(Kernels, PrintfTakesWidthAndPrecisionFromItsArguments) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  using Sizes = std::pair<int, int>;
  for (const auto& [width, precision] : {Sizes{6, 1}, Sizes{-6, -1}, Sizes{0, 0}}) {
    char expected[128];
    std::snprintf(expected, sizeof expected, "[%*d|%-*d|%.*f|%.*s|%05d|%3c]\n", width, 7, width, 7,
                  precision, 2.5, precision, "abc", 42, 'x');
    EXPECT_EQ(device.run("print_sizes", shape(1, 1), width, precision).output, expected);
  }
}

TEST(Kernels, AWideFieldIsPrintedWholeOrEndsAtTheOutputLimit) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const LaunchResult whole = device.run("print_wide", shape(1, 1));
  EXPECT_EQ(whole.output, std::string(699, ' ') + "1|\n");
  for (const int threads : {2, 3}) {
    const LaunchResult limited = device.run("print_wide", shape(1, threads));
    ASSERT_FALSE(limited.faults.empty());
    EXPECT_EQ(limited.faults[0].kind, FaultKind::kOutputLimit);
  }
}

TEST(Kernels, EachThreadGetsItsOwnBlockFromTheHeap) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(64));
  ASSERT_EQ(device.run("heap", shape(1, 64), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i);
}

TEST(Kernels, DivisionByZeroAndConversionsOutOfRangeDoNotTrap) {
  TestDevice device("basics");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(4));
  ASSERT_EQ(device.run("divide_by_zero", shape(1, 1), d_out, 0, 3e20f).status, LaunchStatus::kOk);
  EXPECT_EQ(device.download<int>(d_out, 4), (std::vector<int>{-1, 7, -1, 2147483647}));
}

TEST(WarpLevel, ShufflesReadTheLaneThatTheirRuleNames) {
  TestDevice device("warp_level");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_out = device.upload(std::vector<int>(32 * 8));
  ASSERT_EQ(device.run("shuffles", shape(1, 32), d_out).status, LaunchStatus::kOk);
  const std::vector<int> out = device.download<int>(d_out, 32 * 8);
  for (int t = 0; t < 32; ++t) {
    const int* row = out.data() + t * 8;
    EXPECT_EQ(row[0], 50);
    EXPECT_EQ(row[1], t < 3 ? t : t - 3);
    EXPECT_EQ(row[2], t + 3 > 31 ? t : t + 3);
    EXPECT_EQ(row[3], t ^ 6);
    EXPECT_EQ(row[4], t / 8 * 8 + 1);
    EXPECT_EQ(row[5], t % 8 < 3 ? t : t - 3);
    EXPECT_EQ(row[6], t % 8 + 3 > 7 ? t : t + 3);
    EXPECT_EQ(row[7], t ^ 1);
  }
}

TEST(WarpLevel, VotesMatchesAndReductionsSeeAllNamedLanes) {
  TestDevice device("warp_level");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_votes = device.upload(std::vector<unsigned>(32 * 6));
  ASSERT_EQ(device.run("votes", shape(1, 32), d_votes).status, LaunchStatus::kOk);
  const std::vector<unsigned> votes = device.download<unsigned>(d_votes, 32 * 6);
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned* row = votes.data() + t * 6;
    EXPECT_EQ(row[0], 0x49249249u);
    EXPECT_EQ(row[1], 1u);
    EXPECT_EQ(row[2], 0u);
    EXPECT_EQ(row[3], t < 10 ? 0x3ffu : 0u);
    EXPECT_EQ(row[4], 0x11111111u << (t % 4));
    EXPECT_EQ(row[5], 0u);  // the mask of all lanes, plus one
  }
  const std::uint64_t d_sums = device.upload(std::vector<int>(32 * 4));
  ASSERT_EQ(device.run("reductions", shape(1, 32), d_sums).status, LaunchStatus::kOk);
  EXPECT_EQ(device.download<int>(d_sums, 4), (std::vector<int>{496, -5, -19, 0}));
}

TEST(WarpLevel, AtomicsOfAllKindsTakeTurns) {
  TestDevice device("warp_level");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_words = device.upload(std::vector<int>{0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0});
  const std::uint64_t d_longs = device.upload(std::vector<std::uint64_t>(3));
  const std::uint64_t d_float = device.upload(std::vector<float>(1));
  const std::uint64_t d_double = device.upload(std::vector<double>(1));
  ASSERT_EQ(device.run("atomics", shape(2, 64), d_words, d_longs, d_float, d_double).status,
            LaunchStatus::kOk);
  const std::vector<int> words = device.download<int>(d_words, 11);
  EXPECT_EQ(words, (std::vector<int>{2 * 2016, -128, -63, 63, 0, 255, 0, 128 % 10, 2, 11, 1}));
  EXPECT_EQ(device.download<std::uint64_t>(d_longs, 3),
            (std::vector<std::uint64_t>{128ull << 33, 63ull << 40, 5}));
  EXPECT_EQ(device.download<float>(d_float, 1)[0], 64.0f);
  EXPECT_EQ(device.download<double>(d_double, 1)[0], 32.0);
}

TEST(Math, ResultsAreThoseOfTheHostsLibrary) {
  TestDevice device("math");
  REQUIRE_KERNELS(device);
  std::vector<float> in(32);
  for (std::size_t i = 0; i < 32; ++i) in[i] = 0.3f * static_cast<float>(i + 1);
  const std::uint64_t d_in = device.upload(in);
  const std::uint64_t d_out = device.upload(std::vector<float>(32 * 12));
  ASSERT_EQ(device.run("float_math", shape(1, 32), d_out, d_in).status, LaunchStatus::kOk);
  const std::vector<float> out = device.download<float>(d_out, 32 * 12);
  for (std::size_t i = 0; i < 32; ++i) {
    const float x = in[i];
    const float* row = out.data() + i * 12;
    EXPECT_FLOAT_EQ(row[0], std::sin(x));
    EXPECT_FLOAT_EQ(row[1], std::exp(x));
    EXPECT_FLOAT_EQ(row[2], std::log(x));
    EXPECT_EQ(row[3], std::sqrt(x));
    EXPECT_FLOAT_EQ(row[4], 1 / std::sqrt(x));
    EXPECT_FLOAT_EQ(row[5], std::pow(x, 1.5f));
    EXPECT_EQ(row[6], std::fma(x, x, 1.0f));
    EXPECT_NEAR(std::erf(row[7]), x / 100, 1e-6);
    EXPECT_EQ(row[8], std::fmin(x, 2.0f));
    EXPECT_EQ(row[9], std::round(x));
    EXPECT_FLOAT_EQ(row[10], std::atan2(x, 2.0f));
    EXPECT_NEAR(row[11], 1, 1e-6);
  }
}

TEST(Math, DoublesRoundingModesAndWideProductsAreExact) {
  TestDevice device("math");
  REQUIRE_KERNELS(device);
  const std::uint64_t d_in = device.upload(std::vector<double>{0.5, 1.5, 3.25});
  const std::uint64_t d_out = device.upload(std::vector<double>(18));
  ASSERT_EQ(device.run("double_math", shape(1, 3), d_out, d_in).status, LaunchStatus::kOk);
  const std::vector<double> out = device.download<double>(d_out, 18);
  EXPECT_EQ(out[0], std::sin(0.5));
  EXPECT_EQ(out[6 + 3], std::fma(1.5, 1.5, 1.0));
  EXPECT_NEAR(out[4], 0.691462461274013, 1e-14);
  EXPECT_EQ(out[5], std::nextafter(1.0, 2.0));

  const std::vector<std::uint64_t> factors{~0ull, 0x123456789abcdefull, 1ull << 63};
  const std::uint64_t d_factors = device.upload(factors);
  const std::uint64_t d_products = device.upload(std::vector<std::uint64_t>(3));
  ASSERT_EQ(device.run("wide_products", shape(1, 3), d_products, d_factors).status,
            LaunchStatus::kOk);
  const std::vector<std::uint64_t> products = device.download<std::uint64_t>(d_products, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    __extension__ using Wide = unsigned __int128;
    EXPECT_EQ(products[i], static_cast<std::uint64_t>(Wide{factors[i]} * (factors[i] * 3) >> 64));
  }
}

}  // namespace
}  // namespace simt::test
