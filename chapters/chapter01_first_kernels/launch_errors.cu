// SPDX-License-Identifier: MIT
//
// Mistakes made on purpose, and where CUDA tells of each of them.
//
// Claim:  a launch that cannot start is refused on the spot and harms nothing.  A kernel that goes
//         wrong is reported later, by whatever call comes next, and from then on every call of
//         the process fails: such an error is sticky.
// Input:  one mistake for each process, since some of them leave no working context behind.
// Expect: each error as the documentation of the runtime names it.
// Run:    ctest --preset dev -R '^chapter01\.launch_errors$'
#undef NDEBUG  // one of the mistakes is an assertion that fails
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <vector>

#include "common/common.cuh"

// --- kernels -----------------------------------------------------------------

__global__ void store_one(int* out) { *out = 1; }

/// Waits until the launch has long returned.
__device__ void wait_a_little() {
  const long long start = clock64();
  while (clock64() - start < 200'000) {
  }
}

// [snippet:kernels-that-fail]
__global__ void store_nowhere(int* nowhere) {
  wait_a_little();
  *nowhere = 1;
}

/// Stores eight bytes at an address that is a multiple of four.
__global__ void store_askew(int* out) {
  wait_a_little();
  *reinterpret_cast<int2*>(out + 1) = make_int2(1, 2);
}

__global__ void assert_one(const int* in) {
  wait_a_little();
  assert(*in == 1);
}
// [/snippet:kernels-that-fail]

// --- the mistakes ------------------------------------------------------------

/// What CUDA said after a mistake.
struct Answers {
  /// By the call itself, or by cudaGetLastError right after a launch.
  cudaError_t at_call = cudaSuccess;
  /// By cudaDeviceSynchronize.
  cudaError_t at_sync = cudaSuccess;
  /// By correct work, after cudaGetLastError has cleared what it can.
  cudaError_t later = cudaSuccess;
};

/// Each does one thing wrong and returns what is known at once.
using Mistake = cudaError_t (*)(int* d_out);

cudaError_t too_many_threads(int* d_out) {
  store_one<<<1, 1025>>>(d_out);
  return cudaGetLastError();
}

cudaError_t no_blocks(int* d_out) {
  store_one<<<0, 32>>>(d_out);
  return cudaGetLastError();
}

