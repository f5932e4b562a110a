// SPDX-License-Identifier: MIT
//
// simt-run FILE.cu: compile for the virtual GPU, run, report. Exit codes as wren and clox have them.
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

constexpr int kUsage = 2;
constexpr int kSourceAtFault = 65;
constexpr int kFinding = 70;

int fail(int code, const std::string& sentence) {
  std::fprintf(stderr, "simt-run: %s\n", sentence.c_str());
  return code;
}

/// The settings for the program's runtime, see runtime/options.hpp.
std::vector<std::string> environment_of(const Arguments& arguments, const fs::path& verdict) {
  std::vector<std::string> variables = {
      "SIMT_REPORT=" + arguments.report, "SIMT_VERDICT_FILE=" + verdict.string(),
      "SIMT_OBSERVE=" + std::string(arguments.observe ? "1" : "0"),
      "SIMT_SOURCE=" + arguments.build.unit.source.string(), "SIMT_DEVICE=" + arguments.device,
      "SIMT_SEED=" + arguments.seed, "SIMT_REPORT_FILE=" + arguments.report_file,
      "SIMT_MAX_INSTRUCTIONS=" + arguments.max_instructions,
      "SIMT_MEMORY_MIB=" + arguments.memory_mib};
  return variables;
}

/// True if the program's runtime wrote that it found errors.
bool has_findings(const fs::path& verdict) {
  std::ifstream in(verdict);
  unsigned long long errors = 0;
  return in >> errors && errors != 0;
}

int run_program(const fs::path& program, const Arguments& arguments) {
  std::string verdict = (fs::temp_directory_path() / "simt-verdict-XXXXXX").string();
  const int file = mkstemp(verdict.data());
  if (file < 0) return fail(EXIT_FAILURE, "cannot write a file in the temporary folder");
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), arguments.program_arguments.begin(),
                 arguments.program_arguments.end());
  const auto finished = simt::cli::run(command, false, environment_of(arguments, verdict));
  const bool findings = has_findings(verdict);
  std::error_code ignored;
  fs::remove(verdict, ignored);
  if (!finished) return fail(EXIT_FAILURE, finished.error().message);
  if (finished->signal != 0) {
    return fail(finished->exit_code,
                "the program was ended by signal " + std::to_string(finished->signal));
  }
  return finished->exit_code == 0 && findings ? kFinding : finished->exit_code;
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
  const auto built = simt::cli::build(arguments->build, simt::cli::find_installation());
  if (!built) return fail(kSourceAtFault, built.error().message);
  if (!arguments->compile_only) return run_program(built->program, *arguments);
  fs::copy_file(built->program, arguments->output, fs::copy_options::overwrite_existing, error);
  if (error) return fail(EXIT_FAILURE, "cannot write " + arguments->output);
  return EXIT_SUCCESS;
}
