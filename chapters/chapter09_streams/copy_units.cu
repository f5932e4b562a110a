// SPDX-License-Identifier: MIT
//
// A pipeline of copies and kernels that takes bytes for elements in one place, or elements for
// bytes.
//
// Claim:  an offset in bytes runs off the array, and CUDA says so: at once if it is a copy's, at
//         the next wait if it is a kernel's.  A size in elements copies a quarter of each chunk,
//         and nobody says anything.
// Input:  n float in pinned memory, doubled on the device chunk by chunk; each wrong pipeline in a
//         process of its own, since a failed kernel leaves no working context behind.
// Expect: the right pipeline leaves no wrong number; of the three others two end with an error.
// Run:    ctest --preset dev -R '^chapter09\.copy_units$'
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "common/child_process.hpp"
#include "common/common.cuh"

constexpr int kBlock = 256;
constexpr int kChunks = 4;
constexpr std::size_t kSize = (1 << 20) + 123;  // floats; an offset four times too far leaves them
constexpr std::size_t kPerChunk = (kSize + kChunks - 1) / kChunks;
constexpr const char* kChild = "--as";

// --- kernel ------------------------------------------------------------------

/// Doubles `count` numbers from `data` on.
__global__ void double_each(float* data, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kBlock + threadIdx.x;
  if (i < count) data[i] = 2.0f * data[i];
}

// --- the pipelines -----------------------------------------------------------

/// Elements of chunk number `k`; the last one is shorter.
std::size_t size_of_chunk(int k) { return std::min(kPerChunk, kSize - k * kPerChunk); }

// [snippet:units]
/// What the calls for one chunk are told: pointers to float step in elements, copies count bytes.
struct Chunk {
  std::size_t copy_from, copy_size, kernel_from;
};

Chunk right(std::size_t first, std::size_t count) { return {first, count * sizeof(float), first}; }

Chunk size_in_elements(std::size_t first, std::size_t count) { return {first, count, first}; }

Chunk copy_from_bytes(std::size_t first, std::size_t count) {
  return {first * sizeof(float), count * sizeof(float), first};
}

Chunk kernel_from_bytes(std::size_t first, std::size_t count) {
  return {first, count * sizeof(float), first * sizeof(float)};
}
// [/snippet:units]

/// A way to say where a chunk lies, and the error that comes of it.
struct Case {
  const char* name;
  Chunk (*chunk)(std::size_t first, std::size_t count);
  cudaError_t error;
  bool copies_all;
};

const std::vector<Case> kCases = {
    {"right", right, cudaSuccess, true},
    {"size_in_elements", size_in_elements, cudaSuccess, false},
    {"copy_from_bytes", copy_from_bytes, cudaErrorInvalidValue, true},
    {"kernel_from_bytes", kernel_from_bytes, cudaErrorIllegalAddress, true}};

/// Two streams that take chunks in turn, and the arrays.
struct Job {
  cm::PinnedBuffer<float> in{kSize}, out{kSize};
  cm::DeviceBuffer<float> d_data{kSize};
  cm::Stream streams[2] = {cm::Stream(cudaStreamNonBlocking), cm::Stream(cudaStreamNonBlocking)};

  Job() {
    std::vector<float> numbers(kSize);
    cm::fill_random(numbers, 3, 1.0f, 2.0f);
    std::copy(numbers.begin(), numbers.end(), in.begin());
    std::memset(out.data(), 0xFF, out.bytes());
    d_data.poison();
    CUDA_CHECK(cudaDeviceSynchronize());
  }
};

