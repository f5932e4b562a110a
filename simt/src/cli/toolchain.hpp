// SPDX-License-Identifier: MIT
//
// The compiler and its command lines. Every flag of the device and the host pass stands in
// toolchain.cpp, with what goes wrong without it, and nowhere else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "result.hpp"

namespace simt::cli {

using Command = std::vector<std::string>;

/// A clang++ that can make device objects.
struct Compiler {
  std::string path;
  int major = 0;
  std::string identity;                      ///< changes when the compiler does
  std::string resources;                     ///< folder of clang's own headers and libraries
  std::string wrappers;                      ///< clang's own changes to the C++ headers for CUDA
  std::vector<std::string> system_includes;  ///< for C++ on this computer, in search order
};

/// Where a program runs: on this computer, or in a page of the book as WebAssembly.
enum class Host { kNative, kWeb };

/// What to compile, and for which device.
struct Unit {
  std::filesystem::path source;
  std::string standard = "c++17";
  int compute_capability = 90;
  Host host = Host::kNative;
  bool portable = false;  ///< without the names of this computer's folders
  bool check = false;     ///< with the compiler's own checks as calls, which become findings
  bool quiet = false;     ///< without warnings
  std::vector<std::string> user_flags;  ///< -I, -D and -W of the command line
};

/// Oldest clang that compiles vector code for wasm64 without an internal error.
inline constexpr int kOldestClang = 16;

/// Finds a compiler: `wanted` if it is not empty, else a clang++ of PATH. The error says what to
/// install.
Result<Compiler> find_compiler(const std::string& wanted);

/// The CUDA headers that every source begins with, as nvcc has it.
struct Headers {
  std::filesystem::path include;      ///< folder with cuda_runtime.h
  std::filesystem::path precompiled;  ///< the same parsed before, by the same command; or empty
};

/// Device code of `unit` as a relocatable wasm object.
Command device_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                       const std::filesystem::path& object,
                       const std::filesystem::path& dependencies);
/// The same device code as text of the compiler's intermediate form: its annotations survive there.
Command annotations_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                            const std::filesystem::path& text);
/// Host code of `unit` as an object that holds `image`.
Command host_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                     const std::filesystem::path& image, const std::filesystem::path& object);
/// The headers alone, parsed for the passes of units without macros of their own: CUDA's, and then
/// `header` unless it is empty.
Command device_headers_command(const Compiler& compiler, const Unit& unit,
                               const std::filesystem::path& include,
                               const std::filesystem::path& header,
                               const std::filesystem::path& precompiled,
                               const std::filesystem::path& dependencies);
Command host_headers_command(const Compiler& compiler, const Unit& unit,
                             const std::filesystem::path& include,
                             const std::filesystem::path& header,
                             const std::filesystem::path& precompiled,
                             const std::filesystem::path& dependencies);
/// Program for `host` from the host object, libsimt and further objects or libraries.
Command link_command(const Compiler& compiler, Host host, const std::filesystem::path& object,
                     const std::vector<std::filesystem::path>& libraries,
                     const std::filesystem::path& program);

}  // namespace simt::cli
