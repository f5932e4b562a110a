// SPDX-License-Identifier: MIT
//
// The few functions of NCCL that the chapter needs, from the library where it is installed.
//
// The library is opened when the program runs, so that the book builds without it. It is looked for
// where the loader looks (LD_LIBRARY_PATH), under its usual name.
#pragma once

#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace nccl {

// As nccl.h declares them; their values are part of the library's binary interface.
using Comm = struct ncclComm*;
struct UniqueId {
  char bytes[128];
};
constexpr int kFloat = 7;
constexpr int kSum = 0;

/// NCCL's number of a version as people write it: 22809 is 2.28.9.
inline std::string version_text(int version) {
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

/// The library's functions, or null pointers where there is no library.
class Library {
 public:
  Library() : handle_(dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL)) {
    find(get_version, "ncclGetVersion");
    find(get_unique_id, "ncclGetUniqueId");
    find(init_all, "ncclCommInitAll");
    find(init_rank, "ncclCommInitRank");
    find(destroy, "ncclCommDestroy");
    find(group_start, "ncclGroupStart");
    find(group_end, "ncclGroupEnd");
    find(all_reduce, "ncclAllReduce");
    find(error_string, "ncclGetErrorString");
  }
  bool found() const { return handle_ != nullptr; }

  /// Ends the program if an NCCL call failed.
  void check(int result) const {
    if (result == 0) return;
    std::fprintf(stderr, "NCCL: %s\n", error_string(result));
    std::exit(EXIT_FAILURE);
  }
  int version() const {
    int version = 0;
    check(get_version(&version));
    return version;
  }

  int (*get_version)(int*);
  int (*get_unique_id)(UniqueId*);
  int (*init_all)(Comm*, int, const int*);
  int (*init_rank)(Comm*, int, UniqueId, int);
  int (*destroy)(Comm);
  int (*group_start)();
  int (*group_end)();
  int (*all_reduce)(const void*, void*, std::size_t, int, int, Comm, cudaStream_t);
  const char* (*error_string)(int);

 private:
  template <class Function>
  void find(Function& function, const char* name) {
    function = handle_ ? reinterpret_cast<Function>(dlsym(handle_, name)) : nullptr;
    if (handle_ && !function) {
      std::fprintf(stderr, "libnccl.so.2 has no %s\n", name);
      std::exit(EXIT_FAILURE);
    }
  }
  void* handle_;
};

}  // namespace nccl
