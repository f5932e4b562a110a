// SPDX-License-Identifier: MIT
#include "expression.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace judge {
namespace {

/// One recursive descent over the text; the first problem stops it.
class Parser {
 public:
  Parser(std::string_view text, const Numbers& numbers) : text_(text), numbers_(numbers) {}

  simt::Result<double> run() {
    const double value = sum();
    skip_spaces();
    if (problem_.empty() && at_ != text_.size()) {
      problem_ = "unexpected '" + std::string(text_.substr(at_)) + "'";
    }
    if (problem_.empty()) return value;
    return simt::Error{simt::ErrorKind::kInvalidValue,
                       "in \"" + std::string(text_) + "\": " + problem_};
  }

 private:
  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  double product() {
    double value = factor();
    for (;;) {
      if (take('*')) {
        value *= factor();
      } else if (take('/')) {
        value /= factor();
      } else if (take('%')) {
        value = std::fmod(value, factor());
      } else {
        return value;
      }
    }
  }

  double factor() {
    if (take('-')) return -factor();
    if (take('(')) {
      const double value = sum();
      expect(')');
      return value;
    }
    skip_spaces();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    return name();
  }

  double number() {
    // Not from_chars: the library of the pages has it for whole numbers only.
    const std::string rest(text_.substr(at_));
    char* end = nullptr;
    const double value = std::strtod(rest.c_str(), &end);
    if (end == rest.c_str()) return fail("not a number");
    at_ += static_cast<std::size_t>(end - rest.c_str());
    return value;
  }

  double name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) {
      ++at_;
    }
    const std::string word(text_.substr(begin, at_ - begin));
    if (word.empty()) return fail("a number or a name is missing");
    if (take('(')) return call(word);
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? fail("nobody defines '" + word + "'") : found->second;
  }

  double call(const std::string& function) {
    std::vector<double> values = {sum()};
    while (take(',')) values.push_back(sum());
    expect(')');
    if (!problem_.empty()) return 0;
    const double first = values[0];
    if (function == "floor" && values.size() == 1) return std::floor(first);
    if (function == "log2" && values.size() == 1) return std::log2(first);
    if (values.size() == 2) {
      const double second = values[1];
      if (function == "ceil_div") return std::ceil(first / second);
      if (function == "max") return std::max(first, second);
      if (function == "min") return std::min(first, second);
    }
    return fail("no function " + function + " of " + std::to_string(values.size()) + " values");
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "' is missing");
  }
  double fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    at_ = text_.size();
    return 0;
  }

  std::string_view text_;
  const Numbers& numbers_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

simt::Result<double> evaluate(std::string_view text, const Numbers& numbers) {
  return Parser(text, numbers).run();
}

}  // namespace judge
