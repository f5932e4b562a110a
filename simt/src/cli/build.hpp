// SPDX-License-Identifier: MIT
//
// From a .cu to a program that runs on the virtual GPU: device passes, image, host pass, link.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/toolchain.hpp"
#include "result.hpp"

namespace simt::cli {

/// Where the parts of the virtual GPU lie on this computer.
struct Installation {
  std::filesystem::path include;  ///< folder with cuda_runtime.h
  std::filesystem::path library;  ///< libsimt.a
};

/// Beside the running simt-run when it is installed, else where the build put them.
Installation find_installation();

struct BuildRequest {
  Unit unit;
  /// Which device code the program holds; with both, the runtime takes that of its pass.
  bool count = true;
  bool check = false;
  std::string compiler;                          ///< empty = search
  std::vector<std::filesystem::path> libraries;  ///< further objects and archives to link
  bool use_cache = true;
};

struct Built {
  std::filesystem::path program;
};

/// Builds, or takes from the cache. The compiler's messages go to standard error as they come; the
/// error then only says which step failed.
Result<Built> build(const BuildRequest& request, const Installation& installation);

/// Compiles the device code alone, as a relocatable wasm object. Nothing of it is kept.
Status build_device_object(const BuildRequest& request, const Installation& installation,
                           const std::filesystem::path& object);

}  // namespace simt::cli