cudaError_t too_tall_a_grid(int* d_out) {
  store_one<<<dim3(1, 65'536), 32>>>(d_out);
  return cudaGetLastError();
}

cudaError_t too_much_shared(int* d_out) {
  store_one<<<1, 32, 1 << 20>>>(d_out);
  return cudaGetLastError();
}

cudaError_t out_of_memory(int*) {
  void* too_much = nullptr;
  return cudaMalloc(&too_much, std::size_t{1} << 50);
}

cudaError_t copy_too_much(int* d_out) {
  const std::vector<char> bytes(1 << 26);
  return cudaMemcpy(d_out, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
}

// [snippet:innocent-launch]
cudaError_t blame_the_innocent(int* d_out) {
  void* too_much = nullptr;
  (void)cudaMalloc(&too_much, std::size_t{1} << 50);  // fails, and nobody looks
  store_one<<<1, 1>>>(d_out);                         // nothing wrong here
  return cudaGetLastError();
}
// [/snippet:innocent-launch]

cudaError_t null_pointer(int*) {
  store_nowhere<<<1, 1>>>(nullptr);
  return cudaGetLastError();
}

cudaError_t misaligned(int* d_out) {
  store_askew<<<1, 1>>>(d_out);
  return cudaGetLastError();
}

cudaError_t failed_assertion(int* d_out) {
  assert_one<<<1, 1>>>(d_out);
  return cudaGetLastError();
}

struct Case {
  const char* name;
  Mistake mistake;
  Answers expected;
};

const std::vector<Case> kCases = {
    {"too_many_threads", too_many_threads, {cudaErrorInvalidConfiguration}},
    {"no_blocks", no_blocks, {cudaErrorInvalidConfiguration}},
    {"too_tall_a_grid", too_tall_a_grid, {cudaErrorInvalidConfiguration}},
    {"too_much_shared", too_much_shared, {cudaErrorInvalidValue}},
    {"out_of_memory", out_of_memory, {cudaErrorMemoryAllocation}},
    {"copy_too_much", copy_too_much, {cudaErrorInvalidValue}},
    {"blame_the_innocent", blame_the_innocent, {cudaErrorMemoryAllocation}},
    {"null_pointer", null_pointer, {cudaSuccess, cudaErrorIllegalAddress, cudaErrorIllegalAddress}},
    {"misaligned",
     misaligned,
     {cudaSuccess, cudaErrorMisalignedAddress, cudaErrorMisalignedAddress}},
    {"failed_assertion", failed_assertion, {cudaSuccess, cudaErrorAssert, cudaErrorAssert}}};

// --- one process for each mistake --------------------------------------------

// [snippet:after-a-mistake]
/// Correct work from beginning to end: the first error on the way, or cudaSuccess.
cudaError_t correct_work() {
  int* d_out = nullptr;
  int out = 0;
  if (const cudaError_t status = cudaMalloc(&d_out, sizeof(int))) return status;
  store_one<<<1, 1>>>(d_out);
  if (const cudaError_t status = cudaGetLastError()) return status;
  if (const cudaError_t status = cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost)) {
    return status;
  }
  if (out != 1) return cudaErrorUnknown;
  return cudaFree(d_out);
}

Answers answers_to(Mistake mistake) {
  int* d_out = nullptr;
  CUDA_CHECK(cudaMalloc(&d_out, 4 * sizeof(int)));
  CUDA_CHECK(cudaMemset(d_out, 0, 4 * sizeof(int)));
  Answers answers;
  answers.at_call = mistake(d_out);
  answers.at_sync = cudaDeviceSynchronize();
  (void)cudaGetLastError();  // clears what can be cleared
  answers.later = correct_work();
  return answers;
}
// [/snippet:after-a-mistake]

/// Runs `mistake` in a child, which tells its answers through `pipe_end`, and ends the child
/// without the clean-up that a broken context would fail.
[[noreturn]] void be_the_child(Mistake mistake, int pipe_end) {
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);  // the assertion's own words
  const Answers answers = answers_to(mistake);
  const bool told = write(pipe_end, &answers, sizeof answers) == sizeof answers;
  _exit(told ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// Fills `answers` by a child of its own; false if the child ended without a word.
bool ask(Mistake mistake, Answers& answers) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) be_the_child(mistake, ends[1]);
  close(ends[1]);
  const bool told = read(ends[0], &answers, sizeof answers) == sizeof answers;
  close(ends[0]);
  int status = 0;
  return waitpid(child, &status, 0) == child && told;
}

/// True if there is a GPU to make mistakes on.  Asked in a child: a process that has used CUDA
/// must not fork children that use it.
bool device_is_there() {
  const pid_t child = fork();
  if (child == 0) {
    int count = 0;
    _exit(cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

// --- check -------------------------------------------------------------------

bool as_expected(const Case& c, const Answers& got) {
  const cudaError_t found[] = {got.at_call, got.at_sync, got.later};
  const cudaError_t wanted[] = {c.expected.at_call, c.expected.at_sync, c.expected.later};
  const char* const when[] = {"at the call", "at the synchronisation", "in later work"};
  bool right = true;
  for (int i = 0; i < 3; ++i) {
    if (found[i] == wanted[i]) continue;
    std::printf("FAIL %s: %s got %s want %s\n", c.name, when[i], cudaGetErrorName(found[i]),
                cudaGetErrorName(wanted[i]));
    right = false;
  }
  return right;
}

void add_row(cm::Report& report, const Case& c, const Answers& got) {
  cm::Row row("mistake", c.name);
  row.text("at_call", cudaGetErrorName(got.at_call));
  row.text("at_sync", cudaGetErrorName(got.at_sync));
  row.text("later", cudaGetErrorName(got.later));
  report.add(row);
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  std::vector<Answers> answers(kCases.size());
  bool ok = true;
  if (device_is_there()) {
    for (std::size_t i = 0; i < kCases.size(); ++i) {
      if (ask(kCases[i].mistake, answers[i])) continue;
      std::printf("FAIL %s: the process ended without an answer\n", kCases[i].name);
      ok = false;
    }
  }
  cm::require_device();
  cm::Report report("chapter01.launch_errors", options);
  for (std::size_t i = 0; i < kCases.size(); ++i) {
    ok = as_expected(kCases[i], answers[i]) && ok;
    add_row(report, kCases[i], answers[i]);
  }
  return ok ? report.finish() : report.fail();
}
