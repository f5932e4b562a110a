// SPDX-License-Identifier: MIT
#include "cli/arguments.hpp"

#include <charconv>
#include <functional>
#include <string_view>

#include "runtime/devices.hpp"

namespace simt::cli {
namespace {

Error usage_error(const std::string& sentence) {
  return {ErrorKind::kInvalidValue, sentence + " (see simt-run --help)"};
}

bool is_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size();
}

/// Checks one option's value and stores it.
Status store(Arguments& arguments, const std::string& option, const std::string& value) {
  const auto number = [&](std::string& field) -> Status {
    if (!is_number(value)) return usage_error(option + " takes a whole number, not " + value);
    field = value;
    return Done{};
  };
  if (option == "--device") {
    const runtime::Device* device = runtime::find_device(value);
    if (device == nullptr) {
      return usage_error("--device " + value + " is not one of " + runtime::device_keys());
    }
    arguments.device = value;
    arguments.build.unit.compute_capability = device->compute_capability;
  } else if (option == "--report") {
    if (value != "text" && value != "json" && value != "none") {
      return usage_error("--report " + value + " is not one of text, json, none");
    }
    arguments.report = value;
  } else if (option == "--pass") {
    if (value != "count" && value != "check" && value != "both") {
      return usage_error("--pass " + value + " is not one of count, check, both");
    }
    arguments.pass = value;
  } else if (option == "--seed") {
    return number(arguments.seed);
  } else if (option == "--limit-instructions") {
    return number(arguments.max_instructions);
  } else if (option == "--limit-memory-mib") {
    return number(arguments.memory_mib);
  } else if (option == "--report-file") {
    arguments.report_file = value;
  } else if (option == "--std") {
    arguments.build.unit.standard = value;
  } else if (option == "--compiler") {
    arguments.build.compiler = value;
  } else if (option == "--link") {
    arguments.build.libraries.emplace_back(value);
  } else if (option == "--device-object") {
    arguments.device_object = value;
  } else if (option == "--compile-only") {
    arguments.compile_only = true;
    arguments.output = value;
  } else {
    return usage_error("unknown option " + option);
  }
  return Done{};
}

bool is_compiler_flag(std::string_view word) {
  constexpr std::string_view kLetters = "IDUW";
  return word.size() > 2 && word[0] == '-' && kLetters.find(word[1]) != std::string_view::npos;
}

}  // namespace

std::string usage() {
  return "usage: simt-run [options] FILE.cu [-- arguments of the program]\n"
         "\n"
         "Compiles a CUDA program with clang++ (16 or newer) and runs it on the virtual GPU. Needs "
         "no\n"
         "GPU and no NVIDIA software.\n"
         "\n"
         "  --device NAME            limits of this GPU: " +
         runtime::device_keys() +
         "\n"
         "  --seed N                 another legal order of blocks, warps and streams (0: in "
         "order)\n"
         "  --pass WHICH             both (default): check, then count if that found no error "
         "(the\n"
         "                           program runs twice); check: races, reads of nothing, overflow "
         "and\n"
         "                           whatever else can be found; count: traffic and faults\n"
         "  --report KIND            text (default), json or none\n"
         "  --report-file FILE       where the report goes (default: standard error)\n"
         "  --no-observe             run only: no counts, no checks\n"
         "  --limit-instructions N   warp instructions of one launch before it is given up\n"
         "  --limit-memory-mib N     device memory\n"
         "  --link FILE              object or archive to link with; may be repeated\n"
         "  --std STANDARD           C++ standard (default c++17)\n"
         "  -IDIR -DNAME -WFLAG      for the compiler\n"
         "  --compiler PATH          clang++ to use\n"
         "  --compile-only PROGRAM   build PROGRAM, do not run it\n"
         "  --device-object FILE     compile the device code alone to a wasm object; with --pass "
         "check\n"
         "                           it carries the compiler's own checks\n"
         "  --no-cache               build afresh\n"
         "\n"
         "Exit code: the program's own; 65 if it does not compile, 70 if it ended with 0 but has\n"
         "findings, 2 for a wrong command line.\n";
}

Result<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  bool have_source = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") {
      arguments.program_arguments.assign(argv + i + 1, argv + argc);
      break;
    }
    if (word == "--help" || word == "-h") {
      arguments.help = true;
      return arguments;
    }
    if (word == "--no-observe") {
      arguments.observe = false;
    } else if (word == "--no-cache") {
      arguments.build.use_cache = false;
    } else if (is_compiler_flag(word)) {
      arguments.build.unit.user_flags.push_back(word);
    } else if (word.rfind("--", 0) == 0) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos && i + 1 >= argc) return usage_error(word + " needs a value");
      const std::string value = equals == std::string::npos ? argv[++i] : word.substr(equals + 1);
      const Status status = store(arguments, word.substr(0, equals), value);
      if (!status) return status.error();
    } else if (word.size() > 1 && word[0] == '-') {
      return usage_error("unknown option " + word);
    } else if (have_source) {
      return usage_error("second source " + word + ": put the program's own arguments after --");
    } else {
      arguments.build.unit.source = word;
      have_source = true;
    }
  }
  if (!have_source) return usage_error("no source file");
  return arguments;
}

}  // namespace simt::cli
