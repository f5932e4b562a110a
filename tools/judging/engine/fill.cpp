// SPDX-License-Identifier: MIT
#include "fill.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace judge {
namespace {

/// SplitMix64: small, and every seed gives a good sequence.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// In [-1, 1), with 24 bits, so that it is exact in a float.
  double real() { return static_cast<double>(next() >> 40) / 8388608.0 - 1.0; }

 private:
  std::uint64_t state_;
};

/// One value of the kind "special": every fourth is out of the ordinary.
double special(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::array<double, 8> kOdd = {std::numeric_limits<double>::quiet_NaN(),
                                          kInfinity,
                                          -kInfinity,
                                          1e-42,
                                          -1e-42,
                                          0.0,
                                          -0.0,
                                          65536.0};
  const std::uint64_t bits = random.next();
  return bits % 4 == 0 ? kOdd[(bits >> 8) % kOdd.size()] : random.real();
}

/// Bytes that are no answer: in a float a NaN, in a whole number nothing to be expected.
void poison(Element element, std::uint64_t seed, std::span<std::byte> bytes) {
  Random random(seed);
  const std::size_t size = size_of(element);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // The two highest bytes of an element make it a NaN with some payload.
    const bool high = is_real(element) && i % size >= size - 2;
    bytes[i] = high ? std::byte{0xFF} : static_cast<std::byte>(random.next() >> 56);
  }
}

struct Range {
  double from = 0;
  double to = 0;
};

simt::Result<Range> range_of(const Fill& fill, const Numbers& numbers) {
  const auto from = evaluate(fill.from, numbers);
  if (!from) return from.error();
  const auto to = evaluate(fill.to, numbers);
  if (!to) return to.error();
  return Range{*from, *to};
}

/// Element `i` of `count` of the kinds that reals and whole numbers share.
double ordered_value(const std::string& kind, double i, double count, double start) {
  if (kind == "sorted") return start + i;
  if (kind == "reversed") return start + count - i;
  if (kind == "equal") return start;
  return std::fmod(i + start, 8388593.0);  // position; a prime below 2^23: exact in a float
}

bool is_ordered(const std::string& kind) {
  return kind == "sorted" || kind == "reversed" || kind == "equal" || kind == "position";
}

}  // namespace

std::uint64_t mix(std::uint64_t seed, std::uint64_t number) {
  return Random(seed ^ (number + 1) * 0xD1342543DE82EF95u).next();
}

simt::Status fill_elements(const Fill& fill, Element element, const Numbers& numbers,
                           std::uint64_t seed, std::span<std::byte> bytes) {
  if (fill.kind.empty()) {
    poison(element, seed, bytes);
    return simt::Done{};
  }
  const auto range = range_of(fill, numbers);
  if (!range) return range.error();
  Random random(seed);
  const std::size_t size = size_of(element);
  const std::size_t count = bytes.size() / size;
  const double start = static_cast<double>(random.next() % 1000);
  const auto span = static_cast<std::uint64_t>(std::fmax(1, range->to - range->from + 1));
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* at = bytes.data() + i * size;
    if (fill.kind == "zero") {
      store_whole(element, at, 0);
    } else if (is_ordered(fill.kind)) {
      store_real(
          element, at,
          ordered_value(fill.kind, static_cast<double>(i), static_cast<double>(count), start));
    } else if (fill.kind == "range") {
      store_whole(
          element, at,
          static_cast<std::int64_t>(range->from) + static_cast<std::int64_t>(random.next() % span));
    } else if (fill.kind == "random" && is_real(element)) {
      store_real(element, at, range->to > 0 ? range->to * random.real() : random.real());
    } else if (fill.kind == "random") {
      store_whole(element, at, static_cast<std::int64_t>(random.next()));
    } else if (fill.kind == "comb") {
      const auto magnitude = static_cast<double>(random.next() % 1'000'000 + 1);
      const bool high = std::fmod(static_cast<double>(i) + start, range->to) == 0;
      store_real(element, at, high ? magnitude : -magnitude);
    } else if (fill.kind == "special") {
      store_real(element, at, special(random));
    } else {
      return simt::Error{simt::ErrorKind::kInvalidValue, "no fill is called " + fill.kind};
    }
  }
  return simt::Done{};
}

}  // namespace judge
