// SPDX-License-Identifier: MIT
//
// The same pairs of launches, compiled with --default-stream per-thread.
//
// Claim:  the flag makes a launch without a stream one in a stream of the calling thread.  It no
//         longer waits for other streams, except for the legacy default stream by its name.
// Input:  pairs of launches; the first kernel hopes to see what the second one writes.
// Expect: one stream is in order still; of the other pairs only the one with cudaStreamLegacy
//         waits.
// Run:    ctest --preset dev -R '^chapter09\.default_stream_per_thread$'
#include "default_stream.cuh"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
constexpr bool kPerThread = true;
#else
constexpr bool kPerThread = false;
#endif

// [snippet:per-thread-pairs]
const std::vector<Pair> kPairs = {
    {Queue::kDefault, Queue::kDefault, Promise::kWaits},
    {Queue::kBlocking, Queue::kDefault, Promise::kMayRun},
    {Queue::kDefault, Queue::kBlocking, Promise::kMayRun},
    {Queue::kNonBlocking, Queue::kDefault, Promise::kMayRun},
    {Queue::kDefault, Queue::kNonBlocking, Promise::kMayRun},
    {Queue::kBlocking, Queue::kNonBlocking, Promise::kMayRun},
    {Queue::kDefault, Queue::kOtherThread, Promise::kMayRun},
    {Queue::kDefault, Queue::kLegacy, Promise::kWaits},
};
// [/snippet:per-thread-pairs]

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  const char* program = "chapter09.default_stream_per_thread";
  if (kPerThread) return show_all(program, options, kPairs);
  cm::Report report(program, options);
  report.skip("per_thread", "the program was built without --default-stream per-thread");
  return report.finish();
}