// [snippet:pipeline]
/// Enqueues all chunks and returns the first error that a call answered with.
cudaError_t enqueue(Job& job, const Case& c) {
  for (int k = 0; k < kChunks; ++k) {
    const std::size_t first = k * kPerChunk;
    const std::size_t count = size_of_chunk(k);
    const Chunk chunk = c.chunk(first, count);
    const cudaStream_t stream = job.streams[k % 2].get();
    const cudaError_t copied =
        cudaMemcpyAsync(job.d_data.data() + chunk.copy_from, job.in.data() + first, chunk.copy_size,
                        cudaMemcpyHostToDevice, stream);
    if (copied != cudaSuccess) return copied;
    const auto blocks = static_cast<unsigned>((count + kBlock - 1) / kBlock);
    double_each<<<blocks, kBlock, 0, stream>>>(job.d_data.data() + chunk.kernel_from, count);
    if (const cudaError_t launched = cudaGetLastError()) return launched;
    const cudaError_t back = cudaMemcpyAsync(job.out.data() + first, job.d_data.data() + first,
                                             count * sizeof(float), cudaMemcpyDeviceToHost, stream);
    if (back != cudaSuccess) return back;
  }
  return cudaSuccess;
}
// [/snippet:pipeline]

// --- check -------------------------------------------------------------------

/// What came of a pipeline.
struct Outcome {
  int error = -1;
  int by_call = 0;       ///< 1 if a call answered with the error, 0 if the wait at the end did.
  long long wrong = -1;  ///< Numbers that are not twice their input.
};

/// Runs a pipeline and prints what came of it.
[[noreturn]] void be_the_child(const Case& c) {
  Job job;
  const cudaError_t at_call = enqueue(job, c);
  const cudaError_t at_wait = cudaDeviceSynchronize();
  long long wrong = 0;
  for (std::size_t i = 0; i < kSize; ++i) wrong += job.out[i] == 2.0f * job.in[i] ? 0 : 1;
  const bool by_call = at_call != cudaSuccess;
  std::printf("%d %d %lld\n", by_call ? at_call : at_wait, by_call ? 1 : 0, wrong);
  std::fflush(stdout);
  std::_Exit(EXIT_SUCCESS);  // the GPU's state may be lost: there is nothing to free any more
}

Outcome ask(std::size_t number) {
  const std::string words = std::string(kChild) + " " + std::to_string(number);
  const cm::ChildResult child = cm::run_self(words);
  Outcome outcome;
  std::sscanf(child.output.c_str(), "%d %d %lld", &outcome.error, &outcome.by_call, &outcome.wrong);
  return outcome;
}

/// Numbers that stay wrong if each copy in takes as many bytes as its chunk has elements; one that
/// was copied in part is wrong, too.
long long not_copied() {
  long long wrong = 0;
  for (int k = 0; k < kChunks; ++k) wrong += size_of_chunk(k) - size_of_chunk(k) / sizeof(float);
  return wrong;
}

/// A copy off the array is refused on the spot.  A kernel's error comes with any call after it.
bool as_expected(const Case& c, const Outcome& got) {
  const bool refused = c.error == cudaErrorInvalidValue;
  const long long wrong = c.copies_all ? 0 : not_copied();
  const bool in_place = !refused || got.by_call == 1;
  const bool numbers = c.error != cudaSuccess || got.wrong == wrong;
  if (got.error == c.error && in_place && numbers) return true;
  std::printf("FAIL %s: got error %d by a %s, %lld numbers wrong, want error %d\n", c.name,
              got.error, got.by_call ? "call" : "wait", got.wrong, c.error);
  return false;
}

void add_row(cm::Report& report, const Case& c, const Outcome& got) {
  const bool silent = got.error == cudaSuccess;
  cm::Row row("pipeline", c.name);
  row.n(kSize).text("error", cudaGetErrorName(static_cast<cudaError_t>(got.error)));
  row.text("told_by", silent ? "nobody" : got.by_call ? "a call" : "the wait");
  if (silent) row.value("wrong_percent", 100.0 * static_cast<double>(got.wrong) / kSize);
  report.add(row);
}

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kChild) == 0) be_the_child(kCases.at(std::atoi(argv[2])));
  const cm::Options options = cm::parse_options(argc, argv);
  cm::require_device();
  cm::Report report("chapter09.copy_units", options);
  for (std::size_t i = 0; i < kCases.size(); ++i) {
    const Outcome outcome = ask(i);
    if (!as_expected(kCases[i], outcome)) return report.fail();
    add_row(report, kCases[i], outcome);
  }
  return report.finish();
}
