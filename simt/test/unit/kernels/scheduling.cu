// SPDX-License-Identifier: MIT
// Kernels of the engine's unit tests: threads that wait for each other, rightly or not.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

/// Every thread takes the same lock once: lanes of one warp spin while one of them holds it.
extern "C" __global__ void spin_lock(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *reinterpret_cast<volatile int*>(count) += 1;
  __threadfence();
  atomicExch(lock, 0);
}

/// Block b waits for block b + 1: a chain against the order in which blocks start.
extern "C" __global__ void wait_for_next_block(int* flags, int* out) {
  const int b = blockIdx.x;
  volatile int* flag = flags;
  if (threadIdx.x == 0) {
    if (b + 1 < static_cast<int>(gridDim.x)) {
      while (flag[b + 1] == 0) {
      }
    }
    out[b] = b + 1 < static_cast<int>(gridDim.x) ? out[b + 1] + 1 : 1;
    __threadfence();
    flag[b] = 1;
  }
}

/// Warp 0 waits for a value that warp 1 writes.
extern "C" __global__ void wait_for_other_warp(int* out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (ready == 0) {
    }
    out[threadIdx.x] = ready;
  } else if (threadIdx.x == 63) {
    ready = 42;
  }
}

/// Lanes of one warp wait for a lane that comes later in the program.
extern "C" __global__ void wait_for_later_lane(int* out) {
  __shared__ volatile int ready;
  ready = 0;
  __syncwarp();
  if (threadIdx.x < 31) {
    while (ready == 0) {
    }
  } else {
    ready = 5;
  }
  __syncwarp();
  out[threadIdx.x] = ready;
}

extern "C" __global__ void grid_sync(int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = gridDim.x * blockDim.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  out[i] = data[n - 1 - i];
}

/// Each round waits, for the block and for the warp, before its slice is used up.
extern "C" __global__ void endless_barriers(int* out) {
  for (;;) {
    ++out[threadIdx.x];
    __syncthreads();
  }
}
extern "C" __global__ void endless_shuffles(int* out) {
  for (;;) out[threadIdx.x] += __shfl_xor_sync(0xffffffffu, out[threadIdx.x], 1);
}
extern "C" __global__ void endless_loop(int* out) {
  for (unsigned i = 0;; ++i) {
    if (i == 0) out[threadIdx.x] = 1;
  }
}

extern "C" __global__ void deadlock(volatile int* flag) {
  while (*flag == 0) {
  }
}

__device__ __attribute__((noinline)) void add(float* sums, const float* values) {
#pragma unroll
  for (int i = 0; i < 256; ++i) sums[i % 64] += values[i / 4];
}

extern "C" __global__ void same_call_from_many_places(float* out) {
  float sums[64] = {}, values[64];
  for (int i = 0; i < 64; ++i) values[i] = out[threadIdx.x];
  if (threadIdx.x < 32) {
    add(sums, values), add(sums, values), add(sums, values), add(sums, values);
    add(sums, values), add(sums, values), add(sums, values), add(sums, values);
    add(sums, values), add(sums, values), add(sums, values), add(sums, values);
    add(sums, values), add(sums, values), add(sums, values), add(sums, values);
  }
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x] + 1;
}

extern "C" __global__ void barrier_in_branch(int* out) {
  if (threadIdx.x < 16) {
    __syncthreads();
  } else {
    out[threadIdx.x] = 1;
  }
}

extern "C" __global__ void two_barriers(int* out) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}

extern "C" __global__ void return_before_barrier(int* out, int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

extern "C" __global__ void barrier_reductions(int* out) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(t % 3 == 0);
  const int all = __syncthreads_and(t < 100);
  const int any = __syncthreads_or(t == 77);
  out[t] = count * 4 + all * 2 + any;
}

/// Both arms synchronise the whole warp, at different places: legal since Volta.
extern "C" __global__ void syncwarp_in_both_arms(int* out) {
  __shared__ volatile int values[32];
  const int lane = threadIdx.x;
  if (lane < 16) {
    values[lane] = lane;
    __syncwarp();
    out[lane] = values[lane + 16];
  } else {
    values[lane] = lane;
    __syncwarp();
    out[lane] = values[lane - 16];
  }
}

extern "C" __global__ void shuffle_in_branch(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_down_sync(0xffffffffu, v, 1);
  out[threadIdx.x] = v;
}

extern "C" __global__ void lanes_wait_at_barrier(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
  }
  __syncthreads();
  out[threadIdx.x] += 1;
}

/// Each block adds up; the last one to finish adds the sums of all.
extern "C" __global__ void last_block_done(const int* in, int* sums, unsigned* done, int* out) {
  __shared__ bool last;
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = total;
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += reinterpret_cast<volatile int*>(sums)[b];
    *out = sum;
  }
}
