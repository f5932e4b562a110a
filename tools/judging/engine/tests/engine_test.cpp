// SPDX-License-Identifier: MIT
//
// The parts of judge-run, each by itself: expressions, fills, comparison, the file of an exercise,
// and a case that runs on a target which is a function here.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

#include "compare.hpp"
#include "fill.hpp"
#include "run_case.hpp"
#include "totals.hpp"

namespace {

using judge::Element;
using judge::Numbers;

double value_of(const char* text, const Numbers& numbers = {}) {
  const auto value = judge::evaluate(text, numbers);
  EXPECT_TRUE(value) << (value ? "" : value.error().message);
  return value ? *value : NAN;
}

std::string problem_of(const char* text) {
  const auto value = judge::evaluate(text, {{"n", 5}});
  EXPECT_FALSE(value) << text;
  return value ? "" : value.error().message;
}

TEST(expression, binds_as_in_a_formula) {
  EXPECT_EQ(value_of("2 + 3 * 4 - 6 / 4"), 12.5);
  EXPECT_EQ(value_of("2 - 3 - 4"), -5);
  EXPECT_EQ(value_of("-(2 + 3) * 2"), -10);
  EXPECT_EQ(value_of("17 % 5 * 2"), 4);
}

TEST(expression, knows_names_and_functions) {
  const Numbers numbers = {{"n", 1000}, {"block_size", 256}};
  EXPECT_EQ(value_of("ceil_div(n, block_size)", numbers), 4);
  EXPECT_EQ(value_of("max(1, ceil_div(0, 256)) + min(n, 3)", numbers), 4);
  EXPECT_EQ(value_of("floor(n / 300) + log2(block_size)", numbers), 11);
}

TEST(expression, says_what_it_does_not_understand) {
  EXPECT_NE(problem_of("n + rows").find("nobody defines 'rows'"), std::string::npos);
  EXPECT_NE(problem_of("n n").find("unexpected 'n'"), std::string::npos);
  EXPECT_NE(problem_of("max(1)").find("no function max of 1"), std::string::npos);
  for (const char* text : {"", "n +", "(n", "n)", "sqrt(n)", "ceil_div(n, 2", "n $ 2"}) {
    EXPECT_FALSE(problem_of(text).empty());
  }
}

template <class T>
std::vector<T> filled(const judge::Fill& fill, Element element, std::uint64_t seed, int count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  const auto status =
      judge::fill_elements(fill, element, {}, seed, std::as_writable_bytes(std::span(values)));
  EXPECT_TRUE(status);
  return values;
}

TEST(fill, is_the_same_for_the_same_seed_alone) {
  const judge::Fill random{"random"};
  EXPECT_EQ(filled<float>(random, Element::kFloat, 1, 50),
            filled<float>(random, Element::kFloat, 1, 50));
  EXPECT_NE(filled<float>(random, Element::kFloat, 1, 50),
            filled<float>(random, Element::kFloat, 2, 50));
}

TEST(fill, keeps_to_its_range) {
  std::set<int> seen;
  for (const int value : filled<int>({"range", "-2", "3"}, Element::kInt, 7, 500)) {
    EXPECT_TRUE(value >= -2 && value <= 3) << value;
    seen.insert(value);
  }
  EXPECT_EQ(seen.size(), 6u);  // both ends as well
  for (const float value : filled<float>({"random", "0", "5"}, Element::kFloat, 7, 500)) {
    EXPECT_LE(std::fabs(value), 5.0f);
  }
}

TEST(fill, poisons_with_what_is_no_number) {
  for (const float value : filled<float>({""}, Element::kFloat, 3, 100)) {
    EXPECT_TRUE(std::isnan(value));
  }
  EXPECT_NE(filled<int>({""}, Element::kInt, 3, 10), filled<int>({""}, Element::kInt, 4, 10));
}

TEST(fill, special_holds_what_is_out_of_the_ordinary) {
  bool nan = false, infinite = false, denormal = false, minus_zero = false;
  for (const float value : filled<float>({"special"}, Element::kFloat, 11, 2000)) {
    nan = nan || std::isnan(value);
    infinite = infinite || std::isinf(value);
    denormal = denormal || std::fpclassify(value) == FP_SUBNORMAL;
    minus_zero = minus_zero || (value == 0.0f && std::signbit(value));
  }
  EXPECT_TRUE(nan && infinite && denormal && minus_zero);
}

TEST(fill, refuses_a_kind_that_nobody_wrote) {
  std::byte bytes[4];
  EXPECT_FALSE(judge::fill_elements({"noise"}, Element::kInt, {}, 1, bytes));
}

/// A buffer of floats, and what is expected of it.
struct Compared {
  explicit Compared(std::vector<float> before) : expected(before.size()) {
    plan.name = "out";
    plan.role = judge::Role::kOut;
    buffer.plan = &plan;
    buffer.count = before.size();
    buffer.poisoned = true;
    buffer.bytes.resize(before.size() * sizeof(float));
    std::memcpy(buffer.bytes.data(), before.data(), buffer.bytes.size());
  }
  std::optional<judge::Mismatch> with(const std::vector<float>& after) const {
    return judge::compare(buffer, expected, std::as_bytes(std::span(after)));
  }

