// SPDX-License-Identifier: MIT
#include "cli/build.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "cli/cache.hpp"
#include "cli/headers.hpp"
#include "cli/hints.hpp"
#include "cli/launch_bounds_of.hpp"
#include "cli/process.hpp"
#include "launch_bounds.hpp"

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOneObject = "SIMTOBJ0";
constexpr const char* kTwoObjects = "SIMTOBJ2";

/// The units of the device passes: the one for counts, then the one for checks.
std::vector<Unit> device_units(const BuildRequest& request) {
  std::vector<Unit> units;
  if (request.count) units.push_back(request.unit);
  if (request.check) units.push_back(request.unit);
  if (request.check) units.back().check = true;
  // One of them warns, the one that has more to say.
  if (units.size() > 1) units.front().quiet = true;
  return units;
}

/// Everything that decides the result but the contents of the files.
std::string request_text(const BuildRequest& request, const Compiler& compiler,
                         const Installation& installation) {
  std::ostringstream text;
  text << fs::absolute(request.unit.source).string() << '\n' << fs::current_path().string() << '\n';
  for (const Unit& unit : device_units(request)) {
    text << joined(device_command(compiler, unit, {installation.include, {}}, {}, {}));
  }
  text << joined(host_command(compiler, request.unit, {installation.include, {}}, {}, {}));
  text << joined(link_command(compiler, request.unit.host, {}, {}, {}));
  // By what is in them: the same library may stand in several build trees.
  for (const fs::path& library : request.libraries) text << hash_file(library) << '\n';
  if (request.unit.host == Host::kNative) text << hash_file(installation.library) << '\n';
  text << compiler.identity << fs::current_path().string();  // to which the names of files relate
  return text.str();
}

CacheEntry entry_of(const BuildRequest& request, const Compiler& compiler,
                    const Installation& installation) {
  return {cache_folder(), request_text(request, compiler, installation), "program"};
}

Status step(const Command& command, const std::string& what) {
  const Result<Finished> finished = run(command, Capture::kNothing);
  if (!finished) return finished.error();
  if (finished->exit_code == 0) return Done{};
  return Error{ErrorKind::kMalformed, what};
}

PrecompiledHeaders headers_for(const BuildRequest& request, const Compiler& compiler,
                               const Unit& unit, Side side, const Installation& installation) {
  if (!request.use_cache) return {};
  return precompiled_headers(compiler, unit, side, installation.include);
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

/// True if a file of the program, not one of the system's or ours, says `__launch_bounds__`.
bool bounds_launches(const std::vector<fs::path>& files, const fs::path& include) {
  for (const fs::path& file : files) {
    const std::string name = file.string();
    if (name.starts_with("/usr/") || name.starts_with(include.string())) continue;
    if (read_file(file).find("__launch_bounds__") != std::string::npos) return true;
  }
  return false;
}

void write_length(std::ostream& out, std::uint64_t length) {
  for (int i = 0; i < 8; ++i) out.put(static_cast<char>(length >> (8 * i) & 0xff));
}

/// The device objects behind a magic and their lengths: the runtime gets only a pointer to it.
Status write_image(const std::vector<fs::path>& objects, const fs::path& image) {
  std::ofstream out(image, std::ios::binary);
  out << (objects.size() == 1 ? kOneObject : kTwoObjects);
  bool complete = true;
  std::ostringstream content;
  for (const fs::path& object : objects) {
    std::ifstream in(object, std::ios::binary);
    const auto begin = content.tellp();
    content << in.rdbuf();
    write_length(out, static_cast<std::uint64_t>(content.tellp() - begin));
    complete = complete && in;
  }
  out << content.str();
  if (!complete || !out.flush()) {
    return Error{ErrorKind::kInvalidValue, "cannot write " + image.string()};
  }
  return Done{};
}

/// One build of a request, in a folder of its own.
class Build {
 public:
  Build(const BuildRequest& request, const Compiler& compiler, const Installation& installation,
        const Scratch& scratch)
      : request_(request),
        compiler_(compiler),
        installation_(installation),
        scratch_(scratch),
        units_(device_units(request)),
        passes_(units_.size()) {}

  /// All steps; the last one's result is the program.
  Status run();
  fs::path program() const { return scratch_ / "program"; }
  /// Every file that went into it but for the libraries, which the request names by their contents.
  std::vector<fs::path> inputs() const;

 private:
  /// What a device pass gave.
  struct Pass {
    PrecompiledHeaders headers;
    Status status = Done{};
    std::string messages;
  };

  void run_device_pass(std::size_t number);
  Status device_passes();
  Status add_launch_bounds();
  Status host_pass();
  Status link();
  fs::path numbered(const char* name, std::size_t number) const {
    return scratch_ / (name + std::to_string(number)).c_str();
  }

  const BuildRequest& request_;
  const Compiler& compiler_;
  const Installation& installation_;
  const Scratch& scratch_;
  std::vector<Unit> units_;
  std::vector<Pass> passes_;
  PrecompiledHeaders host_headers_;
};

void Build::run_device_pass(std::size_t number) {
  const Unit& unit = units_[number];
  Pass& pass = passes_[number];
  pass.headers = headers_for(request_, compiler_, unit, Side::kDevice, installation_);
  Command command = device_command(compiler_, unit, {installation_.include, pass.headers.file},
                                   numbered("device.o", number), numbered("device.d", number));
  // It writes into a pipe, and cannot see what its messages end on.
  if (isatty(STDERR_FILENO) != 0) command.push_back("-fcolor-diagnostics");
  auto finished = cli::run(command, Capture::kOutputAndErrors);
  if (!finished) {
    pass.status = finished.error();
    return;
  }
  pass.messages = std::move(finished->output);
  if (finished->exit_code == 0) return;
  const std::string hint = hint_for(pass.messages);
  pass.status = Error{ErrorKind::kMalformed, unit.source.string() + " does not compile" +
                                                 (hint.empty() ? "" : ": " + hint)};
}

/// Both at a time, and beside them what the host pass needs.
Status Build::device_passes() {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    threads.emplace_back([this, i] { run_device_pass(i); });
  }
  host_headers_ = headers_for(request_, compiler_, request_.unit, Side::kHost, installation_);
  for (std::thread& thread : threads) thread.join();
  // The last one says all; the first one speaks only if it alone fails.
  const Pass& last = passes_.back();
  std::fputs(last.messages.c_str(), stderr);
  if (!last.status || passes_.size() == 1) return last.status;
  if (!passes_.front().status) std::fputs(passes_.front().messages.c_str(), stderr);
  return passes_.front().status;
}

