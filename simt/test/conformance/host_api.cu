// SPDX-License-Identifier: MIT
//
// The host API: memory of every kind, copies, streams, events, callbacks, graphs, attributes,
// occupancy, and errors as CUDA defines them.
#include <numeric>
#include <string>

#include "conformance.cuh"

using namespace conformance;

__global__ void add(int* data, int n, int value) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) data[i] += value;
}
__global__ void pitched(float* data, std::size_t pitch, int width, int height) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
  if (x < width && y < height) {
    float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(data) +
                                          static_cast<std::size_t>(y) * pitch);
    row[x] = static_cast<float>(100 * y + x);
  }
}
__global__ void large_shared(int* out) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x * 100] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = buffer[(threadIdx.x ^ 1u) * 100];
}
__global__ void small_shared(int* out) {
  __shared__ int tile[1000];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

std::vector<int> counting(int n, int start = 0) {
  std::vector<int> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), start);
  return values;
}

void check_memory(Suite& suite) {
  const std::vector<int> in = counting(300), moved = counting(300, 5);
  int* managed = nullptr;
  must(cudaMallocManaged(&managed, 300 * sizeof(int)), "managed");
  std::copy(in.begin(), in.end(), managed);
  add<<<2, 256>>>(managed, 300, 5);
  must(cudaDeviceSynchronize(), "synchronize");
  suite.equal("managed memory", std::vector<int>(managed, managed + 300), moved);

  int* pinned = nullptr;
  int* mapped = nullptr;
  must(cudaHostAlloc(reinterpret_cast<void**>(&pinned), 300 * sizeof(int), cudaHostAllocMapped),
       "pinned");
  std::copy(in.begin(), in.end(), pinned);
  must(cudaHostGetDevicePointer(reinterpret_cast<void**>(&mapped), pinned, 0), "mapped");
  add<<<2, 256>>>(mapped, 300, 5);
  must(cudaDeviceSynchronize(), "synchronize");
  suite.equal("mapped memory", std::vector<int>(pinned, pinned + 300), moved);

  std::vector<int> own = in;
  must(cudaHostRegister(own.data(), 300 * sizeof(int), cudaHostRegisterMapped), "register");
  must(cudaHostGetDevicePointer(reinterpret_cast<void**>(&mapped), own.data(), 0), "registered");
  add<<<2, 256>>>(mapped, 300, 5);
  must(cudaDeviceSynchronize(), "synchronize");
  must(cudaHostUnregister(own.data()), "unregister");
  suite.equal("registered memory", own, moved);

  Buffer<int> a(in), b(300);
  must(cudaMemcpy(b.data(), a.data(), 300 * sizeof(int), cudaMemcpyDeviceToDevice),
       "device to device");
  suite.equal("device to device", b.read(), in);
  must(cudaMemset(b.data(), 0x01, 100 * sizeof(int)), "memset");
  suite.is_true("memset sets bytes", b.read()[99] == 0x01010101 && b.read()[100] == 100);
  must(cudaMemcpy(pinned, managed, 300 * sizeof(int), cudaMemcpyDefault), "default direction");
  suite.equal("default direction", std::vector<int>(pinned, pinned + 300), moved);

  cudaPointerAttributes attributes;
  must(cudaPointerGetAttributes(&attributes, managed), "attributes");
  suite.is_true("managed pointer", attributes.type == cudaMemoryTypeManaged);
  must(cudaPointerGetAttributes(&attributes, a.data()), "attributes");
  suite.is_true("device pointer", attributes.type == cudaMemoryTypeDevice);
  must(cudaPointerGetAttributes(&attributes, pinned), "attributes");
  suite.is_true("pinned pointer", attributes.type == cudaMemoryTypeHost);
  must(cudaFree(managed), "free");
  must(cudaFreeHost(pinned), "free host");
  must(cudaFree(nullptr), "free null");
}

