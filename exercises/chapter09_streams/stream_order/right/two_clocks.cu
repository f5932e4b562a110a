// SPDX-License-Identifier: MIT-0
// By what each stream knows of the other.
// [exercise]
__host__ __device__ int known_of_other(int piece, int recorded, int waiter) {
  const bool waits = piece % 2 == waiter % 2 && piece >= waiter;
  return waits ? recorded : -1;  // the last piece of the other stream that is surely over
}
__host__ __device__ bool is_ordered(int first, int second, int recorded, int waiter) {
  const bool same = (first + second) % 2 == 0;
  return same ? first < second : first <= known_of_other(second, recorded, waiter);
}
// [/exercise]
