// SPDX-License-Identifier: MIT
//
// Errors as values. The virtual GPU throws nothing: what can go wrong with a reader's input is
// returned, with one sentence that names the input and says what to do.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace simt {

/// What kind of input was at fault; the caller picks exit code or CUDA error from it.
enum class ErrorKind : std::uint8_t {
  kMalformed,    ///< the device object is not a well-formed wasm object
  kUnsupported,  ///< well formed, but uses something the virtual GPU does not have
  kLimit,        ///< larger than the virtual GPU accepts
  kNotFound,     ///< no such kernel or symbol
  kOutOfMemory,  ///< does not fit into the device's memory
  kInvalidValue  ///< an argument outside its range
};

/// One error: its kind and one sentence.
struct Error {
  ErrorKind kind = ErrorKind::kMalformed;
  std::string message;
};

/// Either a value or an Error. Test before use: `if (!result) return result.error();`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& value() {
    assert(*this);
    return *std::get_if<0>(&content_);
  }
  const T& value() const {
    assert(*this);
    return *std::get_if<0>(&content_);
  }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    assert(!*this);
    return *std::get_if<1>(&content_);
  }

 private:
  std::variant<T, Error> content_;
};

/// The value of a Result that carries nothing.
struct Done {};
using Status = Result<Done>;

}  // namespace simt
