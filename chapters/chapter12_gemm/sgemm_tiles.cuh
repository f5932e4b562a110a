// SPDX-License-Identifier: MIT
//
// The kernel of sgemm_async, with the choices that its ladder compares.
#pragma once

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cuda/atomic>

#include "common/check.cuh"
#include "common/product_check.hpp"

/// Where element (row, col) of a row-major matrix with `cols` columns lies.
__host__ __device__ constexpr std::size_t at(int row, int col, int cols) {
  return static_cast<std::size_t>(row) * cols + col;
}

// --- shapes --------------------------------------------------------------------

/// How the 32 lanes of a warp lie on its part of C.
enum class Lanes {
  kByRows,  // neighbours along a row
  kPaired,  // lane i shares its row with lane i^1 and its column with lane i^2
};

/// A block computes 128 x 128 elements in steps of kK along k, a warp kWarpM x 64 of them, a thread
/// kEachM x kEachN; kStages tiles of each operand lie in shared memory.
template <int kStep, int kTiles, int kWarpRows, int kEachRows, int kEachCols, Lanes kLanesOf,
          int kTimes>
struct Shape {
  static constexpr int kM = 128, kN = 128, kK = kStep;
  static constexpr int kWarpM = kWarpRows, kWarpN = 64;
  static constexpr int kEachM = kEachRows, kEachN = kEachCols;
  static constexpr int kStages = kTiles;
  static constexpr Lanes kLanes = kLanesOf;
  static constexpr int kBursts = kTimes;  // in which the copies go between the products of a step
  static constexpr int kWarpsAcross = kN / kWarpN;
  static constexpr int kThreads = kM / kWarpM * kWarpsAcross * 32;
  static constexpr int kAcross = kWarpN / kEachN, kDown = kWarpM / kEachM;  // lanes of a warp
  static_assert(kAcross * kDown == 32, "the lanes cover the warp's part");
  // A lies turned, k by k.  Four unused elements a row keep the stores of a warp apart.
  static constexpr int kPitch = kM + 4;
  static constexpr int kWordsA = kK * kPitch, kWordsB = kK * kN;
  static constexpr int kSharedBytes = kStages * (kWordsA + kWordsB) * 4;
};

struct Place {
  int row, col;
};

/// Row and column of `lane` among the lanes of its warp.
// [snippet:lanes]
template <class S>
__host__ __device__ constexpr Place place_of(int lane) {
  if (S::kLanes == Lanes::kByRows) return {lane / S::kAcross, lane % S::kAcross};
  // Bit 0 is a column, bit 1 a row; then the other rows, then the other columns.
  const int rest = lane / 4, rows = S::kDown / 2;
  return {lane / 2 % 2 + 2 * (rest % rows), lane % 2 + 2 * (rest / rows)};
}
// [/snippet:lanes]

constexpr int kGroup = 8;

/// Which tile of C has number `id`: groups of kGroup rows, each by columns, so that tiles that are
/// computed at the same time share rows of A and columns of B.
__device__ inline Place tile_of(int id, int rows, int cols) {
  const int group = id / (kGroup * cols), first = group * kGroup;
  const int high = min(kGroup, rows - first), in_group = id - group * kGroup * cols;
  return {first + in_group % high, in_group / high};
}

// --- from global to shared memory ------------------------------------------------

/// Copies kFloats floats if they are there, otherwise writes zeros.
template <int kFloats>
__device__ void bring(float* to, const float* from, bool there) {
  if (there) {
    __pipeline_memcpy_async(to, from, kFloats * sizeof(float));
  } else {
    for (int i = 0; i < kFloats; ++i) to[i] = 0;
  }
}

/// What a block needs to know of A and B for one tile of C.
struct Operands {
  const float* a;  // the first of the tile's rows
  const float* b;  // the first of its columns
  int rows, cols;  // of C from there on
  int k, pitch;    // floats from one row to the next, of A and of B
};

