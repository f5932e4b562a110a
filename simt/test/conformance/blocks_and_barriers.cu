// SPDX-License-Identifier: MIT
//
// Indices of grids and blocks of every shape; barriers, their reductions, fences; blocks that wait
// for one another.
#include "conformance.cuh"

using namespace conformance;

__global__ void indices(int* visits, int nx, int ny) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  atomicAdd(&visits[(z * ny + y) * nx + x], 1);
}
__global__ void grid_stride(float* data, int n) {
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<int>(blockDim.x * gridDim.x)) {
    data[i] = 2.0f * static_cast<float>(i);
  }
}
__global__ void barrier_reductions(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = __syncthreads_count(i % 3 == 0);
  out[100 + i] = __syncthreads_and(i < 100) != 0 ? 1 : 0;
  out[200 + i] = __syncthreads_and(i < 99) != 0 ? 1 : 0;
  out[300 + i] = __syncthreads_or(i == 37) != 0 ? 1 : 0;
  out[400 + i] = __syncthreads_or(i == 137) != 0 ? 1 : 0;
}
/// Tree reduction in shared memory.
__global__ void block_sums(int* sums, const int* in, int n) {
  __shared__ int partial[128];
  const int i = static_cast<int>(blockIdx.x * 128 + threadIdx.x), t = static_cast<int>(threadIdx.x);
  partial[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}
__device__ unsigned arrived;
/// The block that arrives last adds what all have written.
__global__ void last_block_sums(int* total, int* sums, const int* in, int n) {
  __shared__ bool last;
  int mine = 0;
  for (int i = static_cast<int>(blockIdx.x + gridDim.x * threadIdx.x); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    mine += in[i];
  }
  atomicAdd(&sums[blockIdx.x], mine);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += atomicAdd(&sums[b], 0);
    *total = sum;
  }
}
/// A lock that lanes of one warp take in turn (legal since Volta).
__global__ void locked(int* lock, int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *reinterpret_cast<volatile int*>(value) = *reinterpret_cast<volatile int*>(value) + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
/// Each block waits for the one before it, as in a chained scan.
__global__ void chained(volatile int* prefix, int* ready) {
  const int block = static_cast<int>(blockIdx.x);
  if (threadIdx.x != 0) return;
  int before = 0;
  if (block > 0) {
    while (atomicAdd(&ready[block - 1], 0) == 0) {
    }
    __threadfence();
    before = prefix[block - 1];
  }
  prefix[block] = before + block + 1;
  __threadfence();
  atomicExch(&ready[block], 1);
}
/// Barriers in a loop whose length is the same for the block.
__global__ void ring(int* data, int rounds) {
  __shared__ int slots[64];
  const int t = static_cast<int>(threadIdx.x);
  slots[t] = t;
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    const int next = slots[(t + 1) % 64];
    __syncthreads();
    slots[t] = next;
  }
  data[t] = slots[t];
}
/// Threads that have returned no longer count.
__global__ void some_leave(int* out) {
  __shared__ int first;
  if (threadIdx.x >= 64) return;
  if (threadIdx.x == 0) first = 41;
  __syncthreads();
  out[threadIdx.x] = first + 1;
}
__global__ void by_warps(int* out) {
  __shared__ int slots[64];
  const int t = static_cast<int>(threadIdx.x), lane = t % 32;
  slots[t] = t * t;
  __syncwarp();
  out[t] = slots[t - lane + 31 - lane];
}
__global__ void clocks(int* out) {
  const long long before = clock64();
  int x = 1;
  for (int i = 0; i < 100; ++i) x = x * 3 + static_cast<int>(threadIdx.x);
  __nanosleep(10);
  const long long after = clock64();
  out[threadIdx.x] = after > before && clock() != 0 && x != 0 ? 1 : 0;
}

void check_shape(Suite& suite, const char* name, dim3 grid, dim3 block) {
  const int nx = static_cast<int>(grid.x * block.x), ny = static_cast<int>(grid.y * block.y);
  const std::size_t count =
      static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * grid.z * block.z;
  Buffer<int> visits(count);
  indices<<<grid, block>>>(visits.data(), nx, ny);
  suite.equal(name, visits.read(), std::vector<int>(count, 1));
}
void check_barriers(Suite& suite) {
  Buffer<int> out(500);
  barrier_reductions<<<1, 100>>>(out.data());
  std::vector<int> want(500, 0);
  for (std::size_t i = 0; i < 100; ++i) want[i] = 34, want[100 + i] = 1, want[300 + i] = 1;
  suite.equal("barriers with reduction", out.read(), want);

  Buffer<int> turned(64), left(128), mirrored(64), timed(32);
  ring<<<1, 64>>>(turned.data(), 5);
  std::vector<int> want_ring, want_left(128, 0), want_mirror;
  for (int i = 0; i < 64; ++i) {
    want_ring.push_back((i + 5) % 64);
    want_left[static_cast<std::size_t>(i)] = 42;
    const int other = i / 32 * 32 + 31 - i % 32;
    want_mirror.push_back(other * other);
  }
  suite.equal("barriers in a loop", turned.read(), want_ring);
  some_leave<<<1, 128>>>(left.data());
  suite.equal("barrier after some left", left.read(), want_left);
  by_warps<<<1, 64>>>(mirrored.data());
  suite.equal("syncwarp", mirrored.read(), want_mirror);
  clocks<<<1, 32>>>(timed.data());
  suite.equal("clocks", timed.read(), std::vector<int>(32, 1));
}
void check_sums(Suite& suite) {
  std::vector<int> in;
  int total = 0;
  for (int i = 0; i < 1000; ++i) in.push_back(i * 17 % 101 - 40);
  for (int v : in) total += v;
  std::vector<int> want(8, 0);
  for (std::size_t i = 0; i < 1000; ++i) want[i / 128] += in[i];
  Buffer<int> d_in(in), sums(8), partial(5), d_total(1);
  block_sums<<<8, 128>>>(sums.data(), d_in.data(), 1000);
  suite.equal("sums of blocks", sums.read(), want);
  last_block_sums<<<5, 64>>>(d_total.data(), partial.data(), d_in.data(), 1000);
  suite.equal("last block adds", d_total.read(), {total});
}
void check_waiting(Suite& suite) {
  Buffer<int> lock(1), value(1);
  locked<<<2, 40>>>(lock.data(), value.data());
  suite.equal("lock", value.read(), {80});
  Buffer<int> prefix(20), ready(20);
  chained<<<20, 32>>>(prefix.data(), ready.data());
  std::vector<int> want;
  for (int i = 1; i <= 20; ++i) want.push_back(i * (i + 1) / 2);
  suite.equal("chained blocks", prefix.read(), want);
}

int main() {
  Suite suite;
  check_shape(suite, "1-D grid", dim3(7), dim3(33));
  check_shape(suite, "2-D grid", dim3(3, 5), dim3(8, 4));
  check_shape(suite, "3-D grid", dim3(2, 3, 4), dim3(4, 3, 2));
  check_shape(suite, "one thread", dim3(1), dim3(1));
  check_shape(suite, "full block", dim3(2), dim3(1024));
  check_shape(suite, "flat block", dim3(1, 2), dim3(1, 64, 4));
  Buffer<float> data(777);
  grid_stride<<<3, 50>>>(data.data(), 777);
  std::vector<float> doubled;
  for (int i = 0; i < 777; ++i) doubled.push_back(2.0f * static_cast<float>(i));
  suite.equal("grid-stride loop", data.read(), doubled);
  check_barriers(suite);
  check_sums(suite);
  check_waiting(suite);
  return suite.finish();
}
