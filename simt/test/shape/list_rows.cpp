// SPDX-License-Identifier: MIT
//
// simt_list_rows OBJECT: prints each kernel of a device object as rows, for the shape tests.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "disasm.hpp"
#include "launch.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: simt_list_rows OBJECT\n"), 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  simt::Memory memory;
  auto loaded = simt::LoadedModule::load(std::as_bytes(std::span(text)), memory);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().message.c_str()), 1;
  for (const simt::Function& function : (*loaded)->module().functions) {
    if (function.imported) continue;
    const auto kernel = (*loaded)->kernel(function.name);
    if (!kernel) continue;
    std::printf("kernel %s\n%s", function.name.c_str(),
                simt::disassemble((*loaded)->module(), (*kernel)->code()).c_str());
  }
  return 0;
}
