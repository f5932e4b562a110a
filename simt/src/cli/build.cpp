// SPDX-License-Identifier: MIT
#include "cli/build.hpp"

#include <cstdint>
#include <fstream>
#include <sstream>

#include "cli/cache.hpp"
#include "cli/process.hpp"

namespace simt::cli {
namespace {

namespace fs = std::filesystem;

/// Removes the folder when the build is over, however it ends.
class Scratch {
 public:
  explicit Scratch(fs::path folder) : folder_(std::move(folder)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path operator/(const char* name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

/// Everything that decides the result but the contents of the files.
std::string request_text(const BuildRequest& request, const Compiler& compiler,
                         const Installation& installation) {
  std::ostringstream text;
  text << fs::absolute(request.unit.source).string() << '\n' << fs::current_path().string() << '\n';
  const fs::path none;
  for (const std::string& word :
       device_command(compiler, request.unit, installation.include, none, none)) {
    text << word << '\n';
  }
  for (const fs::path& library : request.libraries) text << fs::absolute(library).string() << '\n';
  text << compiler.identity;
  return text.str();
}

Status step(const Command& command, const std::string& what) {
  const Result<Finished> finished = run(command, Capture::kNothing);
  if (!finished) return finished.error();
  if (finished->exit_code == 0) return Done{};
  return Error{ErrorKind::kMalformed, what};
}

/// The device object behind a magic and its length: the runtime gets only a pointer to it.
Status write_image(const fs::path& object, const fs::path& image) {
  std::ifstream in(object, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  const std::string bytes = content.str();
  const std::uint64_t size = bytes.size();
  std::ofstream out(image, std::ios::binary);
  out.write("SIMTOBJ0", 8);
  for (int i = 0; i < 8; ++i) out.put(static_cast<char>(size >> (8 * i) & 0xff));
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!in || !out.flush()) {
    return Error{ErrorKind::kInvalidValue, "cannot write " + image.string()};
  }
  return Done{};
}

/// All steps in `scratch`; the last one's result is scratch/program.
Status build_in(const Scratch& scratch, const BuildRequest& request, const Compiler& compiler,
                const Installation& installation) {
  const std::string name = request.unit.source.string();
  Status status = step(device_command(compiler, request.unit, installation.include,
                                      scratch / "device.o", scratch / "device.d"),
                       name + " does not compile");
  if (status) status = write_image(scratch / "device.o", scratch / "device.img");
  if (status) {
    status = step(host_command(compiler, request.unit, installation.include, scratch / "device.img",
                               scratch / "host.o"),
                  "the host code of " + name + " does not compile");
  }
  if (!status) return status;
  std::vector<fs::path> libraries = request.libraries;
  libraries.push_back(installation.library);
  return step(link_command(compiler, scratch / "host.o", libraries, scratch / "program"),
              name + " does not link");
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
  return step(device_command(*compiler, request.unit, installation.include, object, "/dev/null"),
              request.unit.source.string() + " does not compile");
}

Result<Built> build(const BuildRequest& request, const Installation& installation) {
  const Result<Compiler> compiler = find_compiler(request.compiler);
  if (!compiler) return compiler.error();
  const CacheEntry entry(cache_folder(), request_text(request, *compiler, installation));
  if (request.use_cache && entry.fresh()) return Built{entry.program()};
  const Result<fs::path> folder = entry.workspace();
  if (!folder) return folder.error();
  const Scratch scratch(*folder);
  Status status = build_in(scratch, request, *compiler, installation);
  if (!status) return status.error();
  std::vector<fs::path> inputs = read_dependencies(scratch / "device.d");
  inputs.insert(inputs.end(), request.libraries.begin(), request.libraries.end());
  inputs.push_back(installation.library);
  for (fs::path& input : inputs) input = fs::absolute(input);
  status = entry.publish(scratch / "program", inputs);
  if (!status) return status.error();
  return Built{entry.program()};
}

}  // namespace simt::cli
