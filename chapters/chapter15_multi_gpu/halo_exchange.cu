// SPDX-License-Identifier: MIT
//
// A stencil over several GPUs: exchange the border rows and wait, or while the rest is computed.
//
// Claim:  computing the border first hides the exchange where a GPU's part is large; where it is
//         small, waiting for each other costs more than the work.
// Input:  a square of words in strips of rows, one for each GPU; 20 steps.
// Run:    ctest --preset dev -R '^chapter15\.halo_exchange$'   (skipped with one GPU)

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "common/common.cuh"
#include "gpus.cuh"

constexpr int kBlock = 256;
constexpr int kRowsEach = 8;  // of a thread
constexpr int kSteps = 20;

// --- reference ---------------------------------------------------------------

std::vector<unsigned> steps_cpu(std::vector<unsigned> now, int side) {
  std::vector<unsigned> next(now.size());
  const std::size_t cols = side;
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t y = 0; y < cols; ++y) {
      for (std::size_t x = 0; x < cols; ++x) {
        const std::size_t i = y * cols + x;
        next[i] = 3 * now[i] + (y > 0 ? now[i - cols] : 0) +
                  (y + 1 < cols ? 5 * now[i + cols] : 0) + (x > 0 ? 7 * now[i - 1] : 0) +
                  (x + 1 < cols ? 11 * now[i + 1] : 0);
      }
    }
    now.swap(next);
  }
  return now;
}

// --- kernel ------------------------------------------------------------------

/// One step for rows [first, first + count) of a strip, whose row 0 is the halo above it.
///
/// Where `above` or `below` is not null, the strip's first or last row is also written there: the
/// halo of the neighbour.
__global__ void __launch_bounds__(kBlock)
    stencil(unsigned* out, const unsigned* in, int cols, int rows, int first, int count,
            unsigned* above, unsigned* below) {
  const int x = static_cast<int>(blockIdx.x) * kBlock + static_cast<int>(threadIdx.x);
  const int start = first + static_cast<int>(blockIdx.y) * kRowsEach;
  const int end = min(first + count, start + kRowsEach);
  if (x >= cols) return;
  const unsigned* column = in + x;
  unsigned up = column[static_cast<std::size_t>(start - 1) * cols];
  unsigned middle = column[static_cast<std::size_t>(start) * cols];
  for (int y = start; y < end; ++y) {
    const unsigned* row = column + static_cast<std::size_t>(y) * cols;
    const unsigned down = row[cols];
    const unsigned left = x > 0 ? row[-1] : 0, right = x + 1 < cols ? row[1] : 0;
    const unsigned result = 3 * middle + up + 5 * down + 7 * left + 11 * right;
    out[static_cast<std::size_t>(y) * cols + x] = result;
    // [snippet:direct-halo]
    if (y == 1 && above) above[x] = result;
    if (y == rows && below) below[x] = result;
    // [/snippet:direct-halo]
    up = middle;
    middle = down;
  }
}

// --- strips ------------------------------------------------------------------

/// One GPU's strip: `rows` rows with a halo row above and one below, twice.
struct Strip {
  Strip(int side, int first_row, int row_count)
      : cols(side), first(first_row), rows(row_count), field{make(), make()} {}
  cm::DeviceBuffer<unsigned> make() const {
    return cm::DeviceBuffer<unsigned>(static_cast<std::size_t>(rows + 2) * cols);
  }
  unsigned* row(int which, int y) {
    return field[which].data() + static_cast<std::size_t>(y) * cols;
  }
  void step(int which, int from, int count, cudaStream_t stream, unsigned* above = nullptr,
            unsigned* below = nullptr) {
    if (count <= 0) return;
    const dim3 grid((cols + kBlock - 1) / kBlock, (count + kRowsEach - 1) / kRowsEach);
    stencil<<<grid, kBlock, 0, stream>>>(row(1 - which, 0), row(which, 0), cols, rows, from, count,
                                         above, below);
  }

  int cols, first, rows;
  cm::DeviceBuffer<unsigned> field[2];
  cm::Stream border{cudaStreamNonBlocking}, inner{cudaStreamNonBlocking};
  cm::Event sent, border_done, inner_done;
};