/// The copies of one thread for one step along k, from `first` on.  kWhole: nothing lies beyond an
/// edge.
template <class S, bool kWhole>
struct Copies {
  static constexpr int kPiecesOfRow = S::kN / 4;  // of B, 16 bytes each
  static constexpr int kRowsA = S::kThreads / 8;  // at a time
  static constexpr int kRowsB = S::kThreads / kPiecesOfRow;
  static constexpr int kOfA = S::kM / kRowsA * (S::kK / 8);
  static constexpr int kCount = kOfA + S::kK / kRowsB;
  static constexpr int kBeside = (kCount + S::kBursts - 1) / S::kBursts;

  const Operands& of;
  float* to_a;
  float* to_b;
  int first;
  int row = threadIdx.x / 8, i = threadIdx.x % 8;                               // of A
  int step = threadIdx.x / kPiecesOfRow, col = threadIdx.x % kPiecesOfRow * 4;  // of B

  /// Copy number `c`, which is known when the program is compiled.
  __device__ void ask(int c) const {
    // [snippet:ask]
    if (c < kOfA) {
      // A, 4 bytes at a time: eight lanes read one sector of a row and turn it into a column.
      const int down = c / (S::kK / 8) * kRowsA, right = c % (S::kK / 8) * 8;
      const bool there = kWhole || (row + down < of.rows && first + i + right < of.k);
      bring<1>(to_a + (i + right) * S::kPitch + row + down,
               of.a + at(row, first + i, of.k) + at(down, right, of.k), there);
    } else {
      // B as it lies.
      const int down = (c - kOfA) * kRowsB;
      const bool there = kWhole || (first + step + down < of.k && col < of.cols);
      bring<4>(to_b + (step + down) * S::kN + col,
               of.b + at(first + step, col, of.pitch) + at(down, 0, of.pitch), there);
    }
    // [/snippet:ask]
  }
  __device__ void ask_all() const {
#pragma unroll
    for (int c = 0; c < kCount; ++c) ask(c);
  }
};

// --- from shared memory to sums ----------------------------------------------------

/// kEach floats in pieces of four that lie kApart floats from each other.
template <int kApart, int kEach>
__device__ void read(float (&to)[kEach], const float* from) {
#pragma unroll
  for (int i = 0; i < kEach / 4; ++i) {
    *reinterpret_cast<float4*>(to + 4 * i) = *reinterpret_cast<const float4*>(from + i * kApart);
  }
}

template <class S>
using Sums = float[S::kEachM][S::kEachN];

/// sum[i][j] += a[i] * b[j], to and fro, so that from one to the next an operand stays the same.
template <class S>
__device__ void add_outer_product(Sums<S>& sum, const float (&a)[S::kEachM],
                                  const float (&b)[S::kEachN]) {
#pragma unroll
  for (int i = 0; i < S::kEachM; ++i) {
#pragma unroll
    for (int j = 0; j < S::kEachN; ++j) {
      const int turn = i % 2 == 0 ? j : S::kEachN - 1 - j;
      sum[i][turn] += a[i] * b[turn];
    }
  }
}

/// Where in its warp and its block this thread works: its first row and column; three more lie
/// beside each of them.
template <class S>
__device__ Place place_of_thread() {
  const int warp = threadIdx.x / 32;
  const Place lane = place_of<S>(threadIdx.x % 32);
  return {warp / S::kWarpsAcross * S::kWarpM + 4 * lane.row,
          warp % S::kWarpsAcross * S::kWarpN + 4 * lane.col};
}

/// The ring of tiles in shared memory, and what this thread does with it.
template <class S>
struct Ring {
  const Operands& of;
  float* tiles_a;
  float* tiles_b;
  int asked;  // the next step to ask for
  int last;   // the step behind the last one
  int to_stage = 0, stage = 0;
  Place mine = place_of_thread<S>();

