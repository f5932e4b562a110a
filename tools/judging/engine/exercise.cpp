// SPDX-License-Identifier: MIT
#include "exercise.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Json = nlohmann::ordered_json;

simt::Error bad(const std::string& what) { return {simt::ErrorKind::kMalformed, what}; }

/// A number or a text as an expression.
std::string expression(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string text_at(const Json& object, const char* key, const std::string& otherwise = "") {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : expression(*found);
}

Fill read_fill(const Json& value) {
  if (value.is_string()) return {value.get<std::string>()};
  return {text_at(value, "kind"), text_at(value, "from", "0"), text_at(value, "to", "0")};
}

/// One, two or three expressions; what is not given is 1.
std::array<std::string, 3> read_shape(const Json& value) {
  std::array<std::string, 3> shape = {"1", "1", "1"};
  if (!value.is_array()) {
    shape[0] = expression(value);
    return shape;
  }
  for (std::size_t i = 0; i < value.size() && i < shape.size(); ++i) {
    shape[i] = expression(value[i]);
  }
  return shape;
}

simt::Result<BufferPlan> read_buffer(const std::string& name, const Json& value) {
  BufferPlan buffer;
  buffer.name = name;
  const auto element = element_named(text_at(value, "type"));
  if (!element) return bad("buffers." + name + ".type is no type that the judge knows");
  buffer.element = *element;
  buffer.count = text_at(value, "count");
  const std::string role = text_at(value, "role", "in");
  if (role != "in" && role != "out" && role != "scratch") {
    return bad("buffers." + name + ".role is not one of in, out, scratch");
  }
  buffer.role = role == "in" ? Role::kIn : role == "out" ? Role::kOut : Role::kScratch;
  if (const auto fill = value.find("fill"); fill != value.end()) buffer.fill = read_fill(*fill);
  buffer.is_symbol = value.value("symbol", false);
  buffer.any_order = text_at(value, "order") == "any";
  return buffer;
}

LaunchPlan read_launch(const Json& value) {
  LaunchPlan launch;
  launch.kernel = text_at(value, "kernel");
  if (const auto grid = value.find("grid"); grid != value.end()) launch.grid = read_shape(*grid);
  if (const auto block = value.find("block"); block != value.end()) {
    launch.block = read_shape(*block);
  }
  launch.shared_bytes = text_at(value, "shared_bytes", "0");
  if (const auto arguments = value.find("arguments"); arguments != value.end()) {
    for (const Json& argument : *arguments) launch.arguments.push_back(expression(argument));
  }
  return launch;
}

CasePlan read_case(const Json& value) {
  CasePlan plan;
  plan.name = text_at(value, "name");
  plan.is_large = value.value("large", false);
  if (const auto set = value.find("set"); set != value.end()) {
    for (const auto& [name, number] : set->items()) {
      if (number.is_object()) {
        plan.ranges[name] = {number.value("from", 0.0), number.value("to", 0.0),
                             number.value("times", 1.0)};
      } else {
        plan.numbers[name] = number.get<double>();
      }
    }
  }
  if (const auto offsets = value.find("offset"); offsets != value.end()) {
    for (const auto& [name, offset] : offsets->items()) plan.offsets[name] = expression(offset);
  }
  if (const auto fills = value.find("fill"); fills != value.end()) {
    for (const auto& [name, fill] : fills->items()) plan.fills[name] = read_fill(fill);
  }
  return plan;
}

void read_traffic(const Json& file, Exercise& exercise) {
  const auto traffic = file.find("traffic");
  if (traffic == file.end()) return;
  exercise.traffic_case = text_at(*traffic, "case");
  if (const auto limits = traffic->find("limits"); limits != traffic->end()) {
    for (const auto& [metric, limit] : limits->items()) {
      exercise.limits.push_back({metric, expression(limit)});
    }
  }
  // An atomic that adds nothing is a load that no other limit would count.
  const bool allows_atomics = std::any_of(
      exercise.limits.begin(), exercise.limits.end(),
      [](const Limit& limit) { return limit.metric.find("global_atomic") != std::string::npos; });
  if (!allows_atomics) exercise.limits.push_back({"global_atomic_requests", "0"});
}

}  // namespace

const CasePlan* Exercise::case_named(std::string_view name) const {
  for (const CasePlan& plan : cases) {
    if (plan.name == name) return &plan;
  }
  return nullptr;
}

simt::Result<Exercise> read_exercise(const std::string& text) {
  const Json file = Json::parse(text, nullptr, false);
  if (!file.is_object()) return bad("judge.json is not a JSON object");
  for (const char* key : {"buffers", "launches", "cases"}) {
    if (!file.contains(key)) return bad(std::string("judge.json has no ") + key);
  }
  Exercise exercise;
  for (const auto& [name, value] : file["buffers"].items()) {
    const auto buffer = read_buffer(name, value);
    if (!buffer) return buffer.error();
    exercise.buffers.push_back(*buffer);
  }
  for (const Json& value : file["launches"]) exercise.launches.push_back(read_launch(value));
  for (const Json& value : file["cases"]) exercise.cases.push_back(read_case(value));
  if (const auto types = file.find("types"); types != file.end()) {
    for (const auto& [name, type] : types->items()) exercise.types[name] = type;
  }
  read_traffic(file, exercise);
  if (!exercise.traffic_case.empty() && !exercise.case_named(exercise.traffic_case)) {
    return bad("traffic.case names no case: " + exercise.traffic_case);
  }
  return exercise;
}

}  // namespace judge
