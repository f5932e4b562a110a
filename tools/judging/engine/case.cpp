// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>

#include "fill.hpp"

namespace judge {
namespace {

constexpr double kMostBytes = 1 << 30;

std::map<std::string, Reference, std::less<>>& references() {
  static std::map<std::string, Reference, std::less<>> all;
  return all;
}

/// The value of `text` as a count.
simt::Result<std::size_t> count_of(const std::string& text, const Numbers& numbers) {
  const auto value = evaluate(text, numbers);
  if (!value) return value.error();
  if (!(*value >= 0 && *value <= kMostBytes)) {
    return simt::Error{simt::ErrorKind::kInvalidValue, "\"" + text + "\" is no sensible count"};
  }
  return static_cast<std::size_t>(*value);
}

/// The numbers of a case: those it sets, and those that the seed decides.
Numbers numbers_of(const CasePlan& plan, std::uint64_t seed) {
  Numbers numbers = plan.numbers;
  for (const auto& [name, range] : plan.ranges) {
    seed = mix(seed, 1);
    const auto choices = static_cast<std::uint64_t>(range.to - range.from) + 1;
    numbers[name] = range.times * (range.from + static_cast<double>(seed % choices));
  }
  return numbers;
}

simt::Result<Buffer> make_buffer(const BufferPlan& plan, const CasePlan& of_case,
                                 const Numbers& numbers, std::uint64_t seed) {
  Buffer buffer;
  buffer.plan = &plan;
  const auto count = count_of(plan.count, numbers);
  if (!count) return count.error();
  buffer.count = *count;
  if (const auto found = of_case.offsets.find(plan.name); found != of_case.offsets.end()) {
    const auto offset = count_of(found->second, numbers);
    if (!offset) return offset.error();
    buffer.offset = *offset;
  }
  const auto own = of_case.fills.find(plan.name);
  const Fill& fill = own == of_case.fills.end() ? plan.fill : own->second;
  buffer.bytes.resize(buffer.count * buffer.element_bytes());
  buffer.poisoned = fill.kind.empty();
  const simt::Status status = fill_elements(fill, plan.element, numbers, seed, buffer.bytes);
  if (!status) return status.error();
  return buffer;
}

}  // namespace

simt::Result<Case> Case::make(const Exercise& exercise, const CasePlan& plan,
                              std::uint64_t case_seed, std::uint64_t run_seed) {
  Case made;
  made.numbers_ = numbers_of(plan, case_seed);
  for (const BufferPlan& buffer_plan : exercise.buffers) {
    auto buffer =
        make_buffer(buffer_plan, plan, made.numbers_, mix(run_seed, made.buffers_.size()));
    if (!buffer) return buffer.error();
    made.buffers_.push_back(std::move(*buffer));
  }
  return made;
}

void Case::begin_expecting() {
  expected_.clear();
  for (const Buffer& buffer : buffers_) expected_.emplace_back(buffer.count);
}

long long Case::number(std::string_view name) const {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return static_cast<long long>(found->second);
  std::fprintf(stderr, "judge-run: the reference asks for '%.*s', which no case sets\n",
               static_cast<int>(name.size()), name.data());
  std::abort();
}

std::size_t Case::index_of(std::string_view name) const {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].plan->name == name) return i;
  }
  std::fprintf(stderr, "judge-run: the reference asks for buffer '%.*s', which is not there\n",
               static_cast<int>(name.size()), name.data());
  std::abort();
}

Reference find_reference(std::string_view exercise) {
  const auto found = references().find(exercise);
  return found == references().end() ? nullptr : found->second;
}

Registration::Registration(const char* exercise, Reference reference) {
  references()[exercise] = reference;
}

}  // namespace judge