  static __device__ int after(int stage) { return stage + 1 == S::kStages ? 0 : stage + 1; }

  template <bool kWhole>
  __device__ Copies<S, kWhole> copies() const {
    return {of, tiles_a + to_stage * S::kWordsA, tiles_b + to_stage * S::kWordsB, asked * S::kK};
  }
  __device__ bool whole(int step) const {
    return of.rows >= S::kM && of.cols >= S::kN && (step + 1) * S::kK <= of.k;
  }
  /// Ends what was asked for one step.  An empty group counts as well.
  __device__ void commit() {
    __pipeline_commit();
    ++asked;
    to_stage = after(to_stage);
  }
  __device__ void ask_next() {
    if (asked < last) {
      if (whole(asked)) {
        copies<true>().ask_all();
      } else {
        copies<false>().ask_all();
      }
    }
    commit();
  }
  /// Waits for the tiles that were asked for kStages - 1 steps ago, and for the other threads.
  __device__ void arrive() const {
    __pipeline_wait_prior(S::kStages - 2);
    __syncthreads();
  }
  __device__ void read_fragments(float (&x)[S::kEachM], float (&y)[S::kEachN], int i) const {
    read<4 * S::kDown>(x, tiles_a + stage * S::kWordsA + i * S::kPitch + mine.row);
    read<4 * S::kAcross>(y, tiles_b + stage * S::kWordsB + i * S::kN + mine.col);
  }
};

/// One step of kK products.  kAsking: the copies for a later step, all of them whole, go between
/// the products; otherwise they were asked for before.
template <bool kAsking, class S>
__device__ void multiply_step(Sums<S>& sum, const Ring<S>& ring) {
  const auto copies = ring.template copies<true>();
#pragma unroll
  for (int i = 0; i < S::kK; ++i) {
    float x[S::kEachM], y[S::kEachN];
    ring.read_fragments(x, y, i);
    if (kAsking) {
#pragma unroll
      for (int c = i * copies.kBeside; c < (i + 1) * copies.kBeside; ++c) {
        if (c < copies.kCount) copies.ask(c);
      }
    }
    add_outer_product<S>(sum, x, y);
  }
}

/// Adds the products of the steps [first, last) along k to `sum`.
template <class S>
__device__ void multiply_steps(Sums<S>& sum, const Operands& of, float* room, int first, int last) {
  Ring<S> ring{of, room, room + S::kStages * S::kWordsA, first, last};
  __syncthreads();  // the room may still be read for the tile before
  // [snippet:pipeline]
  for (int i = 0; i < S::kStages - 1; ++i) ring.ask_next();
  int step = first;
  // As long as whole tiles can be asked for, no branch parts copies from products.
  const int whole = ring.whole(0) ? min(last, of.k / S::kK) - (S::kStages - 1) : first;
  for (; step < whole; ++step) {
    ring.arrive();
    multiply_step<true>(sum, ring);
    ring.commit();
    ring.stage = ring.after(ring.stage);
  }
  for (; step < last; ++step) {
    ring.arrive();
    ring.ask_next();
    multiply_step<false>(sum, ring);
    ring.stage = ring.after(ring.stage);
  }
  // [/snippet:pipeline]
}

/// Writes the sums of a thread to its places in the tile that begins at `c`, in rows of n floats.
template <class S>
__device__ void store(float* c, const Sums<S>& sum, const Operands& of, int n) {
  const Place mine = place_of_thread<S>();
  const bool wide = n % 4 == 0;  // rows start on 16 bytes
#pragma unroll
  for (int i = 0; i < S::kEachM; ++i) {
    const int row = mine.row + i / 4 * 4 * S::kDown + i % 4;
    if (row >= of.rows) continue;
#pragma unroll
    for (int j = 0; j < S::kEachN; j += 4) {
      const int col = mine.col + j * S::kAcross;
      float* to = c + at(row, col, n);
      if (wide && col < of.cols) {
        *reinterpret_cast<float4*>(to) =
            make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      } else if (!wide) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (col + e < of.cols) to[e] = sum[i][j + e];
        }
      }
    }
  }
}

