// SPDX-License-Identifier: MIT
//
// cuda::atomic and cuda::atomic_ref: counters, flags with release and acquire, compare and swap.
#include <cuda/atomic>

#include "conformance.cuh"

using namespace conformance;

__global__ void count(int* plain, unsigned long long* wide, int* low) {
  cuda::atomic_ref<int, cuda::thread_scope_device> counter(*plain);
  counter.fetch_add(2, cuda::memory_order_relaxed);
  ++counter;
  cuda::atomic_ref<unsigned long long> bits(*wide);
  bits.fetch_or(1ull << (threadIdx.x % 40));
  cuda::atomic_ref<int> least(*low);
  least.fetch_min(static_cast<int>(threadIdx.x) - 7);
}
/// Block 0 writes and releases; the others acquire and read.
__global__ void publish(int* data, int* flag, int* seen) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    seen[blockIdx.x] = *data;
  }
}
__global__ void maximum(float* out, const float* in) {
  cuda::atomic_ref<float, cuda::thread_scope_block> best(*out);
  float old = best.load(cuda::memory_order_relaxed);
  while (old < in[threadIdx.x] && !best.compare_exchange_weak(old, in[threadIdx.x])) {
  }
}
__global__ void shared_total(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> total;
  if (threadIdx.x == 0) total.store(0);
  __syncthreads();
  total.fetch_add(static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) *out = total.load();
}

int main() {
  Suite suite;
  Buffer<int> plain(1), low(1), data(1), flag(1), seen(4), total(1);
  Buffer<unsigned long long> wide(1);
  count<<<2, 50>>>(plain.data(), wide.data(), low.data());
  suite.is_true("fetch_add and ++", plain.read()[0] == 300);
  suite.is_true("fetch_or", wide.read()[0] == (1ull << 40) - 1);
  suite.is_true("fetch_min", low.read()[0] == -7);
  publish<<<4, 1>>>(data.data(), flag.data(), seen.data());
  suite.equal("release and acquire", seen.read(), {0, 42, 42, 42});
  std::vector<float> in;
  for (int i = 0; i < 64; ++i) in.push_back(static_cast<float>((i * 37) % 64));
  Buffer<float> d_in(in), best(1);
  maximum<<<1, 64>>>(best.data(), d_in.data());
  suite.equal("maximum by compare and swap", best.read(), {63.0f});
  shared_total<<<1, 128>>>(total.data());
  suite.is_true("atomic in shared memory", total.read()[0] == 127 * 64);
  return suite.finish();
}
