// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Reads half of a row.
// [exercise]
/// best[r][0] >= ... >= best[r][kBest - 1] are the kBest largest of the kColumns values of row r;
/// a value that stands there twice counts twice. Warp w of the grid works on row w.
__global__ void top4(int* best, const int* values, int rows) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;                                 // the whole warp
  int mine[kBest] = {INT_MIN, INT_MIN, INT_MIN, INT_MIN};  // of this lane, the largest first
  for (int k = lane; k < kColumns / 2; k += 32) {
    int value = values[row * kColumns + k];
    for (int place = 0; place < kBest; ++place) {
      const int other = mine[place];
      mine[place] = max(other, value);
      value = min(other, value);  // the smaller one goes on down
    }
  }
  for (int place = 0; place < kBest; ++place) {
    int largest = mine[0];
    for (int distance = 16; distance > 0; distance /= 2) {
      largest = max(largest, __shfl_xor_sync(0xFFFFFFFFu, largest, distance));
    }
    const unsigned holders = __ballot_sync(0xFFFFFFFFu, mine[0] == largest);
    if (lane == __ffs(holders) - 1) {  // one of those who have it
      for (int k = 0; k + 1 < kBest; ++k) mine[k] = mine[k + 1];
      mine[kBest - 1] = INT_MIN;
      best[row * kBest + place] = largest;
    }
  }
}
// [/exercise]
