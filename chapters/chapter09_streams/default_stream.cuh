// SPDX-License-Identifier: MIT
//
// Which launch waits for which, decided by what kernels see of each other and not by a clock.
//
// A first kernel waits until a second one has raised a flag, but not for ever.  If it saw the flag,
// the two ran at once.  If its patience ended, the second kernel waited for it.  For two programs
// that differ in a flag of the compiler alone.
#pragma once

#include <thread>
#include <vector>

#include "common/common.cuh"

/// Cycles that the first kernel waits: long beside a launch.  On the virtual GPU each launch is
/// over before the next one begins, so no patience helps there.
constexpr long long kPatience = cm::kHasTime ? 50'000'000 : 1'000;

// --- kernels -----------------------------------------------------------------

// [snippet:flag]
/// Waits for *flag, for `patience` cycles at most, and notes in *saw what it found.
__global__ void wait_for_flag(const volatile unsigned* flag, unsigned* saw, long long patience) {
  const long long start = clock64();
  unsigned found = 0;
  while (found == 0 && clock64() - start < patience) found = *flag;
  *saw = found;
}

__global__ void raise_flag(volatile unsigned* flag) { *flag = 1; }
// [/snippet:flag]

// --- pairs of streams --------------------------------------------------------

/// Where a kernel is launched.
enum class Queue {
  kDefault,      ///< No stream is named.
  kOtherThread,  ///< No stream is named, by another thread of the host.
  kLegacy,       ///< cudaStreamLegacy, the old default stream by its name.
  kBlocking,     ///< A stream as cudaStreamCreate makes it.
  kNonBlocking,  ///< A stream with cudaStreamNonBlocking.
};

inline const char* name_of(Queue queue) {
  switch (queue) {
    case Queue::kDefault:
      return "default";
    case Queue::kOtherThread:
      return "other_thread";
    case Queue::kLegacy:
      return "legacy";
    case Queue::kBlocking:
      return "blocking";
    default:
      return "non_blocking";
  }
}

/// What CUDA promises of the second of two launches.
enum class Promise { kWaits, kMayRun };

/// Two launches, and what is promised.
struct Pair {
  Queue first, second;
  Promise promise;
};

/// What the kernels of a pair share, and a stream of each kind.
struct Bench {
  cm::Report& report;
  long long patience;
  cm::DeviceBuffer<unsigned> d_flag{1}, d_saw{1};
  cm::Stream blocking{cudaStreamDefault}, non_blocking{cudaStreamNonBlocking};

  cudaStream_t stream(Queue queue) const {
    switch (queue) {
      case Queue::kLegacy:
        return cudaStreamLegacy;
      case Queue::kBlocking:
        return blocking.get();
      case Queue::kNonBlocking:
        return non_blocking.get();
      default:
        return nullptr;
    }
  }
};

/// Launches as the code of `queue` would: for kOtherThread from a thread of its own.
template <class Launch>
void launch_in(const Bench& b, Queue queue, const Launch& launch) {
  const cudaStream_t stream = b.stream(queue);
  if (queue == Queue::kOtherThread) {
    std::thread([&] { launch(stream); }).join();
  } else {
    launch(stream);
  }
}

// [snippet:pair]
/// Launches one kernel, then another one that the first one hopes for; 1 if it came in time.
inline unsigned overlap(Bench& b, const Pair& pair) {
  CUDA_CHECK(cudaMemset(b.d_flag.data(), 0, sizeof(unsigned)));
  b.d_saw.poison();
  CUDA_CHECK(cudaDeviceSynchronize());
  launch_in(b, pair.first, [&](cudaStream_t stream) {
    wait_for_flag<<<1, 1, 0, stream>>>(b.d_flag.data(), b.d_saw.data(), b.patience);
  });
  launch_in(b, pair.second,
            [&](cudaStream_t stream) { raise_flag<<<1, 1, 0, stream>>>(b.d_flag.data()); });
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK_LAST();
  return b.d_saw.to_host()[0];
}
// [/snippet:pair]

// --- check -------------------------------------------------------------------

/// What must wait did not run early, and both kernels ran: the flag is up, the note was taken.
inline bool as_promised(const Bench& b, const Pair& pair, unsigned overlapped) {
  const unsigned most = pair.promise == Promise::kWaits ? 0 : 1;
  const bool raised = cm::check_close("flag", b.d_flag.to_host(), std::vector<unsigned>{1});
  if (raised && overlapped <= most) return true;
  std::printf("FAIL %s before %s: saw %u want at most %u\n", name_of(pair.first),
              name_of(pair.second), overlapped, most);
  return false;
}

inline bool show(Bench& b, const Pair& pair) {
  (void)overlap(b, pair);  // the first launch of a kernel also loads it, which may wait for others
  const unsigned overlapped = overlap(b, pair);
  if (!as_promised(b, pair, overlapped)) return false;
  cm::Row row("pair", name_of(pair.first));
  row.param("then", name_of(pair.second));
  row.text("promised", pair.promise == Promise::kWaits ? "waits" : "may run");
  b.report.add(row.value("overlapped", overlapped));
  return true;
}

/// Tries all pairs and reports them as `program`.
inline int show_all(const char* program, const cm::Options& options,
                    const std::vector<Pair>& pairs) {
  cm::Report report(program, options);
  Bench bench{report, kPatience};
  for (const Pair& pair : pairs) {
    if (!show(bench, pair)) return report.fail();
  }
  return report.finish();
}