/// Reads the bounds in a further, shorter run of the compiler, and adds them to the objects.
Status Build::add_launch_bounds() {
  if (!bounds_launches(inputs(), installation_.include)) return Done{};
  const fs::path text = scratch_ / "device.ll";
  Status status =
      step(annotations_command(compiler_, units_.front(),
                               {installation_.include, passes_.front().headers.file}, text),
           "the launch bounds of " + request_.unit.source.string() + " cannot be read");
  if (!status) return status;
  const std::string bounds = launch_bounds_in(read_file(text));
  for (std::size_t i = 0; i < units_.size() && status; ++i) {
    status = append_section(numbered("device.o", i), kLaunchBoundsSection, bounds);
  }
  return status;
}

Status Build::host_pass() {
  return step(host_command(compiler_, request_.unit, {installation_.include, host_headers_.file},
                           scratch_ / "device.img", scratch_ / "host.o"),
              "the host code of " + request_.unit.source.string() + " does not compile");
}

Status Build::link() {
  std::vector<fs::path> libraries = request_.libraries;
  if (request_.unit.host == Host::kNative) libraries.push_back(installation_.library);
  return step(
      link_command(compiler_, request_.unit.host, scratch_ / "host.o", libraries, program()),
      request_.unit.source.string() + " does not link");
}

Status Build::run() {
  Status status = device_passes();
  if (status) status = add_launch_bounds();
  std::vector<fs::path> objects;
  for (std::size_t i = 0; i < units_.size(); ++i) objects.push_back(numbered("device.o", i));
  if (status) status = write_image(objects, scratch_ / "device.img");
  if (status) status = host_pass();
  if (status) status = link();
  return status;
}

std::vector<fs::path> Build::inputs() const {
  std::set<fs::path> inputs;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    const PrecompiledHeaders& headers = passes_[i].headers;
    for (const fs::path& file : read_dependencies(numbered("device.d", i))) {
      if (file != headers.file) inputs.insert(file);
    }
    inputs.insert(headers.inputs.begin(), headers.inputs.end());
  }
  inputs.insert(host_headers_.inputs.begin(), host_headers_.inputs.end());
  std::vector<fs::path> absolute;
  for (const fs::path& input : inputs) absolute.push_back(fs::absolute(input));
  return absolute;
}

}  // namespace

Installation find_installation() {
  std::error_code error;
  const fs::path here = fs::canonical("/proc/self/exe", error).parent_path();
  Installation installed{here.parent_path() / "include" / "simt-cuda",
                         here.parent_path() / "lib" / "libsimt.a"};
  if (!error && fs::exists(installed.library, error)) return installed;
  return {SIMT_INCLUDE_DIR, here / "libsimt.a"};
}

Status build_device_object(const BuildRequest& request, const Installation& installation,
                           const fs::path& object) {
  const Result<Compiler> compiler = find_compiler(request.compiler);
  if (!compiler) return compiler.error();
  const fs::path headers =
      headers_for(request, *compiler, request.unit, Side::kDevice, installation).file;
  return step(
      device_command(*compiler, request.unit, {installation.include, headers}, object, "/dev/null"),
      request.unit.source.string() + " does not compile");
}

Result<Built> build(const BuildRequest& request, const Installation& installation) {
  const Result<Compiler> compiler = find_compiler(request.compiler);
  if (!compiler) return compiler.error();
  const CacheEntry entry = entry_of(request, *compiler, installation);
  if (request.use_cache) {
    if (entry.fresh()) return Built{entry.result()};
    // A program that holds both passes serves for one.
    BuildRequest both = request;
    both.count = both.check = true;
    const CacheEntry of_both = entry_of(both, *compiler, installation);
    if (of_both.fresh()) return Built{of_both.result()};
  }
  const Result<Scratch> scratch = entry.workspace();
  if (!scratch) return scratch.error();
  Build build(request, *compiler, installation, *scratch);
  Status status = build.run();
  if (status) status = entry.publish(build.program(), build.inputs());
  if (!status) return status.error();
  return Built{entry.result()};
}

}  // namespace simt::cli
