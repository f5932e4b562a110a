// SPDX-License-Identifier: MIT-0
// One stream for each kind of work, and events between them.
// [exercise]
/// A buffer, and what has happened to it.
struct Slot {
  float* data = nullptr;
  cudaEvent_t arrived, computed, empty;
};

/// out[i] = 3 * in[i] + 1 for i in [0, n), in about the time that the copies of one direction take.
/// Both arrays are pageable. When the function returns, all results are there, and all that was
/// made is given back.
void scale_all(float* out, const float* in, int n) {
  float* source = const_cast<float*>(in);
  const std::size_t size = sizeof(float) * n;
  if (n > 0) {
    CUDA_CHECK(cudaHostRegister(source, size, cudaHostRegisterDefault));
    CUDA_CHECK(cudaHostRegister(out, size, cudaHostRegisterDefault));
  }
  cudaStream_t up, work, down;
  for (cudaStream_t* stream : {&up, &work, &down}) CUDA_CHECK(cudaStreamCreate(stream));
  constexpr int kSlots = 3;
  Slot slots[kSlots];
  for (Slot& slot : slots) {
    CUDA_CHECK(cudaMalloc(&slot.data, sizeof(float) * kChunk));
    for (cudaEvent_t* event : {&slot.arrived, &slot.computed, &slot.empty}) {
      CUDA_CHECK(cudaEventCreate(event));
    }
  }
  for (int chunk = 0; chunk < (n + kChunk - 1) / kChunk; ++chunk) {
    Slot& slot = slots[chunk % kSlots];
    const int first = chunk * kChunk;
    const int count = std::min(kChunk, n - first);
    CUDA_CHECK(cudaStreamWaitEvent(up, slot.empty));
    CUDA_CHECK(cudaMemcpyAsync(slot.data, source + first, sizeof(float) * count,
                               cudaMemcpyHostToDevice, up));
    CUDA_CHECK(cudaEventRecord(slot.arrived, up));
    CUDA_CHECK(cudaStreamWaitEvent(work, slot.arrived));
    scale<<<(count + kBlock - 1) / kBlock, kBlock, 0, work>>>(slot.data, slot.data, count);
    CUDA_CHECK(cudaEventRecord(slot.computed, work));
    CUDA_CHECK(cudaStreamWaitEvent(down, slot.computed));
    CUDA_CHECK(cudaMemcpyAsync(out + first, slot.data, sizeof(float) * count,
                               cudaMemcpyDeviceToHost, down));
    CUDA_CHECK(cudaEventRecord(slot.empty, down));
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  for (Slot& slot : slots) {
    CUDA_CHECK(cudaFree(slot.data));
    for (cudaEvent_t event : {slot.arrived, slot.computed, slot.empty}) {
      CUDA_CHECK(cudaEventDestroy(event));
    }
  }
  for (cudaStream_t stream : {up, work, down}) CUDA_CHECK(cudaStreamDestroy(stream));
  if (n > 0) {
    CUDA_CHECK(cudaHostUnregister(source));
    CUDA_CHECK(cudaHostUnregister(out));
  }
}
// [/exercise]
