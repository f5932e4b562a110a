// SPDX-License-Identifier: MIT
//
// judge-run: runs the cases of an exercise on one compiled submission, and prints what came of it
// as JSON, one object a line and case. It decides nothing: tools/judging does.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "fill.hpp"
#include "run_case.hpp"
#include "totals.hpp"

namespace {

using Json = nlohmann::ordered_json;

constexpr int kUsage = 2;
constexpr double kMaxSeconds = 20;  // of one launch

constexpr const char* kHelp =
    "usage: judge-run MODE EXERCISE judge.json IMAGE SEED\n"
    "\n"
    "  MODE  check: all small cases on the virtual GPU, looking for races and reads of nothing\n"
    "        count: the case that traffic limits are set on, or the last small one, counting\n"
    "        plain: the cases that are too large to check, and nothing but the result\n"
    "        gpu:   all cases on this computer's GPU\n";

struct Arguments {
  std::string mode;
  std::string exercise;
  std::string cases;
  std::string image;
  std::uint64_t seed = 0;
};

int fail(const std::string& sentence) {
  std::fprintf(stderr, "judge-run: %s\n", sentence.c_str());
  return EXIT_FAILURE;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

/// The case that is counted: the one with limits, else the last that is small.
std::string counted_case(const judge::Exercise& exercise) {
  std::string name = exercise.traffic_case;
  if (!name.empty()) return name;
  for (const judge::CasePlan& plan : exercise.cases) {
    if (!plan.is_large) name = plan.name;
  }
  return name;
}

/// Cases marked "large": true are run without the checks, which would take too long.
bool belongs(const Arguments& arguments, const judge::Exercise& exercise,
             const judge::CasePlan& plan) {
  if (arguments.mode == "gpu") return true;
  if (arguments.mode == "count") return plan.name == counted_case(exercise);
  if (plan.name == exercise.traffic_case) return arguments.mode == "check" && !plan.is_large;
  return plan.is_large == (arguments.mode == "plain");
}

simt::Result<std::unique_ptr<judge::Target>> make_target(const Arguments& arguments,
                                                         const judge::CasePlan& plan,
                                                         const std::string& image) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(image.data()),
                                         image.size());
  if (arguments.mode == "gpu") return judge::make_gpu_target(bytes);
  judge::TargetOptions options;
  options.check = arguments.mode == "check";
  // Secret, so that a kernel cannot tell from its addresses whether it is watched.
  options.redzones = options.check && arguments.seed % 2 == 0;
  options.count = arguments.mode == "count";
  options.max_instructions = plan.max_instructions();
  options.max_seconds = kMaxSeconds;
  return judge::make_virtual_target(bytes, options);
}

Json json_of(const judge::Mismatch& mismatch) {
  return {{"verdict", mismatch.verdict}, {"buffer", mismatch.buffer}, {"index", mismatch.index},
          {"got", mismatch.got},         {"want", mismatch.want},     {"wrong", mismatch.wrong},
          {"count", mismatch.count}};
}

/// What was counted against the limits of the exercise.
simt::Result<Json> json_of_limits(const judge::Exercise& exercise, const judge::Numbers& numbers,
                                  const judge::Numbers& totals) {
  Json limits = Json::array();
  for (const judge::Limit& limit : exercise.limits) {
    const auto counted = judge::evaluate(limit.metric, totals);
    if (!counted) return counted.error();
    const auto at_most = judge::evaluate(limit.at_most, numbers);
    if (!at_most) return at_most.error();
    limits.push_back(
        {{"metric", limit.metric}, {"counted", *counted}, {"at_most", std::floor(*at_most)}});
  }
  return limits;
}

/// Why the report cannot be trusted to show every error, or null.
const char* blind_spot(const Json& report) {
  if (report.value("findings_dropped", 0) > 0) return "more findings than the judge can keep";
  if (report.value("races_incomplete", false)) return "too much memory in use to look for races";
  return nullptr;
}

simt::Result<Json> run_one(const Arguments& arguments, const judge::Exercise& exercise,
                           const judge::CasePlan& plan, judge::Reference reference,
                           const std::string& image) {
  auto target = make_target(arguments, plan, image);
  if (!target) return target.error();
  const auto result = judge::run_case(exercise, plan, reference, **target, arguments.seed);
  if (!result) return result.error();
  Json line = {{"case", plan.name}, {"numbers", result->numbers}};
  if (result->mismatch) line["mismatch"] = json_of(*result->mismatch);
  if (!result->launch_problem.empty()) line["problem"] = result->launch_problem;
  if (result->endless) line["verdict"] = "time-limit";
  const Json report = Json::parse(result->report, nullptr, false);
  if (report.is_object()) {
    line["findings"] = report["findings"];
    if (const char* why = blind_spot(report)) line["problem"] = why;
  }
  if (arguments.mode == "count") {
    judge::Numbers totals = judge::totals_of(result->report);
    for (auto& [name, total] : totals) total /= judge::kRuns;
    auto limits = json_of_limits(exercise, result->numbers, totals);
    if (!limits) return limits.error();
    line["totals"] = totals;
    line["limits"] = *limits;
  }
  return line;
}

/// True if a later case cannot tell more than this one.
bool is_final(const Json& line) {
  if (line.contains("mismatch") || line.contains("problem")) return true;
  if (!line.contains("findings")) return false;
  for (const Json& finding : line["findings"]) {
    if (finding.value("severity", "") == "error") return true;
  }
  return false;
}

/// Where results go. A driver writes what a kernel prints to standard output: that now leads
/// nowhere, so that no kernel can write results or fill the disk.
std::FILE* take_standard_output() {
#ifdef __wasi__
  return stdout;  // in a page there is no driver, and no way to lead a file elsewhere
#else
  const int results = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (results < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) return nullptr;
  close(nowhere);
  return fdopen(results, "w");
#endif
}

int run(const Arguments& arguments, std::FILE* results) {
  const auto exercise = judge::read_exercise(read_file(arguments.cases));
  if (!exercise) return fail(arguments.cases + ": " + exercise.error().message);
  const judge::Reference reference = judge::find_reference(arguments.exercise);
  if (reference == nullptr) return fail("there is no reference of " + arguments.exercise);
  const std::string image = read_file(arguments.image);
  for (std::size_t i = 0; i < exercise->cases.size(); ++i) {
    const judge::CasePlan& plan = exercise->cases[i];
    if (!belongs(arguments, *exercise, plan)) continue;
    Arguments of_case = arguments;
    of_case.seed = judge::mix(arguments.seed, i);
    const auto line = run_one(of_case, *exercise, plan, reference, image);
    if (!line) return fail("case " + plan.name + ": " + line.error().message);
    std::fprintf(results, "%s\n",
                 line->dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(results);  // what is known must not be lost if the time is up
    if (is_final(*line)) break;
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs(kHelp, stderr);
    return kUsage;
  }
  Arguments arguments{argv[1], argv[2], argv[3], argv[4], std::strtoull(argv[5], nullptr, 10)};
  const std::string_view mode = arguments.mode;
  if (mode != "check" && mode != "count" && mode != "plain" && mode != "gpu") {
    std::fputs(kHelp, stderr);
    return kUsage;
  }
  std::FILE* results = take_standard_output();
  if (results == nullptr) return fail("cannot set standard output aside");
  const int code = run(arguments, results);
  std::fclose(results);
  // To end in order would be to wait for a kernel that may never end.
  std::_Exit(code);
}