void check_pitched(Suite& suite) {
  float* data = nullptr;
  std::size_t pitch = 0;
  must(cudaMallocPitch(reinterpret_cast<void**>(&data), &pitch, 30 * sizeof(float), 7), "pitch");
  suite.is_true("pitch is wide enough", pitch >= 30 * sizeof(float) && pitch % 16 == 0);
  pitched<<<7, 32>>>(data, pitch, 30, 7);
  std::vector<float> got(210), want;
  must(cudaMemcpy2D(got.data(), 30 * sizeof(float), data, pitch, 30 * sizeof(float), 7,
                    cudaMemcpyDeviceToHost),
       "copy 2-D");
  for (int i = 0; i < 210; ++i) want.push_back(static_cast<float>(100 * (i / 30) + i % 30));
  suite.equal("pitched rows", got, want);
  must(cudaMemset2D(data, pitch, 0, 10 * sizeof(float), 7), "memset 2-D");
  must(cudaMemcpy2D(got.data(), 30 * sizeof(float), data, pitch, 30 * sizeof(float), 7,
                    cudaMemcpyDeviceToHost),
       "copy 2-D");
  suite.is_true("memset 2-D", got[9] == 0 && got[10] == 10 && got[209] == 629);
  must(cudaFree(data), "free");
}

void check_streams(Suite& suite) {
  cudaStream_t first, second;
  cudaEvent_t ready;
  must(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking), "stream");
  must(cudaStreamCreate(&second), "stream");
  must(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming), "event");
  suite.is_true("event that was never recorded is complete", cudaEventQuery(ready) == cudaSuccess);
  Buffer<int> data(1000);
  must(cudaDeviceSynchronize(), "synchronize");
  for (int i = 0; i < 10; ++i) add<<<4, 256, 0, first>>>(data.data(), 1000, i);
  must(cudaEventRecord(ready, first), "record");
  must(cudaStreamWaitEvent(second, ready, 0), "wait");
  add<<<4, 256, 0, second>>>(data.data(), 1000, 100);
  int* pinned = nullptr;
  must(cudaMallocHost(reinterpret_cast<void**>(&pinned), 1000 * sizeof(int)), "pinned");
  must(cudaMemcpyAsync(pinned, data.data(), 1000 * sizeof(int), cudaMemcpyDeviceToHost, second),
       "copy");
  int calls = 0;
  must(cudaLaunchHostFunc(
           second, [](void* p) { ++*static_cast<int*>(p); }, &calls),
       "host function");
  must(cudaStreamSynchronize(second), "synchronize");
  suite.equal("streams joined by an event", std::vector<int>(pinned, pinned + 1000),
              std::vector<int>(1000, 145));
  suite.is_true("host function ran once", calls == 1);
  suite.is_true("stream is idle", cudaStreamQuery(second) == cudaSuccess);

  cudaEvent_t start, stop;
  must(cudaEventCreate(&start), "event");
  must(cudaEventCreate(&stop), "event");
  must(cudaEventRecord(start, nullptr), "record");
  add<<<4, 256>>>(data.data(), 1000, 1);
  must(cudaEventRecord(stop, nullptr), "record");
  must(cudaEventSynchronize(stop), "synchronize");
  float ms = -1;
  must(cudaEventElapsedTime(&ms, start, stop), "elapsed");
  suite.is_true("elapsed time is not negative", ms >= 0);
  for (cudaEvent_t event : {ready, start, stop}) must(cudaEventDestroy(event), "destroy");
  for (cudaStream_t stream : {first, second}) must(cudaStreamDestroy(stream), "destroy");
  must(cudaFreeHost(pinned), "free");
}

void check_graph(Suite& suite) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  Buffer<int> data(100);
  must(cudaStreamCreate(&stream), "stream");
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
  for (int i = 1; i <= 3; ++i) add<<<1, 128, 0, stream>>>(data.data(), 100, i);
  must(cudaMemsetAsync(data.data(), 0, 10 * sizeof(int), stream), "memset");
  must(cudaStreamEndCapture(stream, &graph), "end");
  must(cudaGraphInstantiate(&exec, graph, 0), "instantiate");
  suite.equal("capture does nothing", data.read(), std::vector<int>(100, 0));
  for (int i = 0; i < 4; ++i) must(cudaGraphLaunch(exec, stream), "launch");
  must(cudaStreamSynchronize(stream), "synchronize");
  suite.is_true("graph launched four times", data.read()[10] == 24 && data.read()[9] == 0);
  must(cudaGraphExecDestroy(exec), "destroy");
  must(cudaGraphDestroy(graph), "destroy");
  must(cudaStreamDestroy(stream), "destroy");

  int* pooled = nullptr;
  must(cudaMallocAsync(reinterpret_cast<void**>(&pooled), 400, nullptr), "malloc async");
  must(cudaMemsetAsync(pooled, 0, 400, nullptr), "memset");
  add<<<1, 128>>>(pooled, 100, 7);
  int last = 0;
  must(cudaMemcpy(&last, pooled + 99, sizeof last, cudaMemcpyDeviceToHost), "copy");
  must(cudaFreeAsync(pooled, nullptr), "free async");
  suite.is_true("stream-ordered allocation", last == 7);
}

