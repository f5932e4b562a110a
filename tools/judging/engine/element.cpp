// SPDX-License-Identifier: MIT
#include "element.hpp"

#include <cstring>

namespace judge {
namespace {

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void store(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

/// Calls `visit` with a value of the element's C++ type.
template <class Visit>
auto with_type(Element element, Visit visit) {
  switch (element) {
    case Element::kByte:
      return visit(std::uint8_t{});
    case Element::kInt:
      return visit(std::int32_t{});
    case Element::kUnsigned:
      return visit(std::uint32_t{});
    case Element::kLong:
      return visit(std::int64_t{});
    case Element::kFloat:
      return visit(float{});
    case Element::kDouble:
      break;
  }
  return visit(double{});
}

}  // namespace

std::optional<Element> element_named(std::string_view name) {
  if (name == "unsigned char") return Element::kByte;
  if (name == "int") return Element::kInt;
  if (name == "unsigned") return Element::kUnsigned;
  if (name == "long long") return Element::kLong;
  if (name == "float") return Element::kFloat;
  if (name == "double") return Element::kDouble;
  return std::nullopt;
}

std::size_t size_of(Element element) {
  return with_type(element, [](auto value) { return sizeof value; });
}

bool is_real(Element element) { return element == Element::kFloat || element == Element::kDouble; }

double as_real(Element element, const std::byte* at) {
  return with_type(element,
                   [at](auto type) { return static_cast<double>(load<decltype(type)>(at)); });
}

std::int64_t as_whole(Element element, const std::byte* at) {
  return with_type(element,
                   [at](auto type) { return static_cast<std::int64_t>(load<decltype(type)>(at)); });
}

void store_real(Element element, std::byte* at, double value) {
  with_type(element, [at, value](auto type) { store(at, static_cast<decltype(type)>(value)); });
}

void store_whole(Element element, std::byte* at, std::int64_t value) {
  with_type(element, [at, value](auto type) { store(at, static_cast<decltype(type)>(value)); });
}

}  // namespace judge
