// SPDX-License-Identifier: MIT
//
// The lock of the runtime API, and whose error is whose. Programs call from several threads; in the
// browser's build there is one, and its standard library has no threads at all.
#pragma once

#if defined(__wasm__)

namespace simt::runtime {

struct Mutex {
  void lock() {}
  void unlock() {}
};
using ThreadId = int;
inline ThreadId this_thread() { return 0; }

}  // namespace simt::runtime

#else

#include <mutex>
#include <thread>

namespace simt::runtime {

using Mutex = std::recursive_mutex;
using ThreadId = std::thread::id;
inline ThreadId this_thread() { return std::this_thread::get_id(); }

}  // namespace simt::runtime

#endif

namespace simt::runtime {

/// Holds the mutex while it lives.
class Lock {
 public:
  explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Lock() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace simt::runtime