void check_device(Suite& suite) {
  int count = 0, device = -1, value = 0;
  must(cudaGetDeviceCount(&count), "count");
  must(cudaGetDevice(&device), "device");
  cudaDeviceProp properties;
  must(cudaGetDeviceProperties(&properties, device), "properties");
  suite.is_true("a device", count >= 1 && device == 0 && std::string(properties.name) != "");
  suite.is_true("a warp has 32 threads", properties.warpSize == 32);
  must(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device), "attribute");
  suite.is_true("attribute and property agree", value == properties.multiProcessorCount);
  must(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
       "attribute");
  suite.is_true("shared memory by opt-in",
                static_cast<std::size_t>(value) == properties.sharedMemPerBlockOptin);
  suite.is_true("no such device", cudaSetDevice(count) == cudaErrorInvalidDevice);
  cudaGetLastError();
  std::size_t free = 0, total = 0;
  must(cudaMemGetInfo(&free, &total), "memory");
  suite.is_true("memory", free > 0 && free <= total);

  int blocks = 0, grid = 0, block = 0;
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_shared, 1024, 0), "occupancy");
  suite.is_true("occupancy by threads", blocks == properties.maxThreadsPerMultiProcessor / 1024);
  must(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add), "potential");
  suite.is_true("potential block size",
                block % 32 == 0 && block <= 1024 && grid >= properties.multiProcessorCount);
  cudaFuncAttributes attributes;
  must(cudaFuncGetAttributes(&attributes, small_shared), "attributes");
  suite.is_true("static shared memory", attributes.sharedSizeBytes == 4000);
}

/// What a launch that cannot be is answered with; another answer is told.
void expect(Suite& suite, const char* name, cudaError_t got, cudaError_t want) {
  if (got != want) std::printf("%s: %s\n", name, cudaGetErrorName(got));
  suite.is_true(name, got == want);
}

void check_errors(Suite& suite) {
  Buffer<int> data(128);
  suite.is_true("name",
                std::string(cudaGetErrorName(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
  suite.is_true("text",
                std::string(cudaGetErrorString(cudaErrorInvalidValue)) == "invalid argument");
  suite.is_true("no error yet", cudaGetLastError() == cudaSuccess);
  add<<<1, 1025>>>(data.data(), 100, 1);
  expect(suite, "peek keeps", cudaPeekAtLastError(), cudaErrorInvalidValue);
  expect(suite, "too many threads", cudaGetLastError(), cudaErrorInvalidValue);
  expect(suite, "read errors are gone", cudaGetLastError(), cudaSuccess);
  add<<<0, 32>>>(data.data(), 100, 1);
  expect(suite, "empty grid", cudaGetLastError(), cudaErrorInvalidValue);
  add<<<1, dim3(1, 1, 65)>>>(data.data(), 100, 1);
  expect(suite, "block too deep", cudaGetLastError(), cudaErrorInvalidValue);

  const int bytes = 60 * 1024;
  large_shared<<<1, 128, bytes>>>(data.data());
  suite.is_true("shared memory without opt-in", cudaGetLastError() == cudaErrorInvalidValue);
  must(cudaFuncSetAttribute(large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       "opt in");
  large_shared<<<1, 128, bytes>>>(data.data());
  must(cudaGetLastError(), "launch with opt-in");
  suite.is_true("shared memory with opt-in", data.read()[7] == 6);
  suite.is_true("too much to opt in",
                cudaFuncSetAttribute(large_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     1 << 20) == cudaErrorInvalidValue);
  cudaGetLastError();

  int host = 0;
  suite.is_true("null copy",
                cudaMemcpy(nullptr, &host, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  cudaGetLastError();
  void* huge = nullptr;
  suite.is_true("out of memory",
                cudaMalloc(&huge, std::size_t{1} << 50) == cudaErrorMemoryAllocation);
  suite.is_true("out of memory is remembered", cudaGetLastError() == cudaErrorMemoryAllocation);
  must(cudaDeviceSynchronize(), "still usable");
}

int main() {
  Suite suite;
  check_memory(suite);
  check_pitched(suite);
  check_streams(suite);
  check_graph(suite);
  check_device(suite);
  check_errors(suite);
  return suite.finish();
}
