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

/// A file that is gone when its owner is.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "simt-run-XXXXXX").string()) {
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

/// One run of the program: what it is to look for, and where its results go.
struct Pass {
  std::string name;    ///< "check" or "count"
  bool quiet = false;  ///< keeps the program's output; shown only if the run fails
  std::string report_file;
  std::string findings_file;  ///< for the pass after it; empty if there is none
  std::string earlier_file;   ///< what the pass before it wrote there
  bool in_all_orders = true;  ///< with --schedules
};

/// The settings for the program's runtime, see runtime/options.hpp.
std::vector<std::string> environment_of(const Arguments& arguments, const Pass& pass,
                                        const fs::path& verdict) {
  std::vector<std::string> variables = {
      "SIMT_REPORT=" + arguments.report,
      "SIMT_PASS=" + pass.name,
      "SIMT_VERDICT_FILE=" + verdict.string(),
      "SIMT_OBSERVE=" + std::string(arguments.observe ? "1" : "0"),
      "SIMT_DEVICE=" + arguments.device,
      "SIMT_SEED=" + arguments.seed,
      "SIMT_SCHEDULES=" + (pass.in_all_orders ? arguments.schedules : ""),
      "SIMT_REPORT_FILE=" + pass.report_file,
      "SIMT_FINDINGS_FILE=" + pass.findings_file,
      "SIMT_EARLIER_FINDINGS=" + pass.earlier_file};
  variables.insert(variables.end(), arguments.limits.begin(), arguments.limits.end());
  return variables;
}

struct Outcome {
  int exit_code = 0;
  std::string output;  ///< of a quiet run
};

/// Runs the program once. A quiet run keeps its output.
simt::Result<Outcome> run_once(const fs::path& program, const Arguments& arguments,
                               const Pass& pass) {
  const TemporaryFile verdict;
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), arguments.program_arguments.begin(),
                 arguments.program_arguments.end());
  auto finished = simt::cli::run(command, pass.quiet ? Capture::kOutput : Capture::kNothing,
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
int run_pass(const fs::path& program, const Arguments& arguments, const Pass& pass) {
  const auto outcome = run_once(program, arguments, pass);
  if (!outcome) return fail(EXIT_FAILURE, outcome.error().message);
  // A clean check pass says nothing: the count pass will say it all.
  if (pass.quiet && outcome->exit_code != 0) std::fputs(outcome->output.c_str(), stdout);
  return outcome->exit_code;
}

/// Puts a report where it would have gone without a second pass.
int deliver(const fs::path& report, const std::string& file) {
  std::error_code error;
  if (!file.empty()) {
    fs::copy_file(report, file, fs::copy_options::overwrite_existing, error);
    return error ? fail(EXIT_FAILURE, "cannot write " + file) : EXIT_SUCCESS;
  }
  std::ifstream in(report);
  for (std::string line; std::getline(in, line);) std::fprintf(stderr, "%s\n", line.c_str());
  return EXIT_SUCCESS;
}

/// Check pass, then count pass. Text is shown as each pass has it; JSON is one document.
int run_both(const fs::path& program, const Arguments& arguments) {
  const bool json = arguments.report == "json";
  const TemporaryFile report, findings;
  Pass check{"check", true, json ? report.path() : arguments.report_file, {}, {}};
  Pass count{"count", false, arguments.report_file, {}, {}, false};
  if (json) check.findings_file = count.earlier_file = findings.path();
  const int checked = run_pass(program, arguments, check);
  if (checked == 0) return run_pass(program, arguments, count);
  std::error_code ignored;
  const bool written = json && fs::file_size(report.path(), ignored) != 0;
  const int delivered = written ? deliver(report.path(), arguments.report_file) : EXIT_SUCCESS;
  return delivered != EXIT_SUCCESS ? delivered : checked;
}

int build_and_run(const Arguments& arguments) {
  Pass pass;
  pass.name = arguments.observe ? arguments.pass : "count";
  pass.report_file = arguments.report_file;
  simt::cli::BuildRequest request = arguments.build;
  request.check = pass.name != "count";
  request.count = pass.name != "check";
  const auto built = simt::cli::build(request, simt::cli::find_installation());
  if (!built) return fail(kSourceAtFault, built.error().message);
  if (pass.name == "both") return run_both(built->program, arguments);
  return run_pass(built->program, arguments, pass);
}

int compile_only(const Arguments& arguments) {
  simt::cli::BuildRequest request = arguments.build;
  request.check = request.unit.host == simt::cli::Host::kWeb;  // a page runs both passes
  const auto built = simt::cli::build(request, simt::cli::find_installation());
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

/// For a page that compiles by itself: what the device pass is called with, one word a line.
int web_flags(const Arguments& arguments) {
  const auto compiler = simt::cli::find_compiler(arguments.build.compiler);
  if (!compiler) return fail(kSourceAtFault, compiler.error().message);
  simt::cli::Unit unit = arguments.build.unit;
  unit.host = simt::cli::Host::kWeb;
  unit.check = arguments.pass == "check";
  const simt::cli::Headers headers{simt::cli::find_installation().include, {}};
  std::ofstream out(arguments.web_flags);
  for (const std::string& word :
       simt::cli::device_command(*compiler, unit, headers, "OBJECT", "DEPENDENCIES")) {
    out << word << '\n';
  }
  return out.flush() ? EXIT_SUCCESS : fail(EXIT_FAILURE, "cannot write " + arguments.web_flags);
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = simt::cli::parse(argc, argv);
  if (!arguments) return fail(kUsage, arguments.error().message);
  if (arguments->help) {
    std::fputs(simt::cli::usage().c_str(), stdout);
    return EXIT_SUCCESS;
  }
  if (!arguments->web_flags.empty()) return web_flags(*arguments);
  std::error_code error;
  if (!fs::exists(arguments->build.unit.source, error)) {
    return fail(kUsage, "there is no file " + arguments->build.unit.source.string());
  }
  if (!arguments->device_object.empty()) return device_object(*arguments);
  if (arguments->compile_only) return compile_only(*arguments);
  return build_and_run(*arguments);
}
