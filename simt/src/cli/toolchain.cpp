// SPDX-License-Identifier: MIT
#include "cli/toolchain.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "cli/process.hpp"

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWasiHeaders = "/usr/include/wasm32-wasi";
constexpr const char* kInstall = "install it (Debian and Ubuntu: apt-get install clang-16)";

/// Major version, from "clang version 16.0.6"; 0 if this is no clang.
int version_in(const std::string& text) {
  constexpr std::string_view kMark = "clang version ";
  const std::size_t at = text.find(kMark);
  int major = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + kMark.size(), text.data() + text.size(), major);
  }
  return major;
}

/// What `-resource-dir` names in the command that clang shows.
std::string resource_folder_in(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if ((word == "-resource-dir" || word == "\"-resource-dir\"") && words >> word) {
      std::erase(word, '"');
      return word;
    }
  }
  return "";
}

/// The folders in which it looks for C and C++ headers, without its own.
std::vector<std::string> system_includes_in(const std::string& text) {
  std::vector<std::string> folders;
  std::istringstream lines(text);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("#include <...>", 0) == 0) {
      inside = true;
    } else if (line.rfind("End of search list", 0) == 0) {
      inside = false;
    } else if (inside && line.find("/lib/clang/") == std::string::npos) {
      std::error_code ignored;
      folders.push_back(fs::canonical(line.substr(1), ignored).string());
    }
  }
  return folders;
}

/// Asks a compiler what it is, in one run: this comes before every build, cached or not.
std::optional<Compiler> describe(const std::string& path) {
  // It tells its folder of work as well, which is no property of a compiler.
  const Result<Finished> finished =
      run({path, "-x", "c++", "-E", "-v", "-ffile-compilation-dir=.", "/dev/null"},
          Capture::kOutputAndErrors);
  if (!finished || finished->exit_code != 0) return std::nullopt;
  Compiler compiler;
  compiler.path = path;
  compiler.identity = finished->output;
  compiler.major = version_in(finished->output);
  compiler.resources = resource_folder_in(finished->output);
  compiler.wrappers = compiler.resources + "/include/cuda_wrappers";
  compiler.system_includes = system_includes_in(finished->output);
  return compiler;
}

void append(Command& command, std::initializer_list<std::string> more) {
  command.insert(command.end(), more);
}

/// The check pass: the compiler's checks as calls of handlers that carry operands, line and column.
/// The code is another one, so counts never come from it.
Command check_flags() {
  return {
      "-Wuninitialized", "-Wsometimes-uninitialized",
      "-Wconditional-uninitialized",  // a variable of a loop: none of our correct kernels has one
      // `bounds` would hold local-bounds, which traps; array-bounds goes on.
      "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,array-bounds,"
      "float-cast-overflow,unreachable",
      "-fsanitize-recover=all",
      // The driver refuses these two for wasm. They serve as a source of calls only: borders of
      // local arrays, and marks of volatile accesses.
      "-Xclang", "-fsanitize=address", "-mllvm", "-asan-instrumentation-with-call-threshold=0",
      "-mllvm", "-asan-max-inline-poisoning-size=0", "-mllvm", "-asan-use-after-return=never",
      "-mllvm", "-asan-mapping-offset=0", "-mllvm", "-asan-globals=0", "-Xclang",
      "-fsanitize=thread", "-mllvm", "-tsan-distinguish-volatile=1", "-mllvm",
      "-tsan-instrument-func-entry-exit=0", "-mllvm", "-tsan-instrument-memintrinsics=0", "-mllvm",
      "-tsan-instrument-atomics=0"};
}

/// What both passes of a program for the page have in common, so that structs with pointers in them
/// have one layout: 32-bit pointers on both sides.
void append_web(Command& command) {
  append(command, {"--target=wasm32-wasi", "-msimd128", "-mnontrapping-fptoint", "-msign-ext",
                   "-mbulk-memory", "-fno-exceptions", "-fno-rtti",
                   "-nostdinc"});  // else this computer's own headers fill the gaps
}

/// The C and C++ libraries of the page, in search order; clang's own headers lie between the two.
void append_web_includes(Command& command, const Compiler& compiler) {
  append(command, {"-isystem", std::string(kWasiHeaders) + "/c++/v1", "-isystem",
                   compiler.resources + "/include", "-isystem", kWasiHeaders});
}