  judge::BufferPlan plan;
  judge::Buffer buffer;
  judge::Expected expected;
};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(compare, keeps_to_the_bound) {
  Compared one({7});
  one.expected.expect(0, 1.0, 0.25);
  EXPECT_FALSE(one.with({1.25f}));
  EXPECT_TRUE(one.with({1.26f}));
  EXPECT_EQ(one.with({1.5f})->verdict, "wrong-answer");
}

TEST(compare, takes_a_nan_for_no_number) {
  Compared one({7});
  one.expected.expect(0, 1.0, 1e30);
  EXPECT_TRUE(one.with({kNan}));
  one.expected.expect(0, kNan);
  EXPECT_FALSE(one.with({kNan}));
  EXPECT_TRUE(one.with({1.0f}));
}

TEST(compare, takes_no_number_for_infinity) {
  Compared one({7});
  one.expected.expect(0, kInfinity, kInfinity);
  EXPECT_FALSE(one.with({kInfinity}));
  EXPECT_TRUE(one.with({-kInfinity}));
  EXPECT_TRUE(one.with({1e30f}));
  one.expected.expect(0, 1.0, kInfinity);
  EXPECT_TRUE(one.with({2.0f}));
}

TEST(compare, says_what_kind_of_wrong_it_is) {
  Compared three({7, 8, 9});
  three.expected.expect(0, 1.0);
  three.expected.ignore(1);
  EXPECT_FALSE(three.with({1, 5, 9}));
  EXPECT_EQ(three.with({7, 5, 9})->verdict, "not-written");
  EXPECT_EQ(three.with({2, 5, 9})->verdict, "wrong-answer");
  EXPECT_EQ(three.with({1, 5, 10})->verdict, "wrote-outside");
  EXPECT_EQ(three.with({2, 5, 10})->wrong, 2u);
  three.plan.role = judge::Role::kIn;
  EXPECT_EQ(three.with({1, 8, 10})->verdict, "input-changed");
  three.plan.role = judge::Role::kScratch;
  EXPECT_FALSE(three.with({4, 4, 4}));
}

constexpr const char* kExercise = R"text({
  "buffers": {
    "in": {"type": "float", "count": "n", "fill": "random"},
    "out": {"type": "float", "count": "n", "role": "out"}
  },
  "launches": [
    {"kernel": "copy", "grid": "ceil_div(n, 4)", "block": [4, 2], "arguments": ["out", "in", "n"]}
  ],
  "cases": [
    {"name": "some", "set": {"n": {"from": 3, "to": 9, "times": 2}}, "offset": {"out": 1}}
  ],
  "traffic": {"case": "some", "limits": {"global_load_sectors": "n"}}
})text";

