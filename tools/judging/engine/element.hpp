// SPDX-License-Identifier: MIT
//
// The element types that the buffers of an exercise may have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace judge {

enum class Element : std::uint8_t { kByte, kInt, kUnsigned, kLong, kFloat, kDouble };

/// By its name in C++: "int", "float", …
std::optional<Element> element_named(std::string_view name);
std::size_t size_of(Element element);
bool is_real(Element element);

/// The element at `at` as a real number; whole numbers beyond 2^53 lose digits.
double as_real(Element element, const std::byte* at);
/// The element at `at` as a whole number; only for whole types.
std::int64_t as_whole(Element element, const std::byte* at);
/// Stores `value`, converted.
void store_real(Element element, std::byte* at, double value);
void store_whole(Element element, std::byte* at, std::int64_t value);

}  // namespace judge
