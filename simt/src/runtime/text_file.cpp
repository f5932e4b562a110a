// SPDX-License-Identifier: MIT
#include "runtime/text_file.hpp"

#include <cstdio>

namespace simt::runtime {

std::string read_text(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  char part[4096];
  while (const std::size_t length = std::fread(part, 1, sizeof part, file)) {
    text.append(part, length);
  }
  std::fclose(file);
  return text;
}

bool write_text(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool complete = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  // What was buffered may fail only now.
  return std::fclose(file) == 0 && complete;
}

}  // namespace simt::runtime
