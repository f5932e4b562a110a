// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace judge {
namespace {

std::string real_text(double value, int digits) {
  if (std::isnan(value)) return "nan";  // its sign and payload mean nothing
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

/// Digits that tell any two values apart.
int digits_of(Element element) { return element == Element::kDouble ? 17 : 9; }

/// Written so that a NaN is right only where a NaN is wanted.
bool is_right_real(double got, double want, double bound) {
  if (std::isnan(want)) return std::isnan(got);
  if (got == want) return true;
  return std::isfinite(want) && std::isfinite(bound) && std::fabs(got - want) <= bound;
}

/// What of one element is right, and the words if not.
class Elements {
 public:
  Elements(const Buffer& buffer, const Expected& expected, std::span<const std::byte> after)
      : buffer_(buffer), expected_(expected), after_(after), size_(buffer.element_bytes()) {}

  bool is_untouched(std::size_t i) const {
    return std::memcmp(at(after_, i), at(buffer_.bytes, i), size_) == 0;
  }
  bool is_right(std::size_t i) const {
    if (expected_.is_ignored(i)) return true;
    if (!expected_.is_given(i)) return is_untouched(i);
    const Element element = buffer_.plan->element;
    if (is_real(element)) {
      return is_right_real(as_real(element, at(after_, i)), expected_.real(i), expected_.bound(i));
    }
    return as_whole(element, at(after_, i)) == expected_.whole(i);
  }
  std::string got(std::size_t i) const {
    return element_text(buffer_.plan->element, at(after_, i));
  }
  std::string want(std::size_t i) const {
    if (!expected_.is_given(i)) return "to be left alone";
    if (!is_real(buffer_.plan->element)) return std::to_string(expected_.whole(i));
    std::string text = real_text(expected_.real(i), digits_of(buffer_.plan->element));
    if (expected_.bound(i) > 0) text += " +- " + real_text(expected_.bound(i), 2);
    return text;
  }
  std::string verdict(std::size_t i) const {
    if (buffer_.plan->role == Role::kIn) return "input-changed";
    if (!expected_.is_given(i)) return "wrote-outside";
    return buffer_.poisoned && is_untouched(i) ? "not-written" : "wrong-answer";
  }

 private:
  const std::byte* at(std::span<const std::byte> bytes, std::size_t i) const {
    return bytes.data() + i * size_;
  }

  const Buffer& buffer_;
  const Expected& expected_;
  std::span<const std::byte> after_;
  std::size_t size_;
};

/// For outputs whose order is free: the whole numbers in order, untouched places left as they are.
std::vector<std::byte> in_order(const Buffer& buffer, const Expected& expected,
                                std::span<const std::byte> after) {
  const Element element = buffer.plan->element;
  const std::size_t size = buffer.element_bytes();
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < buffer.count && expected.is_given(i); ++i) {
    values.push_back(as_whole(element, after.data() + i * size));
  }
  std::sort(values.begin(), values.end());
  std::vector<std::byte> sorted(after.begin(), after.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    store_whole(element, sorted.data() + i * size, values[i]);
  }
  return sorted;
}

}  // namespace

std::string element_text(Element element, const std::byte* at) {
  if (!is_real(element)) return std::to_string(as_whole(element, at));
  return real_text(as_real(element, at), digits_of(element));
}

std::optional<Mismatch> compare(const Buffer& buffer, const Expected& expected,
                                std::span<const std::byte> after) {
  if (buffer.plan->role == Role::kScratch) return std::nullopt;
  std::vector<std::byte> sorted;
  if (buffer.plan->any_order) {
    sorted = in_order(buffer, expected, after);
    after = sorted;
  }
  const Elements elements(buffer, expected, after);
  std::optional<Mismatch> first;
  for (std::size_t i = 0; i < buffer.count; ++i) {
    if (elements.is_right(i)) continue;
    if (!first) {
      first = Mismatch{elements.verdict(i), buffer.plan->name, static_cast<long long>(i),
                       elements.got(i),     elements.want(i),  0,
                       buffer.count};
    }
    ++first->wrong;
  }
  return first;
}

}  // namespace judge
