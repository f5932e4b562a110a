// SPDX-License-Identifier: MIT-0
// From "CUDA, Measured". MIT-0: copy, change and pass on, no notice to keep.
//
// How long a pipeline of chunks takes, by hand.
//
// Task:   fill in the two functions.
// Build:  nvcc -std=c++17 pipeline_time.cu -o pipeline_time
// Run:    ./pipeline_time    prints the answers, or one that begins with FAIL
// Exit:   0 right, 1 wrong

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// A job of equal chunks. Each is copied in, computed, and copied out. The copy engine for each
/// direction and the GPU's cores each work on one chunk at a time, in order.
struct Job {
  int chunks;
  int copy_in;   // time for one chunk
  int compute;   // time for one chunk
  int copy_out;  // time for one chunk
};

// [exercise]
/// Time until the last chunk is out, if everything is done in one stream.
__host__ __device__ long long in_one_stream(int chunks, int copy_in, int compute, int copy_out) {
  return static_cast<long long>(chunks) * (copy_in + compute + copy_out);
}

/// The same, if each chunk has a stream of its own.
__host__ __device__ long long in_many_streams(int chunks, int copy_in, int compute, int copy_out) {
  if (chunks == 0) return 0;
  int slowest = copy_in;
  if (compute > slowest) slowest = compute;
  if (copy_out > slowest) slowest = copy_out;
  // The first chunk passes all three; each further one is ready one slowest stage later.
  return copy_in + compute + copy_out + static_cast<long long>(chunks - 1) * slowest;
}
// [/exercise]

struct Question {
  Job job;
  long long one_stream;  // both worked out by hand
  long long many_streams;
};
constexpr Question kQuestions[] = {
    {{1, 3, 5, 2}, 10, 10},
    {{4, 3, 3, 3}, 36, 18},
    {{4, 2, 6, 3}, 44, 29},
    {{10, 5, 1, 1}, 70, 52},
};

bool equals(const char* what, const Job& job, long long got, long long want) {
  if (got == want) return true;
  std::printf("FAIL %s: %d chunks of %d, %d, %d: got %lld want %lld\n", what, job.chunks,
              job.copy_in, job.compute, job.copy_out, got, want);
  return false;
}

int main() {
  for (const Question& q : kQuestions) {
    const Job& job = q.job;
    const long long one = in_one_stream(job.chunks, job.copy_in, job.compute, job.copy_out);
    const long long many = in_many_streams(job.chunks, job.copy_in, job.compute, job.copy_out);
    if (!equals("in_one_stream", job, one, q.one_stream)) return 1;
    if (!equals("in_many_streams", job, many, q.many_streams)) return 1;
    std::printf("%d chunks: %lld in one stream, %lld in many\n", job.chunks, one, many);
  }
  return 0;
}