// --- equal shares --------------------------------------------------------------------

/// How work is dealt out.  The blocks share the first `tiles` tiles so that all get the same number
/// of steps; of the others each block gets whole ones.
struct Shares {
  int tiles = 0;
  float4* partial = nullptr;  // the sums of each block for a tile that another block finishes
  unsigned* done = nullptr;   // for each block the number of the launch that its sums are from
  unsigned launch = 0;
};

/// Part of a tile: its steps [first, last) along k.
struct Part {
  int tile, first, last;
};

/// What the block `id` of `blocks` computes.  It goes through its share from the end to the
/// beginning: what it does first is the beginning of a tile that the next block finishes; what it
/// does last is the end of a tile, whose beginning the block before has finished by then.
// [snippet:shares]
struct Work {
  int begin, end;  // of the share, in steps
  int whole;       // the next whole tile
  int tiles, steps, blocks;

  __device__ Work(int id, int blocks_in_all, int tiles_in_all, int steps_of_tile, int shared)
      : begin(beginning(id, blocks_in_all, shared * steps_of_tile)),
        end(beginning(id + 1, blocks_in_all, shared * steps_of_tile)),
        whole(shared + id),
        tiles(tiles_in_all),
        steps(steps_of_tile),
        blocks(blocks_in_all) {}

  static __device__ int beginning(int id, int blocks, int steps) {
    return static_cast<int>(static_cast<long long>(steps) * id / blocks);
  }
  /// The next part; false if there is none.
  __device__ bool next(Part& part) {
    if (begin < end) {
      const int tile = (end - 1) / steps, start = tile * steps;
      part = {tile, max(begin - start, 0), end - start};
      end = start + part.first;
      return true;
    }
    part = {whole, 0, steps};
    whole += blocks;
    return part.tile < tiles;
  }
};
// [/snippet:shares]

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

/// Leaves the sums of a block for the one that finishes the tile.
template <class S>
__device__ void leave_sums(const Shares& shares, const Sums<S>& sum) {
  constexpr int kPieces = S::kEachM * S::kEachN / 4;
  float4* const to = shares.partial + blockIdx.x * kPieces * S::kThreads + threadIdx.x;
#pragma unroll
  for (int p = 0; p < kPieces; ++p) {
    const float* s = &sum[0][0] + 4 * p;
    to[p * S::kThreads] = make_float4(s[0], s[1], s[2], s[3]);
  }
  __syncthreads();  // all of the block have written
  if (threadIdx.x == 0) {
    Flag(shares.done[blockIdx.x]).store(shares.launch, cuda::memory_order_release);
  }
}

/// Adds what the blocks before left of the first steps of a tile.
template <class S>
__device__ void add_sums(const Shares& shares, Sums<S>& sum, int tile, int steps, int blocks) {
  constexpr int kPieces = S::kEachM * S::kEachN / 4;
  const int shared_steps = shares.tiles * steps;
  for (int other = blockIdx.x - 1, end = Work::beginning(blockIdx.x, blocks, shared_steps);;
       --other) {
    const int begin = Work::beginning(other, blocks, shared_steps);
    if (begin == end) continue;  // more blocks than steps
    end = begin;
    if (threadIdx.x == 0) {
      while (Flag(shares.done[other]).load(cuda::memory_order_acquire) != shares.launch) {
      }
    }
    __syncthreads();
    const float4* const from = shares.partial + other * kPieces * S::kThreads + threadIdx.x;
#pragma unroll
    for (int p = 0; p < kPieces; ++p) {
      const float4 more = __ldcg(from + p * S::kThreads);
      float* s = &sum[0][0] + 4 * p;
      s[0] += more.x;
      s[1] += more.y;
      s[2] += more.z;
      s[3] += more.w;
    }
    if (begin <= tile * steps) return;
  }
}

