// SPDX-License-Identifier: MIT
//
// Errors: names, texts, and each thread's last one.
#include "runtime/runtime.hpp"
#include "simt/runtime_api.h"

using simt::runtime::Lock;
using simt::runtime::Runtime;

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define ERROR(name, number, text) \
  case name:                      \
    return #name;
#include "simt/errors.def"
#undef ERROR
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define ERROR(name, number, text) \
  case name:                      \
    return text;
#include "simt/errors.def"
#undef ERROR
  }
  return "unrecognized error code";
}

cudaError_t cudaGetLastError() {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.session().errors_were_read();
  return runtime.take_last_error();
}

cudaError_t cudaPeekAtLastError() {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.session().errors_were_read();
  return runtime.last_error();
}

cudaError_t __simt_not_supported(const char* function) {
  Runtime& runtime = Runtime::get();
  const Lock lock(runtime.mutex());
  runtime.session().unsupported_call(function);
  return runtime.record(cudaErrorNotSupported);
}

}  // extern "C"
