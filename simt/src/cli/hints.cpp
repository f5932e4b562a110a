// SPDX-License-Identifier: MIT
#include "cli/hints.hpp"

#include <array>

namespace simt::cli {
namespace {

constexpr std::string_view kMissingFile = "' file not found";

/// How the headers of what comes with the toolkit, or is used beside it, begin.
constexpr std::array kLibraries = {
    "cublas",   "cub/",     "cuda/",  "cudaTypedefs", "cudnn",   "cufft", "curand",
    "cusolver", "cusparse", "cute/",  "cutlass/",     "nccl",    "npp",   "nvml",
    "nvrtc",    "nvshmem",  "nvtx3/", "nvToolsExt",   "thrust/",
};

/// The name of the header that was not found, or empty.
std::string_view missing_header(std::string_view messages) {
  const std::size_t end = messages.find(kMissingFile);
  if (end == std::string_view::npos) return {};
  const std::size_t begin = messages.rfind('\'', end - 1);
  return begin == std::string_view::npos ? std::string_view()
                                         : messages.substr(begin + 1, end - begin - 1);
}

bool says(std::string_view messages, std::string_view words) {
  return messages.find(words) != std::string_view::npos;
}

}  // namespace

std::string hint_for(std::string_view messages) {
  const std::string_view header = missing_header(messages);
  for (const std::string_view library : kLibraries) {
    if (!header.starts_with(library)) continue;
    return "the virtual GPU has no <" + std::string(header) +
           ">; it comes without the libraries of the CUDA toolkit";
  }
  if (says(messages, "<inline asm>") || says(messages, "put constraint '")) {
    return "it has inline PTX, which the virtual GPU does not know; leave that out where "
           "__CUDA_ARCH_SIMT__ is defined";
  }
  if (says(messages, "'__builtin_ia32_")) {
    return "it includes intrinsics of this computer's processor, which clang cannot read while it "
           "compiles for a GPU; keep them in a .cpp file";
  }
  if (says(messages, "alignas") && (says(messages, "an attribute list cannot appear here") ||
                                    says(messages, "cannot be applied to types"))) {
    return "clang wants alignas(...) before __shared__; nvcc takes it there as well";
  }
  return {};
}

}  // namespace simt::cli