judge::Exercise exercise() {
  auto read = judge::read_exercise(kExercise);
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return *read;
}

TEST(exercise, allows_no_atomics_that_nobody_speaks_of) {
  const judge::Exercise read = exercise();
  ASSERT_EQ(read.limits.size(), 2u);
  EXPECT_EQ(read.limits[1].metric, "global_atomic_requests");
  EXPECT_EQ(read.limits[1].at_most, "0");
}

TEST(exercise, names_the_field_that_is_wrong) {
  const auto message = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const auto read = judge::read_exercise(text);
    return read ? std::string() : read.error().message;
  };
  EXPECT_NE(message(kExercise, "\"float\"", "\"half\"").find("buffers.in.type"), std::string::npos);
  EXPECT_NE(message(kExercise, "\"out\"}", "\"result\"}").find(".role"), std::string::npos);
  EXPECT_NE(message(kExercise, "\"case\": \"some\"", "\"case\": \"no\"").find("traffic.case"),
            std::string::npos);
  EXPECT_NE(message(kExercise, "\"cases\"", "\"runs\"").find("cases"), std::string::npos);
  EXPECT_FALSE(judge::read_exercise("[]"));
}

TEST(totals, add_up_all_kernels) {
  const char* report = R"text({"kernels": [
    {"warp_instructions": 10, "async_copies": 2, "accesses": [
      {"space": "global", "access": "load", "requests": 2, "active_lanes": 64, "sectors": 8},
      {"space": "shared", "access": "store", "requests": 1, "wavefronts": 4, "ideal_wavefronts": 1}],
     "branches": [{"executed": 5, "diverged": 1}]},
    {"warp_instructions": 1, "accesses": [
      {"space": "global", "access": "store", "requests": 1, "sectors": 4}], "branches": []}]})text";
  const Numbers totals = judge::totals_of(report);
  EXPECT_EQ(totals.at("warp_instructions"), 11);
  EXPECT_EQ(totals.at("async_copies"), 2);
  EXPECT_EQ(totals.at("global_load_sectors"), 8);
  EXPECT_EQ(totals.at("global_sectors"), 12);
  EXPECT_EQ(totals.at("bank_conflicts"), 3);
  EXPECT_EQ(totals.at("diverged_branches"), 1);
  EXPECT_EQ(totals.at("local_load_requests"), 0);
  EXPECT_EQ(judge::totals_of("no report").at("global_sectors"), 0);
}

/// A target in this process's memory, whose kernel is a function of its arguments' addresses.
class MemoryTarget final : public judge::Target {
 public:
  using Kernel = std::function<void(float* out, float* in, int n)>;
  explicit MemoryTarget(Kernel kernel) : kernel_(std::move(kernel)) {}

  simt::Result<std::uint64_t> allocate(const std::string&, std::uint64_t bytes) override {
    memory_.emplace_back(bytes + 64, std::byte{0x5A});
    return reinterpret_cast<std::uint64_t>(memory_.back().data());
  }
  simt::Result<std::uint64_t> symbol(const std::string& name, std::uint64_t) override {
    return simt::Error{simt::ErrorKind::kNotFound, name};
  }
  simt::Status write(std::uint64_t address, std::span<const std::byte> bytes) override {
    if (!bytes.empty()) std::memcpy(at(address), bytes.data(), bytes.size());
    return simt::Done{};
  }
  simt::Status poison(std::uint64_t address, std::span<const std::byte> bytes) override {
    return write(address, bytes);
  }
  simt::Status read(std::uint64_t address, std::span<std::byte> bytes) override {
    if (!bytes.empty()) std::memcpy(bytes.data(), at(address), bytes.size());
    return simt::Done{};
  }
  void protect(std::uint64_t) override { ++protected_arrays; }
  simt::Status launch(const std::string& name, const judge::Shape& shape,
                      std::span<const std::vector<std::byte>> arguments, std::uint64_t) override {
    kernel_name = name;
    last_shape = shape;
    ++launches;
    kernel_(argument<float*>(arguments[0]), argument<float*>(arguments[1]),
            argument<int>(arguments[2]));
    return failure ? simt::Status(*failure) : simt::Status(simt::Done{});
  }
  std::string report() const override { return ""; }

