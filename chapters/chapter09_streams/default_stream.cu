// SPDX-License-Identifier: MIT
//
// Which launch waits for which, with the default stream as the compiler gives it to you.
//
// Claim:  a launch without a stream waits for all blocking streams and holds them up, in every
//         thread of the host; non-blocking streams have nothing to do with it.
// Input:  pairs of launches; the first kernel hopes to see what the second one writes.
// Expect: what must wait waits.  What may run at once does on an idle GPU.
// Run:    ctest --preset dev -R '^chapter09\.default_stream$'
#include "default_stream.cuh"

// [snippet:legacy-pairs]
const std::vector<Pair> kPairs = {
    {Queue::kDefault, Queue::kDefault, Promise::kWaits},
    {Queue::kBlocking, Queue::kDefault, Promise::kWaits},
    {Queue::kDefault, Queue::kBlocking, Promise::kWaits},
    {Queue::kNonBlocking, Queue::kDefault, Promise::kMayRun},
    {Queue::kDefault, Queue::kNonBlocking, Promise::kMayRun},
    {Queue::kBlocking, Queue::kNonBlocking, Promise::kMayRun},
    {Queue::kDefault, Queue::kOtherThread, Promise::kWaits},
    {Queue::kDefault, Queue::kLegacy, Promise::kWaits},
};
// [/snippet:legacy-pairs]

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  return show_all("chapter09.default_stream", options, kPairs);
}
