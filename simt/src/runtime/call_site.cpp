// SPDX-License-Identifier: MIT
#include "runtime/call_site.hpp"

#include <algorithm>
#include <utility>

#include "runtime/text_file.hpp"

namespace simt::runtime {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

/// The part of `text`, which begins with an opening bracket, up to its closing one; or nothing.
std::string_view bracketed(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    if (depth == 0) return text.substr(0, i + 1);
  }
  return {};
}

/// The first argument of a call whose brackets begin `text`.
std::string_view first_argument(std::string_view text) {
  const std::string_view all = bracketed(text);
  if (all.size() < 2) return {};
  int depth = 0;
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    if (all[i] == '(' || all[i] == '[' || all[i] == '{') ++depth;
    if (all[i] == ')' || all[i] == ']' || all[i] == '}') --depth;
    if (all[i] == ',' && depth == 0) return trimmed(all.substr(1, i - 1));
  }
  return trimmed(all.substr(1, all.size() - 2));
}

/// Without `(void**)` and `reinterpret_cast<void**>(…)`.
std::string_view without_cast(std::string_view argument) {
  const std::size_t angle = argument.find("_cast<");
  if (angle != std::string_view::npos && argument.find('&') > angle) {
    const std::size_t open = argument.find('(', angle);
    return open == std::string_view::npos ? argument : first_argument(argument.substr(open));
  }
  if (!argument.starts_with('(')) return argument;
  const std::string_view cast = bracketed(argument);
  const std::string_view rest = trimmed(argument.substr(cast.size()));
  return rest.empty() ? trimmed(cast.substr(1, cast.size() - 2)) : rest;
}

bool is_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-' || c == '>' || c == ':' || c == '[' || c == ']';
  });
}

bool is_member_of_wrapper(std::string_view name) {
  return name.ends_with('_') || name.starts_with("m_") || name.starts_with("this->");
}

/// The brackets of a call, in text that begins behind the function's name; or nothing.
std::string_view call_brackets(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('<'))
    text = trimmed(text.substr(std::min(text.find('>'), text.size() - 1) + 1));
  return text.starts_with('(') ? bracketed(text) : std::string_view();
}

/// True if `call`, a part of `source`, goes on up to `at`, but for brackets around it.
bool reaches(std::string_view source, std::string_view call, std::size_t at) {
  const auto end = static_cast<std::size_t>(call.data() + call.size() - source.data());
  if (end >= at) return true;
  return source.substr(end, at - end).find_first_not_of(") \t\r\n") == std::string_view::npos;
}

/// The brackets of the call of `function` that stands at `at`, or just before or behind it.
std::string_view call_near(std::string_view source, std::size_t at, std::string_view function) {
  if (at > source.size()) return {};
  if (const std::size_t before = source.rfind(function, at); before != std::string_view::npos) {
    const std::string_view call = call_brackets(source.substr(before + function.size()));
    if (!call.empty() && reaches(source, call, at)) return call;
  }
  const std::size_t behind = source.find(function, at);
  if (behind == std::string_view::npos) return {};
  if (source.substr(at, behind - at).find(';') != std::string_view::npos) return {};
  return call_brackets(source.substr(behind + function.size()));
}

}  // namespace

std::string allocated_variable(std::string_view source, std::size_t at, std::string_view function) {
  std::string_view argument = without_cast(first_argument(call_near(source, at, function)));
  if (!argument.starts_with('&')) return {};
  argument = trimmed(argument.substr(1));
  if (argument.starts_with('(') && bracketed(argument).size() == argument.size()) {
    argument = trimmed(argument.substr(1, argument.size() - 2));
  }
  if (argument.empty() || !is_name(argument) || is_member_of_wrapper(argument)) return {};
  return std::string(argument);
}

std::string CallSites::variable_at(const CallSite& site, std::string_view function) {
  const auto [source, is_new] = sources_.try_emplace(site.file);
  if (is_new) source->second = read_text(site.file);
  const std::string& text = source->second;
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < site.line; ++line) {
    at = text.find('\n', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  return allocated_variable(text, at + site.column - 1, function);
}

void CallSites::name(Memory& memory, Allocation& allocation, std::string_view function) {
  const CallSite site = std::exchange(current_, {});
  if (site.line == 0 || site.column == 0) return;
  allocation.file = site.file;
  allocation.line = site.line;
  std::vector<std::uint64_t>& others = addresses_[site];
  std::erase_if(others, [&](std::uint64_t address) {
    const Allocation* other = memory.find(address);
    return other == nullptr || !other->live;
  });
  if (others.empty()) allocation.variable = variable_at(site, function);
  for (const std::uint64_t address : others) memory.find(address)->variable.clear();
  others.push_back(allocation.address);
}

}  // namespace simt::runtime
