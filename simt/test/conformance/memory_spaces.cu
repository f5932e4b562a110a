// SPDX-License-Identifier: MIT
//
// Constant, device, shared, dynamic shared, local and parameter memory; symbols; kinds of
// arguments.
#include "conformance.cuh"

using namespace conformance;

struct Table {
  float weights[5];
  int count;
};
__constant__ float coefficients[8];
__constant__ Table table;
__constant__ int fixed[4] = {10, 20, 30, 40};
__device__ int counters[3];
__device__ float scale = 2.5f;
__device__ double* pointer_on_device;
static __device__ unsigned long long hidden = 7;
namespace deep {
__device__ int nested[2] = {5, 6};
}

__global__ void read_constants(float* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = coefficients[i % 8] * table.weights[i % 5] + static_cast<float>(table.count) +
           static_cast<float>(fixed[i % 4]);
}
__global__ void use_variables() {
  atomicAdd(&counters[threadIdx.x % 3], 1 + static_cast<int>(hidden) + deep::nested[1]);
  if (blockIdx.x == 1 && threadIdx.x == 0) scale *= 2;
}
__global__ void write_through_pointer() { pointer_on_device[threadIdx.x] = threadIdx.x * 0.5; }

__global__ void reverse_static(int* data, int n) {
  __shared__ int tile[256];
  const int i = static_cast<int>(threadIdx.x);
  tile[i] = data[i];
  __syncthreads();
  data[i] = tile[n - 1 - i];
}
__global__ void reverse_dynamic(int* data, int n) {
  extern __shared__ int dynamic_tile[];
  const int i = static_cast<int>(threadIdx.x);
  dynamic_tile[i] = data[i];
  __syncthreads();
  data[i] = dynamic_tile[n - 1 - i];
}
/// Two arrays in one dynamic allocation, beside static ones.
__global__ void carve(float* out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  __shared__ float sums[2];
  auto* floats = reinterpret_cast<float*>(raw);
  auto* ints = reinterpret_cast<int*>(floats + n);
  const int i = static_cast<int>(threadIdx.x);
  floats[i] = static_cast<float>(i) * 0.5f;
  ints[i] = i * i;
  if (i < 2) sums[i] = 0;
  __syncthreads();
  atomicAdd(&sums[i % 2], floats[n - 1 - i] + static_cast<float>(ints[i]));
  __syncthreads();
  if (i < 2) out[i] = sums[i];
}
/// A padded tile: rows in, columns out.
__global__ void transpose_tile(int* out, const int* in) {
  __shared__ int tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <class T, int N>
__global__ void shared_of_type(T* out) {
  __shared__ T tile[N];
  const int i = static_cast<int>(threadIdx.x);
  tile[(i * 7) % N] = static_cast<T>(i);
  __syncthreads();
  out[i] = tile[i];
}
__device__ int sum_of(const int* values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  return sum;
}
/// One function reads shared, global and local memory through a plain pointer.
__global__ void generic_pointers(int* out, const int* global) {
  __shared__ int tile[8];
  int local[8];
  if (threadIdx.x < 8) tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  for (int i = 0; i < 8; ++i) local[i] = i * static_cast<int>(threadIdx.x);
  __syncthreads();
  const int* which = threadIdx.x % 3 == 0 ? tile : threadIdx.x % 3 == 1 ? global : local;
  out[threadIdx.x] = sum_of(which, 8);
}
struct Mixed {
  char c;
  double d;
  short s[3];
  const float* p;
  bool flag;
};
struct One {
  int only;
};
struct Empty {};
enum class Choice : short { kNone = -3, kSome = 9 };
__global__ void arguments(double* out, bool flag, char c, unsigned char u, short s, int i,
                          long long l, float f, double d, Mixed m, One one, Empty, Choice choice,
                          const float* p) {
  out[0] = flag ? 1 : 0, out[1] = c, out[2] = u, out[3] = s, out[4] = i;
  out[5] = static_cast<double>(l), out[6] = f, out[7] = d, out[8] = m.c, out[9] = m.d;
  out[10] = m.s[0] + m.s[2], out[11] = m.p[1], out[12] = m.flag ? 1 : 0, out[13] = one.only;
  out[14] = static_cast<int>(choice), out[15] = p[0];
}
extern "C" __global__ void unmangled(int* out, short narrow, One one) {
  out[0] = narrow + one.only;
}
__global__ void volatile_and_restrict(int* __restrict__ out, volatile int* flags,
                                      const int* __restrict__ in) {
  flags[threadIdx.x] = in[threadIdx.x];
  flags[threadIdx.x] += 1;
  out[threadIdx.x] = flags[threadIdx.x] + __ldg(&in[threadIdx.x]) + __ldcg(&in[0]);
}

void check_symbols(Suite& suite) {
  const float c[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const Table t = {{0.5f, 1, 1.5f, 2, 2.5f}, 3};
  must(cudaMemcpyToSymbol(coefficients, c, sizeof c), "coefficients");
  must(cudaMemcpyToSymbol(table, &t, sizeof t), "table");
  must(cudaMemcpyToSymbol(coefficients, &c[7], sizeof(float), 2 * sizeof(float)),
       "one coefficient");
  Buffer<float> d_out(40);
  read_constants<<<1, 40>>>(d_out.data());
  std::vector<float> want;
  for (int i = 0; i < 40; ++i) {
    const float k = i % 8 == 2 ? 8.0f : c[i % 8];
    want.push_back(k * t.weights[i % 5] + 3 + static_cast<float>(10 * (i % 4 + 1)));
  }
  suite.equal("constants", d_out.read(), want);

  use_variables<<<2, 30>>>();
  int counts[3] = {};
  float scaled = 0;
  must(cudaMemcpyFromSymbol(counts, counters, sizeof counts), "counters");
  must(cudaMemcpyFromSymbol(&scaled, scale, sizeof scaled), "scale");
  suite.equal("device variables", std::vector<int>(counts, counts + 3), {280, 280, 280});
  suite.is_true("initialised device variable", scaled == 5.0f);

  Buffer<double> target(4);
  double* address = target.data();
  must(cudaMemcpyToSymbol(pointer_on_device, &address, sizeof address), "pointer");
  write_through_pointer<<<1, 4>>>();
  suite.equal("pointer in a device variable", target.read(), {0.0, 0.5, 1.0, 1.5});

  void* where = nullptr;
  std::size_t bytes = 0;
  must(cudaGetSymbolAddress(&where, deep::nested), "address");
  must(cudaGetSymbolSize(&bytes, deep::nested), "size");
  int second = 0;
  must(cudaMemcpy(&second, static_cast<int*>(where) + 1, sizeof second, cudaMemcpyDeviceToHost),
       "copy by address");
  suite.is_true("symbol address and size", bytes == 8 && second == 6);
}

void check_shared(Suite& suite) {
  std::vector<int> up(200), down;
  for (int i = 0; i < 200; ++i) up[static_cast<std::size_t>(i)] = 3 * i;
  for (int i = 199; i >= 0; --i) down.push_back(3 * i);
  Buffer<int> a(up), b(up);
  reverse_static<<<1, 200>>>(a.data(), 200);
  reverse_dynamic<<<1, 200, 200 * sizeof(int)>>>(b.data(), 200);
  suite.equal("static shared memory", a.read(), down);
  suite.equal("dynamic shared memory", b.read(), down);

  Buffer<float> sums(2);
  carve<<<1, 64, 64 * (sizeof(float) + sizeof(int))>>>(sums.data(), 64);
  float even = 0, odd = 0;
  for (int i = 0; i < 64; ++i) {
    (i % 2 == 0 ? even : odd) += static_cast<float>(63 - i) * 0.5f + static_cast<float>(i * i);
  }
  suite.equal("carved dynamic shared memory", sums.read(), {even, odd});

  std::vector<int> square, turned;
  for (int i = 0; i < 256; ++i) square.push_back(i);
  for (int i = 0; i < 256; ++i) turned.push_back(i % 16 * 16 + i / 16);
  Buffer<int> d_square(square), d_turned(256);
  transpose_tile<<<1, dim3(16, 16)>>>(d_turned.data(), d_square.data());
  suite.equal("padded tile", d_turned.read(), turned);
}
template <class T>
void check_shared_type(Suite& suite, const char* name) {
  Buffer<T> out(64);
  shared_of_type<T, 64><<<1, 64>>>(out.data());
  std::vector<T> want(64);
  for (int i = 0; i < 64; ++i) want[static_cast<std::size_t>(i * 7 % 64)] = static_cast<T>(i);
  suite.equal(name, out.read(), want);
}
void check_generic(Suite& suite) {
  Buffer<int> d_out(33), d_in(std::vector<int>{1, 1, 2, 3, 5, 8, 13, 21});
  generic_pointers<<<1, 33>>>(d_out.data(), d_in.data());
  std::vector<int> want;
  for (int i = 0; i < 33; ++i) want.push_back(i % 3 == 0 ? 28 : i % 3 == 1 ? 54 : 28 * i);
  suite.equal("generic pointers", d_out.read(), want);

  Buffer<int> out(4), flags(4), in(std::vector<int>{5, 6, 7, 8});
  volatile_and_restrict<<<1, 4>>>(out.data(), flags.data(), in.data());
  suite.equal("volatile, restrict, hints", out.read(), {16, 18, 20, 22});
}
void check_arguments(Suite& suite) {
  Buffer<double> out(16);
  Buffer<float> floats(std::vector<float>{1.25f, -8.5f});
  const Mixed mixed_fields{'x', 1e300, {-1, 0, 300}, floats.data(), true};
  arguments<<<1, 1>>>(out.data(), true, static_cast<char>(-5), static_cast<unsigned char>(200),
                      static_cast<short>(-30000), -7, 1ll << 50, 0.1f, 0.1, mixed_fields, One{77},
                      Empty{}, Choice::kNone, floats.data());
  suite.equal("kinds of arguments", out.read(),
              {1, -5, 200, -30000, -7, 1125899906842624.0, static_cast<double>(0.1f), 0.1, 120,
               1e300, 299, -8.5, 1, 77, -3, 1.25});
  Buffer<int> plain(1);
  unmangled<<<1, 1>>>(plain.data(), static_cast<short>(-9), One{4});
  suite.equal("extern \"C\" kernel", plain.read(), {-5});
  short narrow = -100;
  One one{1};
  int* address = plain.data();
  void* pointers[] = {&address, &narrow, &one};
  must(cudaLaunchKernel(reinterpret_cast<const void*>(unmangled), dim3(1), dim3(1), pointers, 0,
                        nullptr),
       "cudaLaunchKernel");
  suite.equal("cudaLaunchKernel", plain.read(), {-99});
}

/// A bit for each space that the pointer is said to lie in.
__device__ unsigned spaces_of(const void* p) {
  return __isGlobal(p) | __isShared(p) << 1 | __isLocal(p) << 2 | __isConstant(p) << 3;
}
__global__ void ask_for_spaces(unsigned* out, int i) {
  __shared__ int shared[4];
  extern __shared__ int dynamic[];
  int local[4] = {i, i, i, i};
  shared[i] = local[i];
  out[0] = spaces_of(out);
  out[1] = spaces_of(counters);
  out[2] = spaces_of(shared + i);
  out[3] = spaces_of(dynamic + i);
  out[4] = spaces_of(local + i);
  out[5] = spaces_of(fixed + i);
  const auto* same =
      static_cast<const int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(shared + i)));
  out[6] = static_cast<unsigned>(*same);
}
void check_spaces(Suite& suite) {
  Buffer<unsigned> out(7);
  ask_for_spaces<<<1, 1, 64>>>(out.data(), 3);
  suite.equal("which space a pointer leads to", out.read(), {1, 1, 2, 2, 4, 8, 3});
}

int main() {
  Suite suite;
  check_spaces(suite);
  check_symbols(suite);
  check_shared(suite);
  check_shared_type<unsigned char>(suite, "shared unsigned char");
  check_shared_type<short>(suite, "shared short");
  check_shared_type<float>(suite, "shared float");
  check_shared_type<double>(suite, "shared double");
  check_shared_type<long long>(suite, "shared long long");
  check_generic(suite);
  check_arguments(suite);
  return suite.finish();
}
