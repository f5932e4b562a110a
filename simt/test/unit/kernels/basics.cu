// SPDX-License-Identifier: MIT
// Kernels of the engine's unit tests: memory spaces, calls, parameters.
#include <cuda_runtime.h>
#include <stdio.h>

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduce(const float* in, float* out, int n) {
  extern __shared__ float partial[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) partial[t] += partial[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < n && y + j < n) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < n && y + j < n) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

extern "C" __global__ void diverge(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int v = in[i];
  if (v < 0) {
    out[i] = -1;
    return;
  }
  int sum = 0;
  for (int k = 0; k < 100; k++) {
    if ((v + k) % 7 == 3) continue;
    if (k > v % 50) break;
    switch ((k + i) & 3) {
      case 0:
        sum += k;
        break;
      case 1:
        sum ^= v;
        break;
      case 2:
        sum -= 3;  // and on
      default:
        sum += 1;
    }
  }
  out[i] = sum;
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
extern "C" __global__ void recurse(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__device__ __noinline__ int endless(int n) { return n == -1 ? 0 : endless(n + 1) ^ endless(n + 2); }
extern "C" __global__ void recurse_forever(int* out) { out[threadIdx.x] = endless(threadIdx.x); }

struct Shape {
  __device__ virtual int area(int x) const { return x; }
};
struct Square : Shape {
  __device__ int area(int x) const override { return x * x; }
};
struct Double : Shape {
  __device__ int area(int x) const override { return 2 * x; }
};
extern "C" __global__ void virtual_calls(int* out) {
  Shape plain;
  Square square;
  Double twice;
  const Shape* shapes[3] = {&plain, &square, &twice};
  out[threadIdx.x] = shapes[threadIdx.x % 3]->area(threadIdx.x);
}

struct Affine {
  float a, b;
  int k;
  __device__ float operator()(int i) const { return a * i + b + k; }
};
template <class F>
__global__ void apply(F f, float* out, bool flag, signed char small, double wide,
                      unsigned short half) {
  out[threadIdx.x] = f(threadIdx.x) + (flag ? 1000 : 0) + small + float(wide) + half;
}
template __global__ void apply<Affine>(Affine, float*, bool, signed char, double, unsigned short);

struct Single {
  float value;
};
struct Empty {};
extern "C" __global__ void odd_parameters(float* out, Single single, Empty, int last) {
  out[threadIdx.x] = single.value + last;
}

extern "C" __global__ void local_array(int* out, int n) {
  int a[40];
  const int i = threadIdx.x;
  for (int k = 0; k < 40; k++) a[(k * 7 + i) % 40] = k + i;
  int sum = 0;
  for (int k = 0; k < n; k++) sum = sum * 3 + a[(i * k) % 40];
  out[i] = sum;
}

__constant__ int weights[3] = {2, 3, 5};
__device__ int counter = 7;
__device__ const int table[4] = {3, 1, 4, 1};
__device__ int* pointer_table[2] = {&counter, nullptr};
extern "C" __global__ void variables(int* out) {
  const int i = threadIdx.x;
  atomicAdd(pointer_table[0], table[i & 3]);
  out[i] = weights[i % 3];
}

extern "C" __global__ void vectors(float4* out, const float4* in, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float4 v = in[i];
  v.x *= 2;
  v.w -= 1;
  out[i] = make_float4(v.x, v.y, v.z, v.w);
}

extern "C" __global__ void narrow(unsigned char* out, const short* in, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned char>(in[i] * 3);
}

extern "C" __global__ void out_of_bounds(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
extern "C" __global__ void read_at(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" __global__ void misaligned(int* out, const char* in) {
  out[threadIdx.x] = *reinterpret_cast<const int*>(in + threadIdx.x * 4 + 1);
}
extern "C" __global__ void write_constant(int* out) {
  const_cast<int*>(weights)[threadIdx.x % 3] = 1;
  out[threadIdx.x] = 0;
}

extern "C" __global__ void print_lines() {
  if (threadIdx.x % 16 == 3)
    printf("thread %d: %5.2f %s %c %llu%%\n", threadIdx.x, 1.5f, "text", 'x', 1ull << 40);
}

extern "C" __global__ void print_sizes(int width, int precision) {
  printf("[%*d|%-*d|%.*f|%.*s|%05d|%3c]\n", width, 7, width, 7, precision, 2.5, precision, "abc",
         42, 'x');
}

extern "C" __global__ void print_wide() {
  if (threadIdx.x == 0) printf("%700d|\n", 1);
  if (threadIdx.x == 1) printf("%2000000000d\n", 1);
  if (threadIdx.x == 2) printf("%.99999999999999999999d\n", 1);
}

extern "C" __global__ void heap(int* out) {
  int* block = static_cast<int*>(malloc(64));
  block[threadIdx.x % 16] = threadIdx.x;
  out[threadIdx.x] = block[threadIdx.x % 16];
  free(block);
}

extern "C" __global__ void divide_by_zero(int* out, int zero, float large) {
  out[0] = 7 / zero;
  out[1] = 7 % zero;
  out[2] = static_cast<int>(7u / static_cast<unsigned>(zero));
  out[3] = static_cast<int>(large);
}

struct Pair {
  int first, second;
};
extern "C" __global__ void change_parameter(int* out, Pair pair) {
  Pair* own = &pair;
  own->first += threadIdx.x;
  if (threadIdx.x % 2 == 0) own->second = -1;
  out[threadIdx.x] = pair.first * 1000 + pair.second;
}
