// expect: wrong-answer case=next
// SPDX-License-Identifier: MIT-0
// The piece behind the wait waits as well.
// [exercise]
/// True if piece `first` is certainly over before piece `second` begins. `waiter` and `recorded`
/// are in different streams, and recorded < waiter.
__host__ __device__ bool is_ordered(int first, int second, int recorded, int waiter) {
  if (first >= second) return false;
  if (first % 2 == second % 2) return true;  // one stream
  // By way of the event: first ... recorded in one stream, waiter ... second in the other.
  return first % 2 == recorded % 2 && first <= recorded && waiter < second;
}
// [/exercise]