/// What both passes have in common. They must see the same types, so also the same library.
Command common_flags(const Compiler& compiler, const Unit& unit, const fs::path& include) {
  Command command = {compiler.path,
                     "-x",
                     "cuda",
                     "--cuda-host-only",  // one pass a run; the device pass is made by hand
                     "-nocudainc",
                     "-nocudalib",  // no NVIDIA software
                     "-Wno-unknown-cuda-version",
                     "-std=" + unit.standard,
                     "-fdeclspec",       // members of threadIdx are properties
                     "-fno-math-errno",  // sqrt and others become instructions
                     "-D__CUDACC__=1",
                     "-D__CUDACC_VER_MAJOR__=13",
                     "-D__CUDACC_VER_MINOR__=0",
                     "-D__CUDACC_VER_BUILD__=0",
                     "-DCM_VIRTUAL_GPU=1",
                     "-isystem",
                     include.string()};
  if (unit.host == Host::kWeb) append_web(command);
  if (unit.portable) {
    append(command,
           {"-ffile-compilation-dir=.", "-ffile-prefix-map=" + fs::current_path().string() + "/="});
  }
  command.insert(command.end(), unit.user_flags.begin(), unit.user_flags.end());
  return command;
}

/// Everything of the device pass but what goes in and what comes out.
Command device_flags(const Compiler& compiler, const Unit& unit, const fs::path& include,
                     const fs::path& dependencies) {
  Command command = common_flags(compiler, unit, include);
  append(command,
         {// Shape. -O1: -O2 jumps threads and unrolls, -O0 keeps every local in memory.
          "-O1", "-fno-exceptions", "-fno-rtti",
          "-msimd128",              // accesses of 8 and 16 bytes stay whole
          "-mnontrapping-fptoint",  // else float to int is a compare and a branch
          "-msign-ext", "-mbulk-memory", "-Xclang", "-fcuda-is-device", "-Xclang",
          "-fcuda-allow-variadic-functions",         // printf
          "-fno-builtin-printf",                     // else printf of a text alone becomes puts
          "-Wno-pass-failed",                        // #pragma unroll asks for what -O1 does not do
          "-Xclang", "-no-enable-noundef-analysis",  // else a lane that set nothing is no lane
          "-fno-finite-loops",               // else an endless loop is removed, and the bug with it
          "-fno-jump-tables",                // else `switch` is a table load: no divergence seen
          "-mllvm", "-enable-tail-merge=0",  // else the tails of two arms become one place
          "-mllvm", "-disable-loop-idiom-all",  // else loops become memset and memcpy
          "-mllvm", "-disable-vector-combine",  // else a float4 load splits into four

          // Facts. Version 4 of DWARF is what the reader of line tables understands.
          "-g", "-gdwarf-4", "-Xclang",
          "-fno-use-ctor-homing",  // else a functor with a constructor has no size
          "-U__CUDA_ARCH__",       // clang says 1
          "-D__CUDA_ARCH__=" + std::to_string(unit.compute_capability * 10),
          "-D__CUDA_ARCH_SIMT__=1", "-MD", "-MF", dependencies.string()});
  if (unit.host == Host::kNative) {
    append(command,
           {"--target=wasm64-unknown-unknown",  // pointers and size_t of 8 bytes, as on the GPU
            "-D__x86_64__"});  // the C library's headers refuse a processor that they do not know
  }
  if (unit.check) {
    const Command more = check_flags();
    command.insert(command.end(), more.begin(), more.end());
  }
  append(command, {"-isystem", compiler.wrappers});
  if (unit.host == Host::kWeb) {
    append_web_includes(command, compiler);
    return command;
  }
  for (const std::string& folder : compiler.system_includes) append(command, {"-isystem", folder});
  return command;
}

Command host_flags(const Compiler& compiler, const Unit& unit, const fs::path& include) {
  Command command = common_flags(compiler, unit, include);
  append(command, {"-O2", "-w"});  // the device pass parsed the same text and has said it all
  if (unit.host == Host::kWeb) {
    append(command, {"-isystem", compiler.wrappers});
    append_web_includes(command, compiler);
  }
  return command;
}

/// nvcc includes the headers unasked.
void include_headers(Command& command, const Headers& headers) {
  if (headers.precompiled.empty()) return append(command, {"-include", "cuda_runtime.h"});
  append(command, {"-include-pch", headers.precompiled.string()});
}

