// SPDX-License-Identifier: MIT
#include "observer_checks.hpp"

#include <array>
#include <cstdio>
#include <cstring>

namespace simt {

namespace {

constexpr std::size_t kMaxName = 400;

/// Reads the check's static data: a source location, then pointers to type descriptors.
class CheckData {
 public:
  CheckData(Memory& memory, std::uint64_t address) : memory_(memory), address_(address) {}

  bool read_place(Place& place) {
    std::uint64_t file = 0;
    if (!read(0, file) || !read(8, place.line) || !read(12, place.column)) return false;
    place.file = string(file);
    return true;
  }

  /// The type at position `index` behind the location.
  struct Type {
    std::string name;
    std::uint16_t kind = 0xffff;  ///< 0 integer, 1 floating point
    std::uint16_t info = 0;       ///< integer: twice the log2 of its bits, plus 1 if signed
    bool is_signed() const { return kind == 0 && (info & 1U) != 0; }
    unsigned bits() const { return kind == 0 ? 1U << (info >> 1U) : info; }
  };
  Type type(std::uint64_t index) {
    Type result;
    std::uint64_t descriptor = 0;
    if (!read(16 + 8 * index, descriptor)) return result;
    if (!read_at(descriptor, result.kind) || !read_at(descriptor + 2, result.info)) return result;
    result.name = string(descriptor + 4);
    if (result.name.size() > 1 && result.name.front() == '\'') {
      result.name = result.name.substr(1, result.name.size() - 2);
    }
    return result;
  }

 private:
  template <class T>
  bool read(std::uint64_t offset, T& value) {
    return read_at(address_ + offset, value);
  }
  template <class T>
  bool read_at(std::uint64_t address, T& value) {
    const std::byte* data = memory_.data(address, sizeof(T));
    if (data == nullptr) return false;
    std::memcpy(&value, data, sizeof(T));
    return true;
  }
  std::string string(std::uint64_t address) {
    std::string text;
    for (char c = 0; text.size() < kMaxName && read_at(address + text.size(), c) && c != 0;) {
      text += c;
    }
    return text;
  }

  Memory& memory_;
  std::uint64_t address_;
};

std::string value_text(std::uint64_t value, const CheckData::Type& type) {
  if (type.kind == 1) {
    std::array<char, 40> text{};
    double number = 0;
    if (type.bits() == 32) {
      float narrow = 0;
      std::memcpy(&narrow, &value, sizeof(narrow));
      number = static_cast<double>(narrow);
    } else {
      std::memcpy(&number, &value, sizeof(number));
    }
    std::snprintf(text.data(), text.size(), "%g", number);
    return text.data();
  }
  const unsigned bits = type.bits();
  if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
  if (!type.is_signed()) return std::to_string(value);
  if (bits < 64 && (value >> (bits - 1) & 1U) != 0) value |= ~std::uint64_t{0} << bits;
  return std::to_string(static_cast<std::int64_t>(value));
}

bool is_zero(std::uint64_t value, const CheckData::Type& type) {
  return value_text(value, type) == "0";
}

}  // namespace

std::optional<CheckFacts> check_facts(const CompilerCheck& check, int lane, Memory& memory) {
  constexpr std::string_view kPrefix = "__ubsan_handle_";
  if (!check.handler.starts_with(kPrefix) || check.argument_count < 1) return std::nullopt;
  std::string_view name = check.handler.substr(kPrefix.size());
  if (name.ends_with("_abort")) name.remove_suffix(6);
  const auto argument = [&](int k) {
    return k < check.argument_count ? check.arguments[k][lane] : 0;
  };
  CheckFacts facts;
  CheckData data(memory, argument(0));
  if (!data.read_place(facts.place)) return std::nullopt;
  const CheckData::Type first = data.type(0);
  const auto operation = [&](const char* sign) {
    facts.kind = FindingKind::kIntegerOverflow;
    facts.detail = value_text(argument(1), first) + sign + value_text(argument(2), first) +
                   " does not fit " + first.name;
  };
  if (name == "add_overflow") {
    operation(" + ");
  } else if (name == "sub_overflow") {
    operation(" - ");
  } else if (name == "mul_overflow") {
    operation(" * ");
  } else if (name == "divrem_overflow") {
    operation(" / ");
    if (is_zero(argument(2), first)) {
      facts.kind = FindingKind::kDivideByZero;
      facts.detail = value_text(argument(1), first) + " / 0";
    }
  } else if (name == "negate_overflow") {
    facts.kind = FindingKind::kIntegerOverflow;
    facts.detail = "-(" + value_text(argument(1), first) + ") does not fit " + first.name;
  } else if (name == "shift_out_of_bounds") {
    facts.kind = FindingKind::kShift;
    facts.detail = value_text(argument(1), first) + " of type " + first.name + " by " +
                   value_text(argument(2), data.type(1));
  } else if (name == "out_of_bounds") {
    facts.kind = FindingKind::kArrayBounds;
    facts.detail = "index " + value_text(argument(1), data.type(1)) + " in " + first.name;
  } else if (name == "float_cast_overflow") {
    facts.kind = FindingKind::kFloatCast;
    facts.detail = value_text(argument(1), first) + " to " + data.type(1).name;
  } else if (name != "builtin_unreachable" && name != "missing_return") {
    return std::nullopt;
  }
  return facts;
}

}  // namespace simt
