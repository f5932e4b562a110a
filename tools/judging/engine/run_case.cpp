// SPDX-License-Identifier: MIT
#include "run_case.hpp"

#include <algorithm>
#include <cstring>

#include "fill.hpp"

namespace judge {
namespace {

/// Bytes before a buffer with an offset that must stay as they are.
constexpr std::size_t kGuardBytes = 256;

simt::Error invalid(const std::string& what) { return {simt::ErrorKind::kInvalidValue, what}; }

/// A buffer on the target: guard, elements that the offset skips, contents.
class Placed {
 public:
  Placed(const Buffer& buffer, std::uint64_t seed) : buffer_(buffer) {
    if (buffer.plan->is_symbol) return;
    guard_.resize((buffer.offset > 0 ? kGuardBytes : 0) + buffer.offset * buffer.element_bytes());
    for (std::size_t i = 0; i < guard_.size(); ++i) {
      guard_[i] = static_cast<std::byte>(mix(seed, i));
    }
  }

  simt::Status place(Target& target) {
    const std::size_t bytes = guard_.size() + buffer_.bytes.size();
    const auto base = buffer_.plan->is_symbol ? target.symbol(buffer_.plan->name, bytes)
                                              : target.allocate(buffer_.plan->name, bytes);
    if (!base) return base.error();
    base_ = *base;
    if (const auto status = target.poison(base_, guard_); !status) return status;
    const auto filled = buffer_.poisoned ? target.poison(address(), buffer_.bytes)
                                         : target.write(address(), buffer_.bytes);
    // Also an input that is as before when the kernel ends was nobody's to write to.
    if (filled && buffer_.plan->role == Role::kIn) target.protect(base_);
    return filled;
  }

  std::uint64_t address() const { return base_ + guard_.size(); }

  simt::Result<std::optional<Mismatch>> judge(Target& target, const Expected& expected) const {
    std::vector<std::byte> after(guard_.size() + buffer_.bytes.size());
    if (const auto status = target.read(base_, after); !status) return status.error();
    if (!std::equal(guard_.begin(), guard_.end(), after.begin())) {
      return std::optional(Mismatch{"wrote-outside", buffer_.plan->name, -1, "another value",
                                    "to be left alone", 1, buffer_.count});
    }
    return compare(buffer_, expected, std::span(after).subspan(guard_.size()));
  }

 private:
  const Buffer& buffer_;
  std::vector<std::byte> guard_;
  std::uint64_t base_ = 0;
};

template <class T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

simt::Result<std::vector<std::byte>> number_argument(const Exercise& exercise,
                                                     const std::string& text,
                                                     const Numbers& numbers) {
  const auto value = evaluate(text, numbers);
  if (!value) return value.error();
  const auto found = exercise.types.find(text);
  const std::string type = found == exercise.types.end() ? "int" : found->second;
  if (type == "size_t") return bytes_of(static_cast<std::uint64_t>(*value));
  const auto element = element_named(type);
  if (!element) return invalid("types." + text + " is no type that the judge knows");
  std::vector<std::byte> bytes(size_of(*element));
  store_real(*element, bytes.data(), *value);
  return bytes;
}

simt::Result<std::array<std::uint32_t, 3>> shape_of(const std::array<std::string, 3>& texts,
                                                    const Numbers& numbers) {
  std::array<std::uint32_t, 3> shape{};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto value = evaluate(texts[i], numbers);
    if (!value) return value.error();
    if (!(*value >= 0 && *value < 4294967296.0)) return invalid(texts[i] + " is no shape");
    shape[i] = static_cast<std::uint32_t>(*value);
  }
  return shape;
}

/// One run of a case.
class Run {
 public:
  Run(const Exercise& exercise, Case& data, Target& target, std::uint64_t seed)
      : exercise_(exercise), case_(data), target_(target), seed_(seed) {}

  simt::Status place() {
    for (const Buffer& buffer : case_.buffers()) {
      placed_.emplace_back(buffer, mix(seed_, 1000 + placed_.size()));
      if (const auto status = placed_.back().place(target_); !status) return status;
    }
    return simt::Done{};
  }

  /// Launches one after the other; the first that fails ends it, and says why in `result`.
  simt::Status launch(CaseResult& result) {
    for (const LaunchPlan& plan : exercise_.launches) {
      std::vector<std::vector<std::byte>> arguments;
      for (const std::string& text : plan.arguments) {
        auto argument = argument_of(text);
        if (!argument) return argument.error();
        arguments.push_back(std::move(*argument));
      }
      const auto shape = launch_shape(plan);
      if (!shape) return shape.error();
      const auto launched = target_.launch(plan.kernel, *shape, arguments, seed_);
      if (!launched) {
        result.launch_problem = launched.error().message;
        result.endless = launched.error().kind == simt::ErrorKind::kLimit;
        break;
      }
    }
    return simt::Done{};
  }

  simt::Result<std::optional<Mismatch>> judge() const {
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      auto mismatch = placed_[i].judge(target_, case_.expected(i));
      if (!mismatch || *mismatch) return mismatch;
    }
    return std::optional<Mismatch>();
  }

 private:
  simt::Result<std::vector<std::byte>> argument_of(const std::string& text) const {
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      if (case_.buffers()[i].plan->name == text) return bytes_of(placed_[i].address());
    }
    return number_argument(exercise_, text, case_.numbers());
  }

  simt::Result<Shape> launch_shape(const LaunchPlan& plan) const {
    const auto grid = shape_of(plan.grid, case_.numbers());
    if (!grid) return grid.error();
    const auto block = shape_of(plan.block, case_.numbers());
    if (!block) return block.error();
    const auto shared = evaluate(plan.shared_bytes, case_.numbers());
    if (!shared) return shared.error();
    return Shape{*grid, *block, static_cast<std::uint32_t>(*shared)};
  }

  const Exercise& exercise_;
  Case& case_;
  Target& target_;
  std::uint64_t seed_;
  std::vector<Placed> placed_;
};

}  // namespace

simt::Result<CaseResult> run_case(const Exercise& exercise, const CasePlan& plan,
                                  Reference reference, Target& target, std::uint64_t seed) {
  CaseResult result;
  for (int number = 0; number < kRuns && !result.mismatch && result.launch_problem.empty();
       ++number) {
    const std::uint64_t run_seed = mix(seed, static_cast<std::uint64_t>(number));
    auto data = Case::make(exercise, plan, seed, run_seed);
    if (!data) return data.error();
    result.numbers = data->numbers();
    Run run(exercise, *data, target, run_seed);
    if (const auto placed = run.place(); !placed) {
      result.launch_problem = placed.error().message;
      break;
    }
    if (const auto launched = run.launch(result); !launched) return launched.error();
    if (!result.launch_problem.empty()) break;
    data->begin_expecting();
    reference(*data);
    const auto mismatch = run.judge();
    if (!mismatch) return mismatch.error();
    result.mismatch = *mismatch;
  }
  result.report = target.report();
  return result;
}

}  // namespace judge
