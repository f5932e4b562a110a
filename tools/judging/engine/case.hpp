// SPDX-License-Identifier: MIT
//
// One run of one case: its numbers, the contents of its buffers, and what must come out. A
// reference sees nothing else:
//
//   REFERENCE(c) {
//     const auto in = c.input<float>("in");
//     for (std::size_t i = 0; i < in.size(); ++i) c.out("out").expect(i, 2.0 * in[i]);
//   }
//
// Outputs that a reference does not mention must keep the poison that was in them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "element.hpp"
#include "exercise.hpp"

namespace judge {

/// What the elements of an output must be.
class Expected {
 public:
  explicit Expected(std::size_t count)
      : real_(count), bound_(count), whole_(count), state_(count) {}

  /// Real output `i` within `bound` of `value`; NaN is wanted where `value` is NaN.
  void expect(std::size_t i, double value, double bound = 0) {
    real_.at(i) = value;
    bound_[i] = bound;
    state_[i] = kGiven;
  }
  /// Whole output `i` equal to `value`.
  void expect_whole(std::size_t i, std::int64_t value) {
    whole_.at(i) = value;
    state_[i] = kGiven;
  }
  /// Any content of `i` is right.
  void ignore(std::size_t i) { state_.at(i) = kIgnored; }

  bool is_given(std::size_t i) const { return state_[i] == kGiven; }
  bool is_ignored(std::size_t i) const { return state_[i] == kIgnored; }
  double real(std::size_t i) const { return real_[i]; }
  double bound(std::size_t i) const { return bound_[i]; }
  std::int64_t whole(std::size_t i) const { return whole_[i]; }

 private:
  enum State : std::uint8_t { kUntouched, kGiven, kIgnored };
  std::vector<double> real_;
  std::vector<double> bound_;
  std::vector<std::int64_t> whole_;
  std::vector<std::uint8_t> state_;
};

/// A buffer as it is before the launches.
struct Buffer {
  const BufferPlan* plan = nullptr;
  std::size_t count = 0;
  std::size_t offset = 0;  ///< elements before the first that the kernel is told of
  bool poisoned = false;
  std::vector<std::byte> bytes;  ///< of the `count` elements

  std::size_t element_bytes() const { return size_of(plan->element); }
};

class Case {
 public:
  /// Makes the buffers of `plan`: numbers by the seed of the case, contents by that of the run.
  static simt::Result<Case> make(const Exercise& exercise, const CasePlan& plan,
                                 std::uint64_t case_seed, std::uint64_t run_seed);

  long long number(std::string_view name) const;
  template <class T>
  std::span<const T> input(std::string_view name) const {
    const Buffer& buffer = at(name);
    return {reinterpret_cast<const T*>(buffer.bytes.data()), buffer.count};
  }
  Expected& out(std::string_view name) { return expected_[index_of(name)]; }

  const Numbers& numbers() const { return numbers_; }
  const std::vector<Buffer>& buffers() const { return buffers_; }
  const Expected& expected(std::size_t buffer) const { return expected_[buffer]; }
  /// Makes room for what is expected; called when the kernels are done, so that they cannot see it.
  void begin_expecting();

 private:
  std::size_t index_of(std::string_view name) const;
  const Buffer& at(std::string_view name) const { return buffers_[index_of(name)]; }

  Numbers numbers_;
  std::vector<Buffer> buffers_;
  std::vector<Expected> expected_;
};

/// How far a sum of `terms` floats may be off: a rounding each, of the sum of their magnitudes.
inline double sum_bound(double terms, double magnitude) {
  using Float = std::numeric_limits<float>;
  return terms * (static_cast<double>(Float::epsilon()) * magnitude +
                  static_cast<double>(Float::denorm_min()));
}

using Reference = void (*)(Case&);

/// The reference of an exercise ("chapter05_tiling/conv1d"), or null.
Reference find_reference(std::string_view exercise);

/// Puts a reference on the list that find_reference reads, before main.
struct Registration {
  Registration(const char* exercise, Reference reference);
};

}  // namespace judge

/// Defines the reference of the exercise in whose folder the file stands; CMake gives its name.
#define REFERENCE(c)                                                        \
  static void reference(judge::Case& c);                                    \
  static const judge::Registration registration(JUDGE_EXERCISE, reference); \
  static void reference(judge::Case& c)
