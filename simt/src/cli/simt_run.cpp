// SPDX-License-Identifier: MIT
//
// simt-run FILE.cu: compile for the virtual GPU, run, report. Exit codes as wren and clox have
// them.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/arguments.hpp"
#include "cli/build.hpp"
#include "cli/process.hpp"

namespace {

namespace fs = std::filesystem;
using simt::cli::Arguments;
using simt::cli::Capture;

constexpr int kUsage = 2;
constexpr int kSourceAtFault = 65;
constexpr int kFinding = 70;

int fail(int code, const std::string& sentence) {
  std::fprintf(stderr, "simt-run: %s\n", sentence.c_str());
  return code;
}

/// The settings for the program's runtime, see runtime/options.hpp.
std::vector<std::string> environment_of(const Arguments& arguments, const std::string& pass,
                                        const fs::path& verdict) {
  return {"SIMT_REPORT=" + arguments.report,
          "SIMT_PASS=" + pass,
          "SIMT_VERDICT_FILE=" + verdict.string(),
          "SIMT_OBSERVE=" + std::string(arguments.observe ? "1" : "0"),
          "SIMT_DEVICE=" + arguments.device,
          "SIMT_SEED=" + arguments.seed,
          "SIMT_REPORT_FILE=" + arguments.report_file,
          "SIMT_MAX_INSTRUCTIONS=" + arguments.max_instructions,
          "SIMT_MEMORY_MIB=" + arguments.memory_mib};
}

/// A file that is gone when its owner is.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "simt-verdict-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    if (file >= 0) close(file);
  }
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// True if the program's runtime wrote that it found errors.
bool has_findings(const fs::path& verdict) {
  std::ifstream in(verdict);
  unsigned long long errors = 0;
  return in >> errors && errors != 0;
}

struct Outcome {
  int exit_code = 0;
  std::string output;  ///< of a quiet run
};

/// Runs the program once. A quiet run keeps its output.
simt::Result<Outcome> run_once(const fs::path& program, const Arguments& arguments,
                               const std::string& pass, bool quiet) {
  const TemporaryFile verdict;
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), arguments.program_arguments.begin(),
                 arguments.program_arguments.end());
  auto finished = simt::cli::run(command, quiet ? Capture::kOutput : Capture::kNothing,
                                 environment_of(arguments, pass, verdict.path()));
  if (!finished) return finished.error();
  Outcome outcome{finished->exit_code, std::move(finished->output)};
  if (finished->signal != 0) {
    outcome.exit_code = fail(outcome.exit_code,
                             "the program was ended by signal " + std::to_string(finished->signal));
  } else if (outcome.exit_code == 0 && has_findings(verdict.path())) {
    outcome.exit_code = kFinding;
  }
  return outcome;
}

/// Runs the program for one pass; the exit code.
int run_pass(const fs::path& program, const Arguments& arguments, const std::string& pass,
             bool quiet) {
  const auto outcome = run_once(program, arguments, pass, quiet);
  if (!outcome) return fail(EXIT_FAILURE, outcome.error().message);
  // A clean check pass says nothing: the count pass will say it all.
  if (quiet && outcome->exit_code != 0) std::fputs(outcome->output.c_str(), stdout);
  return outcome->exit_code;
}

int build_and_run(const Arguments& arguments) {
  const std::string pass = arguments.observe ? arguments.pass : "count";
  simt::cli::BuildRequest request = arguments.build;
  request.check = pass != "count";
  request.count = pass != "check";
  const auto built = simt::cli::build(request, simt::cli::find_installation());
  if (!built) return fail(kSourceAtFault, built.error().message);
  if (pass != "both") return run_pass(built->program, arguments, pass, false);
  const int checked = run_pass(built->program, arguments, "check", true);
  return checked != 0 ? checked : run_pass(built->program, arguments, "count", false);
}

int compile_only(const Arguments& arguments) {
  const auto built = simt::cli::build(arguments.build, simt::cli::find_installation());
  if (!built) return fail(kSourceAtFault, built.error().message);
  std::error_code error;
  fs::copy_file(built->program, arguments.output, fs::copy_options::overwrite_existing, error);
  return error ? fail(EXIT_FAILURE, "cannot write " + arguments.output) : EXIT_SUCCESS;
}

int device_object(const Arguments& arguments) {
  simt::cli::BuildRequest request = arguments.build;
  request.unit.check = arguments.pass == "check";
  const auto status = simt::cli::build_device_object(request, simt::cli::find_installation(),
                                                     arguments.device_object);
  return status ? EXIT_SUCCESS : fail(kSourceAtFault, status.error().message);
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = simt::cli::parse(argc, argv);
  if (!arguments) return fail(kUsage, arguments.error().message);
  if (arguments->help) {
    std::fputs(simt::cli::usage().c_str(), stdout);
    return EXIT_SUCCESS;
  }
  std::error_code error;
  if (!fs::exists(arguments->build.unit.source, error)) {
    return fail(kUsage, "there is no file " + arguments->build.unit.source.string());
  }
  if (!arguments->device_object.empty()) return device_object(*arguments);
  if (arguments->compile_only) return compile_only(*arguments);
  return build_and_run(*arguments);
}
