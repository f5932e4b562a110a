// SPDX-License-Identifier: MIT
#include "cli/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 29);
}

Error cannot_write(const fs::path& path) {
  return {ErrorKind::kInvalidValue,
          "cannot write " + path.string() + "; set SIMT_CACHE_DIR to a folder that can be written"};
}

}  // namespace

std::uint64_t hash_text(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = mix(seed, text.size());
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, std::min<std::size_t>(8, text.size() - i));
    hash = mix(hash, word);
  }
  return mix(hash, 1);
}

std::uint64_t hash_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return 0;
  std::ostringstream content;
  content << in.rdbuf();
  return hash_text(content.str(), 1);
}

fs::path cache_folder() {
  if (const char* folder = std::getenv("SIMT_CACHE_DIR"); folder != nullptr && *folder != 0) {
    return folder;
  }
  const fs::path below = fs::path("cuda-measured") / "simt";
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != 0) {
    return cache / below;
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != 0) {
    return fs::path(home) / ".cache" / below;
  }
  return fs::temp_directory_path() / below;
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

CacheEntry::CacheEntry(const fs::path& cache, std::string_view request, const char* name)
    : folder_(cache / hex(hash_text(request))),
      result_(folder_ / name),
      manifest_(folder_ / "inputs") {}

std::vector<CacheEntry::Input> CacheEntry::read_manifest() const {
  std::ifstream manifest(manifest_);
  std::vector<Input> all;
  for (Input input; manifest >> input.hash && std::getline(manifest >> std::ws, input.path);) {
    all.push_back(input);
  }
  return all;
}

bool CacheEntry::fresh() const {
  std::error_code ignored;
  if (!fs::exists(result_, ignored)) return false;
  const std::vector<Input> all = read_manifest();
  return !all.empty() && std::all_of(all.begin(), all.end(), [](const Input& input) {
    return hex(hash_file(input.path)) == input.hash;
  });
}

std::vector<fs::path> CacheEntry::inputs() const {
  std::vector<fs::path> paths;
  for (const Input& input : read_manifest()) paths.emplace_back(input.path);
  return paths;
}

Result<Scratch> CacheEntry::workspace() const {
  std::error_code error;
  fs::create_directories(folder_, error);
  std::string pattern = (folder_ / "build-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) return cannot_write(folder_);
  return Scratch(pattern);
}

Status CacheEntry::publish(const fs::path& built, const std::vector<fs::path>& inputs) const {
  const fs::path list = built.parent_path() / "inputs";
  {
    std::ofstream out(list);
    for (const fs::path& input : inputs) {
      out << hex(hash_file(input)) << ' ' << input.string() << '\n';
    }
    if (!out.flush()) return cannot_write(list);
  }
  // The list goes last: a result without a matching list is built again.
  std::error_code error;
  fs::remove(manifest_, error);
  fs::rename(built, result_, error);
  if (!error) fs::rename(list, manifest_, error);
  if (error) return cannot_write(folder_);
  return Done{};
}

std::string joined(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += word + '\n';
  return text;
}

std::vector<fs::path> read_dependencies(const fs::path& rule) {
  std::ifstream in(rule);
  std::ostringstream content;
  content << in.rdbuf();
  const std::string text = content.str();
  std::vector<fs::path> files;
  std::string file;
  bool after_colon = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (c == '\\' && i + 1 < text.size()) {
      ++i;  // an escaped space belongs to the name; an escaped line end separates
      if (text[i] == ' ' || text[i] == '#') {
        file += text[i];
        continue;
      }
    } else if (c != ' ' && c != '\n') {
      file += c;
      continue;
    }
    if (!file.empty() && after_colon) files.emplace_back(file);
    if (!file.empty() && file.back() == ':') after_colon = true;
    file.clear();
  }
  return files;
}

}  // namespace simt::cli
