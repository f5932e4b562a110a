// SPDX-License-Identifier: MIT
//
// Runs the fuzzer's target on files: the corpus, and objects that once did harm. Each also runs cut
// short and with bytes changed, the same ones every time.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kCuts = 20;
constexpr int kChanges = 60;

void run(const Bytes& bytes) { LLVMFuzzerTestOneInput(bytes.data(), bytes.size()); }

void run_variants(const Bytes& original) {
  run(original);
  std::mt19937 random(static_cast<std::uint32_t>(original.size()));
  for (int i = 0; i < kCuts && !original.empty(); ++i) {
    const auto length = static_cast<std::ptrdiff_t>(random() % original.size());
    run(Bytes(original.begin(), original.begin() + length));
  }
  for (int i = 0; i < kChanges && !original.empty(); ++i) {
    Bytes changed = original;
    for (std::uint32_t k = 0; k <= random() % 4; ++k) {
      changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    }
    run(changed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const Bytes bytes((std::istreambuf_iterator<char>(file)), {});
    if (!file && bytes.empty()) {
      std::fprintf(stderr, "cannot read %s\n", argv[i]);
      return EXIT_FAILURE;
    }
    run_variants(bytes);
  }
  std::printf("%d objects replayed\n", argc - 1);
  return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