/// The cache compares contents; a new copy of the same header may have another date.
void precompile_headers(Command& command, const fs::path& include, const fs::path& header,
                        const fs::path& precompiled) {
  if (!header.empty()) append(command, {"-include", "cuda_runtime.h"});
  const fs::path last = header.empty() ? include / "cuda_runtime.h" : header;
  append(command, {"-c", "-Xclang", "-emit-pch", "-Xclang", "-fno-pch-timestamp", last.string(),
                   "-o", precompiled.string()});
}

/// A page loads what all programs have in common once, and of each program what differs from it
/// (docs/web/difference.mjs). So the common part comes first and whole: then it is the same in
/// every program, down to the numbers of its functions.
Command web_link_command(const Compiler& compiler, const fs::path& object,
                         const std::vector<fs::path>& libraries, const fs::path& program) {
  Command command = {compiler.path, "--target=wasm32-wasi", "-o", program.string()};
  for (const fs::path& library : libraries) command.push_back(library.string());
  append(command, {"-lc++", "-lc++abi", "-lc", object.string(), "-nostartfiles",
                   "-Wl,-l:crt1-command.o",  // first, it would ask the library for a main
                   "-Wl,--no-gc-sections", "-Wl,--strip-all", "-Wl,--compress-relocations",
                   "-Wl,-z,stack-size=1048576",
                   "-Wl,--stack-first",  // an overflow traps instead of writing over data
                   "-Wl,--max-memory=2147483648"});  // device addresses begin above, see memory.hpp
  return command;
}

}  // namespace

Result<Compiler> find_compiler(const std::string& wanted) {
  std::vector<std::string> names = {"clang++-16", "clang++-17", "clang++-18", "clang++-19",
                                    "clang++-20", "clang++-21", "clang++-22", "clang++"};
  if (!wanted.empty()) names = {wanted};
  for (const std::string& name : names) {
    const std::string path = find_program(name);
    if (path.empty()) continue;
    if (const std::optional<Compiler> compiler = describe(path)) {
      if (compiler->major >= kOldestClang) return *compiler;
    }
  }
  const std::string what = wanted.empty() ? "no clang++" : wanted + " is no clang++";
  return Error{ErrorKind::kNotFound, what + " of version " + std::to_string(kOldestClang) +
                                         " or newer was found: " + kInstall};
}

Command device_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                       const fs::path& object, const fs::path& dependencies) {
  Command command = device_flags(compiler, unit, headers.include, dependencies);
  include_headers(command, headers);
  if (unit.quiet) append(command, {"-w"});
  append(command, {"-c", unit.source.string(), "-o", object.string()});
  return command;
}

Command annotations_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                            const fs::path& text) {
  Command command = device_command(compiler, unit, headers, text, text.string() + ".d");
  append(command, {"-w", "-g0", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"});
  return command;
}

Command host_command(const Compiler& compiler, const Unit& unit, const Headers& headers,
                     const fs::path& image, const fs::path& object) {
  Command command = host_flags(compiler, unit, headers.include);
  include_headers(command, headers);
  append(command, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", image.string(), "-c",
                   unit.source.string(), "-o", object.string()});
  return command;
}

Command device_headers_command(const Compiler& compiler, const Unit& unit, const fs::path& include,
                               const fs::path& header, const fs::path& precompiled,
                               const fs::path& dependencies) {
  Command command = device_flags(compiler, unit, include, dependencies);
  precompile_headers(command, include, header, precompiled);
  return command;
}

Command host_headers_command(const Compiler& compiler, const Unit& unit, const fs::path& include,
                             const fs::path& header, const fs::path& precompiled,
                             const fs::path& dependencies) {
  Command command = host_flags(compiler, unit, include);
  append(command, {"-MD", "-MF", dependencies.string()});
  precompile_headers(command, include, header, precompiled);
  return command;
}

Command link_command(const Compiler& compiler, Host host, const fs::path& object,
                     const std::vector<fs::path>& libraries, const fs::path& program) {
  if (host == Host::kWeb) return web_link_command(compiler, object, libraries, program);
  Command command = {compiler.path, object.string(), "-o", program.string()};
  for (const fs::path& library : libraries) command.push_back(library.string());
  append(command, {"-pthread"});
  return command;
}

}  // namespace simt::cli
