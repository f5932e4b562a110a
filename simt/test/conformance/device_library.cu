// SPDX-License-Identifier: MIT
//
// Device-side printf, malloc and new; assert that holds. Output is compared by the test's script,
// which looks for the line "printed 3 -4 2.5 text x 000ff 1e+10".
#include <cassert>

#include "conformance.cuh"

using namespace conformance;

__global__ void print() {
  assert(threadIdx.x < 64);
  if (threadIdx.x == 33) {
    printf("printed a text alone\n");
    printf("printed %d %lld %.1f %s %c %05x %g\n", 3, -4ll, 2.5, "text", 'x', 255u, 1e10);
  }
}
struct Node {
  int value;
  Node* next;
};
/// A list in memory that the kernel itself allocates, used by the next kernel.
__device__ Node* lists[64];
__global__ void build_lists() {
  Node* head = nullptr;
  for (int i = 0; i < static_cast<int>(threadIdx.x) % 5; ++i) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    node->value = i + 1;
    node->next = head;
    head = node;
  }
  lists[threadIdx.x] = head;
}
__global__ void sum_lists(int* sums) {
  int sum = 0;
  for (Node* node = lists[threadIdx.x]; node != nullptr;) {
    sum += node->value;
    Node* next = node->next;
    free(node);
    node = next;
  }
  sums[threadIdx.x] = sum;
}
__global__ void with_new(int* out) {
  int* values = new int[4];
  for (int i = 0; i < 4; ++i) values[i] = static_cast<int>(threadIdx.x) + i;
  out[threadIdx.x] = values[0] + values[3];
  delete[] values;
}

int main() {
  Suite suite;
  print<<<1, 64>>>();
  must(cudaDeviceSynchronize(), "printf");
  Buffer<int> sums(64), news(32);
  build_lists<<<1, 64>>>();
  sum_lists<<<1, 64>>>(sums.data());
  std::vector<int> want, want_news;
  for (int i = 0; i < 64; ++i) want.push_back(i % 5 * (i % 5 + 1) / 2);
  suite.equal("lists on the device heap", sums.read(), want);
  with_new<<<1, 32>>>(news.data());
  for (int i = 0; i < 32; ++i) want_news.push_back(2 * i + 3);
  suite.equal("new and delete", news.read(), want_news);
  return suite.finish();
}
