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
/// kEachM x kEachN; kStages tiles of each operand lie in shared memory.  All sides are multiples of
/// these: the operands are padded before.
template <int kStep, int kWarpRows, int kEachRows, int kEachCols, Lanes kLanesOf, int kTimes,
          bool kWideOf>
struct Shape {
  static constexpr int kM = 128, kN = 128, kK = kStep;
  static constexpr int kWarpM = kWarpRows, kWarpN = 64;
  static constexpr int kEachM = kEachRows, kEachN = kEachCols;
  static constexpr int kStages = 3;
  static constexpr Lanes kLanes = kLanesOf;
  static constexpr bool kWideStores = kWideOf;  // of C, 16 bytes each
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

/// What a block needs to know of A and B for one tile of C.
struct Operands {
  const float* a;        // the first of the tile's rows
  const float* b;        // the first of its columns
  int pitch_a, pitch_b;  // floats from one row to the next
};

/// The copies of one thread for one step along k, from `first` on.
template <class S>
struct Copies {
  static constexpr int kRowsA = S::kThreads / 8;             // at a time
  static constexpr int kPiecesOfRow = S::kN / 4;             // of B, 16 bytes each
  static constexpr int kRowsB = S::kThreads / kPiecesOfRow;  // at a time
  static constexpr int kOfA = S::kM / kRowsA * (S::kK / 8);
  static constexpr int kCount = kOfA + S::kK / kRowsB;
  static constexpr int kBurst = (kCount + S::kBursts - 1) / S::kBursts;
  static_assert(kBurst * S::kK >= kCount, "all copies find a place between the products");

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
      __pipeline_memcpy_async(to_a + (i + right) * S::kPitch + row + down,
                              of.a + at(row, first + i, of.pitch_a) + at(down, right, of.pitch_a),
                              sizeof(float));
    } else {
      // B as it lies.
      const int down = (c - kOfA) * kRowsB;
      __pipeline_memcpy_async(to_b + (step + down) * S::kN + col,
                              of.b + at(first + step, col, of.pitch_b) + at(down, 0, of.pitch_b),
                              sizeof(float4));
    }
    // [/snippet:ask]
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

/// sum[i][j] += a[i] * b[j], every second row backwards: from one product to the next one operand
/// stays the same.
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
  int to_stage = 0, stage = 0;
  Place mine = place_of_thread<S>();

  __device__ Copies<S> copies() const {
    return {of, tiles_a + to_stage * S::kWordsA, tiles_b + to_stage * S::kWordsB, asked * S::kK};
  }
  /// Ends what was asked for one step.
  __device__ void commit() {
    __pipeline_commit();
    ++asked;
    to_stage = after(to_stage);
  }
  /// Waits for the tiles that were asked for kStages - 1 steps ago, and for the other threads.
  __device__ void arrive() const {
    __pipeline_wait_prior(S::kStages - 2);
    __syncthreads();
  }
  __device__ void leave() { stage = after(stage); }
  __device__ void read_fragments(float (&x)[S::kEachM], float (&y)[S::kEachN], int i) const {
    read<4 * S::kDown>(x, tiles_a + stage * S::kWordsA + i * S::kPitch + mine.row);
    read<4 * S::kAcross>(y, tiles_b + stage * S::kWordsB + i * S::kN + mine.col);
  }

 private:
  static __device__ int after(int stage) { return stage + 1 == S::kStages ? 0 : stage + 1; }
};

/// One step of kK products.  kAsking: the copies for a later step go between the products, in
/// kBursts bursts.
// [snippet:step]
template <bool kAsking, class S>
__device__ void multiply_step(Sums<S>& sum, const Ring<S>& ring) {
  using Copies = Copies<S>;
  const Copies copies = ring.copies();
#pragma unroll
  for (int i = 0; i < S::kK; ++i) {
    float x[S::kEachM], y[S::kEachN];
    ring.read_fragments(x, y, i);
    if (kAsking) {
#pragma unroll
      for (int c = i * Copies::kBurst; c < (i + 1) * Copies::kBurst; ++c) {
        if (c < Copies::kCount) copies.ask(c);
      }
    }
    add_outer_product<S>(sum, x, y);
  }
}
// [/snippet:step]

