// SPDX-License-Identifier: MIT
//
// A store of built programs and of parsed headers. An entry is found by what was asked for (source,
// flags, compiler) and is good only while every file that went into it, headers included, still has
// the same content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "result.hpp"

namespace simt::cli {

/// 64-bit hash of a text, and of a file's content (0 if it cannot be read).
std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0);
std::uint64_t hash_file(const std::filesystem::path& file);

/// SIMT_CACHE_DIR, else cuda-measured/simt in the user's cache folder, else in the temporary one.
std::filesystem::path cache_folder();

/// A folder of our own to build in. Removed when the build is over, however it ends.
class Scratch {
 public:
  explicit Scratch(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Scratch(Scratch&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();
  std::filesystem::path operator/(const char* name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

/// One entry: a folder with the result and a list of what it was made from.
class CacheEntry {
 public:
  /// `request` names everything that the result depends on but the files' contents; `name` is the
  /// result's own.
  CacheEntry(const std::filesystem::path& cache, std::string_view request, const char* name);

  const std::filesystem::path& result() const { return result_; }
  /// True if the result is there and made from the present contents.
  bool fresh() const;
  /// What the result was made from.
  std::vector<std::filesystem::path> inputs() const;
  /// A new folder on the same file system.
  Result<Scratch> workspace() const;
  /// Puts the result in place with what it was made from. Other runs see all or nothing.
  Status publish(const std::filesystem::path& built,
                 const std::vector<std::filesystem::path>& inputs) const;

 private:
  struct Input {
    std::string hash, path;
  };
  std::vector<Input> read_manifest() const;

  std::filesystem::path folder_;
  std::filesystem::path result_;
  std::filesystem::path manifest_;
};

/// The words of a command, one a line.
std::string joined(const std::vector<std::string>& command);

/// The files that a make rule written by `clang -MD` names after the colon.
std::vector<std::filesystem::path> read_dependencies(const std::filesystem::path& rule);

}  // namespace simt::cli
