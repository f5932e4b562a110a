// SPDX-License-Identifier: MIT
#include "common/options.hpp"

#include <getopt.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace cm {
namespace {

constexpr int kUsageError = 2;

std::string base_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash ? slash + 1 : path;
}

[[noreturn]] void print_help(const std::string& program) {
  std::printf(
      "Usage: %s [--quick] [--profile] [--json FILE]\n"
      "  --quick      few sizes and samples, to test rather than to measure\n"
      "  --profile    run each kernel once for a profiler; prints no times\n"
      "  --json FILE  also write the rows to FILE\n"
      "  --help       print this\n"
      "Exit code: 0 passed, 1 wrong result or CUDA error, 2 wrong usage, 77 skipped.\n",
      program.c_str());
  std::exit(EXIT_SUCCESS);
}

[[noreturn]] void usage_error(const std::string& program, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), what.c_str());
  std::exit(kUsageError);
}

[[noreturn]] void unwritable(const std::string& program, const std::string& path,
                             const char* reason) {
  usage_error(program, "cannot write --json " + path + " (" + reason +
                           "): name a file in a folder that you can write to");
}

/// Tries the path before any GPU work, so that minutes of measuring are not lost at the end.
void require_writable(const std::string& program, const std::string& path) {
  // The finished file is renamed over this one, which must not hit a folder or a device.
  struct stat existing{};
  if (stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    unwritable(program, path, "not a file");
  }
  const std::string temporary = path + ".tmp";
  std::FILE* file = std::fopen(temporary.c_str(), "w");
  if (!file) unwritable(program, path, std::strerror(errno));
  std::fclose(file);
  std::remove(temporary.c_str());
}

}  // namespace

Options parse_options(int argc, char** argv, bool debug_build) {
  const std::string program = base_name(argv[0]);
  static const option kLongOptions[] = {{"quick", no_argument, nullptr, 'q'},
                                        {"profile", no_argument, nullptr, 'p'},
                                        {"json", required_argument, nullptr, 'j'},
                                        {"help", no_argument, nullptr, 'h'},
                                        {nullptr, 0, nullptr, 0}};
  Options options;
  opterr = 0;  // the sentences below replace getopt's own
  optind = 1;
  for (int found; (found = getopt_long(argc, argv, ":", kLongOptions, nullptr)) != -1;) {
    switch (found) {
      case 'q':
        options.quick = true;
        break;
      case 'p':
        options.profile = true;
        break;
      case 'j':
        options.json_path = optarg;
        break;
      case 'h':
        print_help(program);
      case ':':
        usage_error(program, "--json needs a file name after it");
      default: {
        const std::string last = argv[optind - 1];
        const std::string name =
            last.rfind("--", 0) == 0 ? last : std::string("-") + static_cast<char>(optopt);
        usage_error(program, "unknown option " + name + ": --help lists the options");
      }
    }
  }
  if (optind < argc) {
    usage_error(program, "unexpected argument '" + std::string(argv[optind]) +
                             "': the program takes only options, which --help lists");
  }
  if (!options.json_path.empty()) {
    if (debug_build) {
      usage_error(program,
                  "--json is refused in a debug build, whose times would mislead: "
                  "build with cmake --preset dev");
    }
    require_writable(program, options.json_path);
  }
  return options;
}

}  // namespace cm
