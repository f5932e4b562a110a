// SPDX-License-Identifier: MIT
//
// The roofline against values worked out by hand, and the peaks against those that NVIDIA prints.
#include "common/roofline.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace {

TEST(roofline, bytes_limit_left_of_the_ridge_and_arithmetic_right_of_it) {
  constexpr cm::Roof roof{60e12, 4e12};
  EXPECT_DOUBLE_EQ(roof.ridge(), 15);
  EXPECT_DOUBLE_EQ(cm::attainable(roof, 0.25), 1e12);
  EXPECT_DOUBLE_EQ(cm::attainable(roof, 15), 60e12);
  EXPECT_DOUBLE_EQ(cm::attainable(roof, 1000), 60e12);
  EXPECT_DOUBLE_EQ(cm::attainable(roof, 0), 0);
}

constexpr cm::ChipRates kTable[] = {
#define DEVICE(key, name, capability, sms, threads, blocks, shared, opt_in, l2, memory, bus, \
               memory_clock, clock, ratio)                                                   \
  {capability, sms, clock, ratio, bus, memory_clock},
#include "simt/src/devices.def"
#undef DEVICE
};

struct Printed {
  const char* name;
  int place;  // in the table
  double float_tflops, double_tflops, tensor_tflops, gbps;
};

/// The name of a case in the list of tests.
void PrintTo(const Printed& printed, std::ostream* out) { *out << printed.name; }

class peak_of : public testing::TestWithParam<Printed> {};

// The papers round both rates and clocks.
void expect_close(double found, double printed) { EXPECT_NEAR(found, printed, 0.011 * printed); }

TEST_P(peak_of, table_agrees_with_what_nvidia_prints) {
  const Printed& p = GetParam();
  const cm::ChipRates& chip = kTable[p.place];
  SCOPED_TRACE(p.name);
  const cm::Roof roof = cm::peak(chip, cm::Arithmetic::kFloat);
  expect_close(roof.flops / 1e12, p.float_tflops);
  expect_close(roof.bytes / 1e9, p.gbps);
  expect_close(cm::peak(chip, cm::Arithmetic::kDouble).flops / 1e12, p.double_tflops);
  expect_close(cm::peak(chip, cm::Arithmetic::kHalfTensor).flops / 1e12, p.tensor_tflops);
}

// NVIDIA's data sheets and architecture papers, without sparsity.  Tensor cores of Hopper are
// printed at a lower clock, 1830 MHz, so 989.4 stands here as 989.4 * 1980 / 1830.  Of the last
// three the papers print double as a part of float: a sixty-fourth, a thirty-second.
INSTANTIATE_TEST_SUITE_P(printed, peak_of,
                         testing::Values(Printed{"H200", 0, 66.9, 33.5, 1070.5, 4800},
                                         Printed{"H100", 1, 66.9, 33.5, 1070.5, 3352},
                                         Printed{"A100", 2, 19.5, 9.7, 312, 1555},
                                         Printed{"L4", 3, 30.3, 0.473, 121, 300},
                                         Printed{"T4", 4, 8.1, 0.254, 65, 320},
                                         Printed{"RTX 4090", 5, 82.6, 1.29, 330.3, 1008}));

}  // namespace
