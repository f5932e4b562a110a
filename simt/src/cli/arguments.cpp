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

/// What --limit takes, and the variable that tells the program's runtime.
struct Limit {
  std::string_view name;
  std::string_view variable;
  std::string_view help;
};
constexpr Limit kLimits[] = {
    {"instructions", "SIMT_MAX_INSTRUCTIONS", "warp instructions of one launch"},
    {"seconds", "SIMT_MAX_SECONDS", "of one launch, by the clock"},
    {"memory-mib", "SIMT_MEMORY_MIB", "memory of the device"},
    {"output-kib", "SIMT_MAX_OUTPUT_KIB", "what printf writes in one launch"},
};

/// Takes "instructions=100000" apart.
Status store_limit(Arguments& arguments, const std::string& value) {
  const std::size_t equals = value.find('=');
  const std::string_view name = std::string_view(value).substr(0, equals);
  for (const Limit& limit : kLimits) {
    if (limit.name != name) continue;
    const std::string number = equals == std::string::npos ? "" : value.substr(equals + 1);
    if (!is_number(number)) {
      return usage_error("--limit " + std::string(name) + "= takes a whole number, not '" + number +
                         "'");
    }
    arguments.limits.push_back(std::string(limit.variable) + "=" + number);
    return Done{};
  }
  std::string names;
  for (const Limit& limit : kLimits) {
    names += (names.empty() ? "" : ", ") + std::string(limit.name) + "=N";
  }
  return usage_error("--limit " + value + " is not one of " + names);
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
  } else if (option == "--schedules") {
    return number(arguments.schedules);
  } else if (option == "--limit") {
    return store_limit(arguments, value);
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
  } else if (option == "--web-flags") {
    arguments.web_flags = value;
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
  std::string text = R"(usage: ./book run [options] FILE.cu [-- arguments of the program]
       simt-run  [options] FILE.cu [-- arguments of the program]

Compiles a CUDA program with clang++ (16 or newer) and runs it on the virtual GPU. Needs no
GPU and no NVIDIA software.

What runs
  --device NAME        limits and architecture of this GPU (default: the first)
                       )" +
                     runtime::device_keys() + R"(
  --seed N             another legal order of blocks, warps and streams (0: in order)
  --schedules N        each launch in N orders, from --seed on: a finding at the first
                       byte that comes out differently
  --pass WHICH         both (default): check, then count if that found no error; the program
                       runs twice
                       check: races, reads of nothing, overflow and all else that is wrong
                       count: traffic and faults
  --no-observe         run only: no counts, no checks
  --limit WHAT=N       end a launch or refuse an allocation beyond; may be repeated
)";
  for (const Limit& limit : kLimits) {
    text += "                       " + std::string(limit.name) + "=N: " + std::string(limit.help) +
            "\n";
  }
  return text + R"(
What is shown
  --report KIND        text (default), json or none
  --report-file FILE   where the report goes (default: standard error)

How it is built
  -IDIR -DNAME -WFLAG  for the compiler
  --std STANDARD       C++ standard (default c++17)
  --link FILE          object or archive to link with; may be repeated
  --compiler PATH      clang++ to use (default: clang++-16 to clang++-22, then clang++)
  --compile-only FILE  build the program as FILE, do not run it
  --device-object FILE compile the device code alone to a wasm object; with --pass check it
                       carries the compiler's own checks
  --web                build for a page: with --compile-only as WebAssembly, with both passes, for
                       which --link must name the page's libsimt; with --device-object an object
                       that names no folders of this computer
  --web-flags FILE     write how a page compiles device code; FILE.cu need not exist
  --no-cache           build afresh

Exit code: the program's own; 65 if it does not compile, 70 if it ended with 0 but has
findings, 2 for a wrong command line.
)";
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
    } else if (word == "--web") {
      arguments.build.unit.portable = true;
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
  if (!arguments.observe && !arguments.schedules.empty()) {
    return usage_error("--schedules compares what it observes: leave out --no-observe");
  }
  if (arguments.build.unit.portable) {
    if (arguments.compile_only) {
      arguments.build.unit.host = Host::kWeb;
    } else if (arguments.device_object.empty()) {
      return usage_error("--web builds for a page and needs --compile-only or --device-object");
    }
  }
  return arguments;
}

}  // namespace simt::cli
