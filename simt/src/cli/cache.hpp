// SPDX-License-Identifier: MIT
//
// A store of built programs. An entry is found by what was asked for (source, flags, compiler) and
// is good only while every file that went into it, headers included, still has the same content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "result.hpp"

namespace simt::cli {

/// 64-bit hash of a text, and of a file's content (0 if it cannot be read).
std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0);
std::uint64_t hash_file(const std::filesystem::path& file);

/// SIMT_CACHE_DIR, else cuda-measured/simt in the user's cache folder, else in the temporary one.
std::filesystem::path cache_folder();

/// One entry: a folder with the program and a list of what it was made from.
class CacheEntry {
 public:
  /// `request` names everything that the program depends on but the files' contents.
  CacheEntry(const std::filesystem::path& cache, std::string_view request);

  const std::filesystem::path& program() const { return program_; }
  /// True if the program is there and made from the present contents.
  bool fresh() const;
  /// A new folder of our own to build in, on the same file system.
  Result<std::filesystem::path> workspace() const;
  /// Puts the built program in place with what it was made from. Other runs see all or nothing.
  Status publish(const std::filesystem::path& built,
                 const std::vector<std::filesystem::path>& inputs) const;

 private:
  std::filesystem::path folder_;
  std::filesystem::path program_;
  std::filesystem::path manifest_;
};

/// The files that a make rule written by `clang -MD` names after the colon.
std::vector<std::filesystem::path> read_dependencies(const std::filesystem::path& rule);

}  // namespace simt::cli
