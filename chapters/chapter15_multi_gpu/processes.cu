// SPDX-License-Identifier: MIT
//
// One process for each GPU, on one node or on many: who am I, who are the others, and their sum.
//
// Claim:  the kernels do not change when a program leaves the process; what changes is how ranks
// find
//         each other.
// Input:  n float on each rank. Without arguments the program starts one rank for each GPU here;
//         launch/ holds scripts that start ranks on this node, with Slurm and with MPI.
// Run:    ctest --preset dev -R '^chapter15\.processes$'   (skipped with one GPU, or without NCCL)

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "common/child_process.hpp"
#include "common/common.cuh"
#include "gpus.cuh"
#include "nccl.cuh"

constexpr std::size_t kLong = (1u << 26) + 4;

// --- ranks -------------------------------------------------------------------

/// Who a process is. Launchers say it in different words; launch/ translates them.
struct Self {
  int rank, ranks;
  std::string id_file;  // on a disk that all nodes see
  std::size_t n;
};

// [snippet:meet]
/// Rank 0 makes the name of the group and writes it to the file; the others read it there.
nccl::UniqueId group_id(const nccl::Library& library, const Self& self) {
  nccl::UniqueId id{};
  if (self.rank == 0) {
    library.check(library.get_unique_id(&id));
    const std::string unfinished = self.id_file + ".new";
    std::ofstream(unfinished, std::ios::binary).write(id.bytes, sizeof id);
    std::rename(unfinished.c_str(), self.id_file.c_str());  // whole or not at all
    return id;
  }
  for (int tries = 0; tries < 600; ++tries) {
    std::ifstream file(self.id_file, std::ios::binary);
    if (file.read(id.bytes, sizeof id)) return id;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  std::fprintf(stderr, "rank %d: rank 0 wrote no %s\n", self.rank, self.id_file.c_str());
  std::exit(EXIT_FAILURE);
}
// [/snippet:meet]

/// What element i of a rank's array is: whole numbers, so that sums are exact.
float element(int rank, std::size_t i) {
  return static_cast<float>(cm::random_bits(15 + static_cast<unsigned>(rank), i) % 1000);
}

/// Sums over all ranks and prints "time_ms T"; returns the exit code.
int run_rank(const Self& self) {
  const nccl::Library library;
  if (!library.found()) gpus::skip("libnccl.so.2 is not where the loader looks");
  // [snippet:rank]
  int gpus_here = 0;
  CUDA_CHECK(cudaGetDeviceCount(&gpus_here));
  CUDA_CHECK(cudaSetDevice(self.rank % gpus_here));  // ranks of a node are neighbours
  nccl::Comm comm{};
  library.check(library.init_rank(&comm, self.ranks, group_id(library, self), self.rank));
  // [/snippet:rank]
  std::vector<float> host(self.n), want(self.n);
  for (std::size_t i = 0; i < self.n; ++i) {
    host[i] = element(self.rank, i);
    for (int rank = 0; rank < self.ranks; ++rank) want[i] += element(rank, i);
  }
  cm::DeviceBuffer<float> in(host), out(self.n);
  out.poison();
  const auto run = [&] {
    library.check(
        library.all_reduce(in.data(), out.data(), self.n, nccl::kFloat, nccl::kSum, comm, nullptr));
  };
  constexpr int kRuns = 20;  // the same for all ranks, or one of them would wait for ever
  run();
  CUDA_CHECK(cudaDeviceSynchronize());
  cm::Event start, stop;
  start.record();
  for (int i = 0; i < kRuns; ++i) run();
  stop.record();
  stop.synchronize();
  const bool right = cm::check_close("all_reduce", out.to_host(), want);
  library.check(library.destroy(comm));
  if (right) std::printf("time_ms %.6f\n", cm::elapsed_ms(start, stop) / kRuns);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

// --- all ranks of this node --------------------------------------------------

/// Starts a rank for each GPU and returns what they said, rank by rank.
std::vector<cm::ChildResult> run_all(int ranks, std::size_t n) {
  const std::string id_file = "/tmp/nccl_id." + std::to_string(getpid());
  std::remove(id_file.c_str());
  std::vector<cm::ChildResult> results(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string words = "--rank " + std::to_string(rank) + " " + std::to_string(ranks) + " " +
                              id_file + " " + std::to_string(n);
    threads.emplace_back([&results, rank, words] { results[rank] = cm::run_self(words); });
  }
  for (std::thread& thread : threads) thread.join();
  std::remove(id_file.c_str());
  return results;
}

int main(int argc, char** argv) {
  if (argc == 6 && std::string(argv[1]) == "--rank") {
    return run_rank({std::atoi(argv[2]), std::atoi(argv[3]), argv[4], std::stoul(argv[5])});
  }
  const cm::Options options = cm::parse_options(argc, argv);
  const int ranks = gpus::require_two();
  if (!nccl::Library().found()) gpus::skip("libnccl.so.2 is not where the loader looks");
  cm::Report report("chapter15.processes", options);
  const std::size_t n = options.quick ? 40004 : kLong;
  double slowest_ms = 0;
  for (const cm::ChildResult& result : run_all(ranks, n)) {
    const std::size_t at = result.output.find("time_ms ");
    if (result.exit_code != 0 || at == std::string::npos) {
      std::printf("FAIL a rank ended with %d: %s\n", result.exit_code, result.output.c_str());
      return report.fail();
    }
    slowest_ms = std::max(slowest_ms, std::atof(result.output.c_str() + at + 8));
  }
  const double bytes = 2.0 * static_cast<double>(n) * sizeof(float) * (ranks - 1) / ranks;
  cm::Row row("all_reduce", "processes");
  row.n(n).param("gpus", ranks).value("slowest_ms", slowest_ms);
  row.value("bus_gbps", cm::gbps(bytes, slowest_ms));
  report.add(row);
  return report.finish();
}