/// Adds the products of the steps [first, last) along k to `sum`.
template <class S>
__device__ void multiply_steps(Sums<S>& sum, const Operands& of, float* room, int first, int last) {
  Ring<S> ring{of, room, room + S::kStages * S::kWordsA, first};
  __syncthreads();  // the room may still be read for the tile before
  // [snippet:pipeline]
  for (int i = 0; i < S::kStages - 1; ++i) {
    if (ring.asked < last) {
#pragma unroll
      for (int c = 0; c < Copies<S>::kCount; ++c) ring.copies().ask(c);
    }
    ring.commit();
  }
  int step = first;
  for (; step < last - (S::kStages - 1); ++step) {
    ring.arrive();
    multiply_step<true>(sum, ring);  // asks for the tiles that all have left
    ring.commit();
    ring.leave();
  }
  for (; step < last; ++step) {
    ring.arrive();
    ring.commit();  // an empty group: the number of groups tells which have come
    multiply_step<false>(sum, ring);
    ring.leave();
  }
  // [/snippet:pipeline]
}

/// Writes the sums of a thread to its places in the tile of C that begins at `c` and has `rows`
/// rows and `cols` columns, in rows of n floats.
///
/// Without kWideStores one float at a time: a store of four needs four registers in a row, and the
/// sums would have to lie so in the products as well, where that makes them collide with B's.
template <class S>
__device__ void store(float* c, const Sums<S>& sum, int rows, int cols, int n) {
  const Place mine = place_of_thread<S>();
#pragma unroll
  for (int i = 0; i < S::kEachM; ++i) {
    const int row = mine.row + i / 4 * 4 * S::kDown + i % 4;
    if (row >= rows) continue;
#pragma unroll
    for (int j = 0; j < S::kEachN; j += 4) {
      const int col = mine.col + j * S::kAcross;
      float* to = c + at(row, col, n);
      if (S::kWideStores && n % 4 == 0) {
        if (col >= cols) continue;
        *reinterpret_cast<float4*>(to) =
            make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          if (col + e < cols) to[e] = sum[i][j + e];
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
  float* partial = nullptr;  // the sums of each block for a tile that another block finishes
  unsigned* done = nullptr;  // for each block the number of the launch that its sums are from
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
  float* const to = shares.partial + blockIdx.x * S::kM * S::kN + threadIdx.x;
#pragma unroll
  for (int i = 0; i < S::kEachM; ++i) {
#pragma unroll
    for (int j = 0; j < S::kEachN; ++j) to[(i * S::kEachN + j) * S::kThreads] = sum[i][j];
  }
  __syncthreads();  // all of the block have written
  if (threadIdx.x == 0) {
    Flag(shares.done[blockIdx.x]).store(shares.launch, cuda::memory_order_release);
  }
}

/// Adds what the blocks before left of the first steps of a tile.
template <class S>
__device__ void add_sums(const Shares& shares, Sums<S>& sum, int tile, int steps, int blocks) {
  const int shared_steps = shares.tiles * steps;
  int end = Work::beginning(blockIdx.x, blocks, shared_steps);
  for (int other = blockIdx.x - 1; end > tile * steps; --other) {
    const int begin = Work::beginning(other, blocks, shared_steps);
    if (begin == end) continue;  // more blocks than steps
    end = begin;
    if (threadIdx.x == 0) {
      while (Flag(shares.done[other]).load(cuda::memory_order_acquire) != shares.launch) {
      }
    }
    __syncthreads();
    const float* const from = shares.partial + other * S::kM * S::kN + threadIdx.x;
#pragma unroll
    for (int i = 0; i < S::kEachM; ++i) {
#pragma unroll
      for (int j = 0; j < S::kEachN; ++j) {
        sum[i][j] += __ldcg(from + (i * S::kEachN + j) * S::kThreads);
      }
    }
  }
}

// --- kernel and launch ---------------------------------------------------------------

/// C (m x n) = A B, where A and B are padded: m, n and k rounded up to whole tiles.
template <class S>
__global__ void __launch_bounds__(S::kThreads, 2)
    multiply(float* c, const float* a, const float* b, int m, int n, int pitch_a, int pitch_b,
             Shares shares) {
  extern __shared__ float4 shared[];
  const int rows = (m + S::kM - 1) / S::kM, cols = pitch_b / S::kN, steps = pitch_a / S::kK;
  Work work(blockIdx.x, gridDim.x, rows * cols, steps, shares.tiles);
  Part part;
  while (work.next(part)) {
    const Place tile = tile_of(part.tile, rows, cols);
    const int row0 = tile.row * S::kM, col0 = tile.col * S::kN;
    const Operands of{a + at(row0, 0, pitch_a), b + col0, pitch_a, pitch_b};
    Sums<S> sum = {};
    multiply_steps<S>(sum, of, reinterpret_cast<float*>(shared), part.first, part.last);
    if (part.last < steps) {
      leave_sums<S>(shares, sum);
    } else {
      if (part.first > 0) add_sums<S>(shares, sum, part.tile, steps, gridDim.x);
      store<S>(c + at(row0, col0, n), sum, m - row0, n - col0, n);
    }
  }
}

/// Copies a matrix of rows x cols to one of which all sides are whole tiles, with zeros around.
// [snippet:pad]
__global__ void pad(float* to, const float* from, int rows, int cols, int padded_rows, int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < padded_rows; row += gridDim.y) {
    to[at(row, col, pitch)] = row < rows && col < cols ? from[at(row, col, cols)] : 0.0f;
  }
}
// [/snippet:pad]

constexpr int kWhole = 128;  // a multiple of all sides of all shapes' tiles

constexpr int whole(int size) { return (size + kWhole - 1) / kWhole * kWhole; }

/// A product to compute.  `room_a` and `room_b` have room for padded operands.
struct Product {
  cm::ProductShape shape;
  float* c;
  const float* a;
  const float* b;
  float* room_a;
  float* room_b;

  /// `matrix` itself, if its sides are whole, or a padded copy, made now.
  static const float* padded(float* room, const float* matrix, int rows, int cols) {
    if (rows == whole(rows) && cols == whole(cols)) return matrix;
    constexpr int kBlock = 256, kRowsAtOnce = 1024;
    const dim3 grid((whole(cols) + kBlock - 1) / kBlock, std::min(whole(rows), kRowsAtOnce));
    pad<<<grid, kBlock>>>(room, matrix, rows, cols, whole(rows), whole(cols));
    return room;
  }
  int tiles() const { return whole(shape.m) / kWhole * (whole(shape.n) / kWhole); }

  template <class S>
  void run(int blocks, const Shares& shares) const {
    static_assert(S::kM == kWhole && S::kN == kWhole && kWhole % S::kK == 0, "whole tiles");
    CUDA_CHECK(cudaFuncSetAttribute(multiply<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    S::kSharedBytes));
    const float* const whole_a = padded(room_a, a, shape.m, shape.k);
    const float* const whole_b = padded(room_b, b, shape.k, shape.n);
    multiply<S><<<blocks, S::kThreads, S::kSharedBytes>>>(c, whole_a, whole_b, shape.m, shape.n,
                                                          whole(shape.k), whole(shape.n), shares);
  }
};

/// One block for each tile of C.
template <class S>
void launch(const Product& p) {
  p.run<S>(p.tiles(), Shares());
}

/// As many blocks as the GPU holds, `blocks`, with equal shares of what would be an uneven rest.
template <class S>
void launch_evenly(const Product& p, int blocks, Shares shares) {
  shares.tiles = p.tiles() % blocks;
  p.run<S>(blocks, shares);
}

/// How many blocks of the kernel are on the GPU at the same time.
template <class S>
int resident_blocks() {
  CUDA_CHECK(cudaFuncSetAttribute(multiply<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  S::kSharedBytes));
  int of_one = 0, device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, multiply<S>, S::kThreads,
                                                           S::kSharedBytes));
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  return of_one * multiprocessors;
}