// --- kernel and launch ---------------------------------------------------------------

/// C = A B, where rows of B begin `pitch` floats apart, a multiple of four.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 2)
    multiply(float* c, const float* a, const float* b, int m, int n, int k, int pitch,
             Shares shares) {
  extern __shared__ float4 shared[];
  const int rows = (m + S::kM - 1) / S::kM, cols = (n + S::kN - 1) / S::kN;
  const int steps = (k + S::kK - 1) / S::kK, blocks = gridDim.x;
  Work work(blockIdx.x, blocks, rows * cols, steps, shares.tiles);
  Part part;
  while (work.next(part)) {
    const Place tile = tile_of(part.tile, rows, cols);
    const int row0 = tile.row * S::kM, col0 = tile.col * S::kN;
    const Operands of{a + at(row0, 0, k), b + col0, m - row0, n - col0, k, pitch};
    Sums<S> sum = {};
    multiply_steps<S>(sum, of, reinterpret_cast<float*>(shared), part.first, part.last);
    if (part.last < steps) {
      leave_sums<S>(shares, sum);
    } else {
      if (part.first > 0) add_sums<S>(shares, sum, part.tile, steps, blocks);
      store<S>(c + at(row0, col0, n), sum, of, n);
    }
  }
}

/// Copies rows of n floats to rows that begin `pitch` floats apart.
// [snippet:pad]
__global__ void pad_rows(float* to, const float* from, int rows, int n, int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    to[at(row, col, pitch)] = col < n ? from[at(row, col, n)] : 0.0f;
  }
}
// [/snippet:pad]

/// A product to compute.  `padded` has room for B with rows that start on 16 bytes, if n has none.
struct Product {
  cm::ProductShape shape;
  float* c;
  const float* a;
  const float* b;
  float* padded;

  int pitch() const { return (shape.n + 3) / 4 * 4; }
  /// B in rows that start on 16 bytes: itself, or a copy made now.
  const float* wide_b() const {
    if (pitch() == shape.n) return b;
    constexpr int kBlock = 256, kRowsAtOnce = 1024;
    const dim3 grid((pitch() + kBlock - 1) / kBlock, std::min(shape.k, kRowsAtOnce));
    pad_rows<<<grid, kBlock>>>(padded, b, shape.k, shape.n, pitch());
    return padded;
  }
};

template <class S>
int tiles_of(cm::ProductShape s) {
  return (s.m + S::kM - 1) / S::kM * ((s.n + S::kN - 1) / S::kN);
}

template <class S>
void allow_shared_memory() {
  CUDA_CHECK(cudaFuncSetAttribute(multiply<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  S::kSharedBytes));
}

/// One block for each tile of C.
template <class S>
void launch(const Product& p) {
  const auto [m, n, k] = p.shape;
  allow_shared_memory<S>();
  multiply<S><<<tiles_of<S>(p.shape), S::kThreads, S::kSharedBytes>>>(p.c, p.a, p.wide_b(), m, n, k,
                                                                      p.pitch(), Shares());
}

/// As many blocks as the GPU holds, `blocks`, with equal shares of what would be an uneven rest.
template <class S>
void launch_evenly(const Product& p, int blocks, Shares shares) {
  const auto [m, n, k] = p.shape;
  allow_shared_memory<S>();
  shares.tiles = tiles_of<S>(p.shape) % blocks;
  multiply<S>
      <<<blocks, S::kThreads, S::kSharedBytes>>>(p.c, p.a, p.wide_b(), m, n, k, p.pitch(), shares);
}

/// How many blocks of the kernel are on the GPU at the same time.
template <class S>
int resident_blocks() {
  allow_shared_memory<S>();
  int of_one = 0, device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, multiply<S>, S::kThreads,
                                                           S::kSharedBytes));
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  return of_one * multiprocessors;
}