struct Job {
  int gpus, side;
  std::vector<Strip> strips;
  gpus::Team team{gpus};

  Strip* above(int d) { return d > 0 ? &strips[d - 1] : nullptr; }
  Strip* below(int d) { return d + 1 < gpus ? &strips[d + 1] : nullptr; }
  void wait_for_neighbours(int d, cudaStream_t stream) {
    for (Strip* s : {above(d), below(d)}) {
      if (s) CUDA_CHECK(cudaStreamWaitEvent(stream, s->sent.get()));
    }
  }
};

Job make_job(int gpus, int side) {
  std::vector<Strip> strips;
  gpus::on_each(gpus, [&](int d) {
    const int first = side * d / gpus, end = side * (d + 1) / gpus;
    strips.emplace_back(side, first, end - first);
  });
  return Job{gpus, side, std::move(strips)};
}

// --- the ways ----------------------------------------------------------------

/// Copies the strip's first and last row of field `which` into the neighbours' halos.
void send(Job& job, int d, int which, cudaStream_t stream) {
  Strip& mine = job.strips[d];
  const std::size_t bytes = sizeof(unsigned) * mine.cols;
  if (Strip* s = job.above(d)) {
    CUDA_CHECK(cudaMemcpyPeerAsync(s->row(which, s->rows + 1), d - 1, mine.row(which, 1), d, bytes,
                                   stream));
  }
  if (Strip* s = job.below(d)) {
    CUDA_CHECK(
        cudaMemcpyPeerAsync(s->row(which, 0), d + 1, mine.row(which, mine.rows), d, bytes, stream));
  }
}

/// Compute all, send, wait.
void one_after_the_other(Job& job, int step, int d) {
  Strip& mine = job.strips[d];
  const int which = step % 2;
  if (step > 0) job.wait_for_neighbours(d, mine.inner.get());
  mine.step(which, 1, mine.rows, mine.inner.get());
  send(job, d, 1 - which, mine.inner.get());
}

// [snippet:overlap]
/// The two border rows first, on a stream of their own, which then sends them while the other
/// stream computes what lies between.
void overlapped(Job& job, int step, int d) {
  Strip& mine = job.strips[d];
  const int which = step % 2;
  if (step > 0) {
    job.wait_for_neighbours(d, mine.border.get());
    CUDA_CHECK(cudaStreamWaitEvent(mine.border.get(), mine.inner_done.get()));
    CUDA_CHECK(cudaStreamWaitEvent(mine.inner.get(), mine.border_done.get()));
  }
  mine.step(which, 1, 1, mine.border.get());
  if (mine.rows > 1) mine.step(which, mine.rows, 1, mine.border.get());
  mine.border_done.record(mine.border.get());
  send(job, d, 1 - which, mine.border.get());
  mine.step(which, 2, mine.rows - 2, mine.inner.get());
  mine.inner_done.record(mine.inner.get());
}
// [/snippet:overlap]

/// The kernel that computes a border row writes it to the neighbour as well.
void written_through(Job& job, int step, int d) {
  Strip& mine = job.strips[d];
  const int which = step % 2;
  if (step > 0) job.wait_for_neighbours(d, mine.inner.get());
  Strip *up = job.above(d), *down = job.below(d);
  mine.step(which, 1, mine.rows, mine.inner.get(), up ? up->row(1 - which, up->rows + 1) : nullptr,
            down ? down->row(1 - which, 0) : nullptr);
}

using Way = void (*)(Job&, int step, int d);