  std::string kernel_name;
  judge::Shape last_shape{};
  int launches = 0;
  int protected_arrays = 0;
  std::optional<simt::Error> failure;

 private:
  static void* at(std::uint64_t address) { return reinterpret_cast<void*>(address); }
  template <class T>
  static T argument(const std::vector<std::byte>& bytes) {
    T value;
    EXPECT_EQ(bytes.size(), sizeof value);
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  Kernel kernel_;
  std::vector<std::vector<std::byte>> memory_;
};

/// Runs the case on a target; twice what came in must come out.
judge::CaseResult result_on(MemoryTarget& target, std::uint64_t seed = 5) {
  const judge::Exercise read = exercise();
  const auto result = judge::run_case(
      read, read.cases[0],
      [](judge::Case& c) {
        const auto in = c.input<float>("in");
        for (std::size_t i = 0; i < in.size(); ++i) c.out("out").expect(i, 2.0 * in[i]);
      },
      target, seed);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return *result;
}

void doubles(float* out, const float* in, int n) {
  for (int i = 0; i < n; ++i) out[i] = 2 * in[i];
}

TEST(run_case, accepts_what_is_right_twice) {
  MemoryTarget target(doubles);
  const judge::CaseResult result = result_on(target);
  EXPECT_FALSE(result.mismatch);
  EXPECT_EQ(target.launches, judge::kRuns);
  EXPECT_EQ(target.protected_arrays, judge::kRuns);  // the input, not the output
  EXPECT_EQ(target.kernel_name, "copy");
  const auto n = static_cast<unsigned>(result.numbers.at("n"));
  EXPECT_EQ(n % 2, 0u);
  EXPECT_EQ(target.last_shape.grid[0], (n + 3) / 4);
  EXPECT_EQ(target.last_shape.block[1], 2u);
}

TEST(run_case, brings_other_data_the_second_time) {
  std::vector<float> first;
  MemoryTarget target([&](float* out, float* in, int n) {
    if (first.empty()) first.assign(in, in + n);
    doubles(out, first.data(), n);  // what was right before
  });
  EXPECT_EQ(result_on(target).mismatch->verdict, "wrong-answer");
  EXPECT_EQ(target.launches, 2);
}

TEST(run_case, sees_what_stands_before_an_array) {
  MemoryTarget target([](float* out, float* in, int n) {
    doubles(out, in, n);
    out[-1] = 0;
  });
  EXPECT_EQ(result_on(target).mismatch->verdict, "wrote-outside");
}

TEST(run_case, sees_an_input_that_is_changed) {
  MemoryTarget target([](float* out, float* in, int n) {
    doubles(out, in, n);
    in[n - 1] += 1;
  });
  EXPECT_EQ(result_on(target).mismatch->verdict, "input-changed");
}

TEST(run_case, ends_with_the_first_launch_that_fails) {
  MemoryTarget target(doubles);
  target.failure = simt::Error{simt::ErrorKind::kInvalidValue, "misaligned"};
  EXPECT_EQ(result_on(target).launch_problem, "misaligned");
  EXPECT_EQ(target.launches, 1);
  target.failure = simt::Error{simt::ErrorKind::kLimit, "did not end"};
  EXPECT_TRUE(result_on(target).endless);
}

TEST(run_case, lets_the_seed_choose_a_size) {
  std::set<double> sizes;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    MemoryTarget target(doubles);
    const double n = result_on(target, seed).numbers.at("n");
    EXPECT_TRUE(n >= 6 && n <= 18) << n;
    sizes.insert(n);
  }
  EXPECT_EQ(sizes.size(), 7u);
}

}  // namespace
