// SPDX-License-Identifier: MIT
//
// Debian builds clang's runtime library for wasm with stack protectors but ships nothing that
// provides them. Its 128-bit division is all that asks.
#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the compiler's.
extern "C" {
std::uintptr_t __stack_chk_guard = 0x5a17c0de;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
// NOLINTEND(bugprone-reserved-identifier)