/// All steps on all GPUs, between GPU 0's default stream before and after.
void run_all(Job& job, Way way, cm::Stream Strip::* last) {
  const auto link = [](cudaStream_t first, cudaStream_t then, cm::Event& event) {
    event.record(first);
    CUDA_CHECK(cudaStreamWaitEvent(then, event.get()));
  };
  job.team.run([&](int d) {
    Strip& s = job.strips[d];
    link(nullptr, s.inner.get(), s.inner_done);
    link(nullptr, s.border.get(), s.border_done);
  });
  for (int step = 0; step < kSteps; ++step) {
    // Neighbours wait for what was sent in the step before, so all enqueue first and record then.
    gpus::on_each(job.gpus, [&](int d) { way(job, step, d); });
    gpus::on_each(job.gpus, [&](int d) { job.strips[d].sent.record((job.strips[d].*last).get()); });
  }
  job.team.run([&](int d) {
    Strip& s = job.strips[d];
    link(s.inner.get(), nullptr, s.inner_done);
    link(s.border.get(), nullptr, s.border_done);
  });
}

// --- check, time, check again ------------------------------------------------

/// Puts the field into the strips' first buffers; all halos are zero, as the outside is.
void upload(Job& job, const std::vector<unsigned>& field) {
  gpus::on_each(job.gpus, [&](int d) {
    Strip& s = job.strips[d];
    for (auto& buffer : s.field) CUDA_CHECK(cudaMemset(buffer.data(), 0, buffer.bytes()));
    const std::size_t row = sizeof(unsigned) * s.cols;
    const int before = s.first > 0, after = s.first + s.rows < job.side;
    CUDA_CHECK(cudaMemcpy(s.row(0, 1 - before),
                          field.data() + static_cast<std::size_t>(s.first - before) * s.cols,
                          row * (s.rows + before + after), cudaMemcpyHostToDevice));
  });
  gpus::synchronize(job.gpus);
}

std::vector<unsigned> download(Job& job) {
  std::vector<unsigned> field(static_cast<std::size_t>(job.side) * job.side);
  gpus::synchronize(job.gpus);
  for (Strip& s : job.strips) {
    CUDA_CHECK(cudaMemcpy(field.data() + static_cast<std::size_t>(s.first) * s.cols,
                          s.row(kSteps % 2, 1), sizeof(unsigned) * s.cols * s.rows,
                          cudaMemcpyDeviceToHost));
  }
  return field;
}

struct Bench {
  cm::Report& report;
  const cm::Options& options;
  std::vector<unsigned> in, want;
  double one_gpu_ms = 0;
};

bool measure(Bench& b, Job& job, const char* variant, Way way, cm::Stream Strip::* last) {
  const auto run = [&] { run_all(job, way, last); };
  const auto passes = [&] {
    upload(job, b.in);
    run();
    return cm::check_close(variant, download(job), b.want);
  };
  if (!passes()) return false;
  const cm::Timing timing = cm::time_ms(b.options, run, cm::L2::kWarm);
  if (!passes()) return false;
  if (job.gpus == 1) b.one_gpu_ms = timing.median_ms;
  cm::Row row("stencil", variant);
  row.n(b.in.size()).param("side", job.side).param("gpus", job.gpus).timing(timing);
  row.bytes(2.0 * sizeof(unsigned) * static_cast<double>(b.in.size()) * kSteps).from_l2();
  row.value("step_us", timing.median_ms * 1e3 / kSteps);
  row.value("speedup", b.one_gpu_ms / timing.median_ms);
  b.report.add(row);
  return true;
}

int main(int argc, char** argv) {
  const cm::Options options = cm::parse_options(argc, argv);
  const int gpus = gpus::require_peers();
  cm::Report report("chapter15.halo_exchange", options);
  for (const int side : options.quick ? std::vector{40, 301} : std::vector{1000, 4000, 12000}) {
    Bench bench{report, options, std::vector<unsigned>(static_cast<std::size_t>(side) * side), {}};
    cm::fill_random(bench.in, 15, 0u, ~0u);
    bench.want = steps_cpu(bench.in, side);
    bool ok = true;
    {
      Job alone = make_job(1, side);
      ok = measure(bench, alone, "one_gpu", one_after_the_other, &Strip::inner);
    }
    Job job = make_job(gpus, side);
    ok = ok && measure(bench, job, "one_after_the_other", one_after_the_other, &Strip::inner) &&
         measure(bench, job, "overlapped", overlapped, &Strip::border) &&
         measure(bench, job, "written_through", written_through, &Strip::inner);
    if (!ok) return report.fail();
  }
  return report.finish();
}
