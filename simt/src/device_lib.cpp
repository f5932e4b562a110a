// SPDX-License-Identifier: MIT
//
// The table of imports and how a name is found in it.
#include "device_lib.hpp"

#include <algorithm>
#include <iterator>

#include "device_functions.hpp"

namespace simt {
namespace {

constexpr ImportInfo kImports[] = {
#define MATH1(name, expression)                             \
  {#name, "dd", ImportKind::kPure, device::name##_f64, -1}, \
      {#name "f", "ff", ImportKind::kPure, device::name##_f32, -1},
#define MATH2(name, expression)                              \
  {#name, "ddd", ImportKind::kPure, device::name##_f64, -1}, \
      {#name "f", "fff", ImportKind::kPure, device::name##_f32, -1},
#define MATH3(name, expression)                               \
  {#name, "dddd", ImportKind::kPure, device::name##_f64, -1}, \
      {#name "f", "ffff", ImportKind::kPure, device::name##_f32, -1},
#define MATH4(name, expression)                                \
  {#name, "ddddd", ImportKind::kPure, device::name##_f64, -1}, \
      {#name "f", "fffff", ImportKind::kPure, device::name##_f32, -1},
#define PURE(name, signature, function) {#name, signature, ImportKind::kPure, device::name, -1},
#define RESULT(name, signature, function) \
  {#name, signature, ImportKind::kMachine, device::name, -1},
#define MACHINE(name, signature, function) \
  {#name, signature, ImportKind::kMachine, device::name, -1},
#define YIELD(name, signature, function) {#name, signature, ImportKind::kYield, device::name, -1},
#define COLLECTIVE(name, signature, function, argument) \
  {#name, signature, ImportKind::kCollective, device::name, argument},
#define SPECIAL(name, signature, kind) {#name, signature, ImportKind::kind, nullptr, -1},
#include "device_lib.def"
#undef MATH1
#undef MATH2
#undef MATH3
#undef MATH4
#undef PURE
#undef RESULT
#undef MACHINE
#undef YIELD
#undef COLLECTIVE
#undef SPECIAL
    // Families that the compiler's checks call; found by prefix.
    {"__tsan_volatile", "", ImportKind::kMarksVolatile, nullptr, -1},
    {"__tsan", "", ImportKind::kIgnored, nullptr, -1},
    {"__asan_set_shadow", "", ImportKind::kCheck, device::compiler_check, -1},
    {"__asan", "", ImportKind::kIgnored, nullptr, -1},
    {"__ubsan_handle", "", ImportKind::kCheck, device::compiler_check, -1},
};
constexpr std::size_t kCount = std::size(kImports);

const ImportInfo* by_exact_name(std::string_view name) {
  const auto* const end = kImports + kCount;
  const auto* const found =
      std::find_if(kImports, end, [&](const ImportInfo& import) { return import.name == name; });
  return found == end ? nullptr : found;
}

}  // namespace

const ImportInfo* find_import(std::string_view name) {
  for (const std::string_view family :
       {"__tsan_volatile", "__tsan", "__asan_set_shadow", "__ubsan_handle"}) {
    if (name.starts_with(family) && name.size() > family.size()) return by_exact_name(family);
  }
  // The address sanitizer renames memcpy, memmove and memset.
  if (name.starts_with("__asan_mem")) return by_exact_name(name.substr(7));
  if (name.starts_with("__asan_")) return by_exact_name("__asan");
  return by_exact_name(name);
}

std::uint32_t import_index(const ImportInfo& import) {
  return static_cast<std::uint32_t>(&import - kImports);
}

const ImportInfo& import_at(std::uint32_t index) { return kImports[index]; }

}  // namespace simt
