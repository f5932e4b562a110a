// SPDX-License-Identifier: MIT-0
// Case by case.
// [exercise]
__host__ __device__ long long up(long long a, long long b) { return (a + b - 1) / b; }

__host__ __device__ long long state_bytes(long long parameters, int ranks, int shared) {
  const long long share = up(parameters, ranks);
  switch (shared) {
    case 0:
      return 16 * parameters;
    case 1:
      return 4 * parameters + 12 * share;
    case 2:
      return 2 * parameters + 14 * share;
    default:
      return 16 * share;
  }
}

__host__ __device__ int most_alive(int layers, int every) {
  if (layers <= every) return layers;
  const int whole = layers / every;
  const int rest = layers % every;
  // The last whole segment, with the short one behind it done; or the short one, if it is not less.
  const int at_whole = whole + every - 1;
  const int at_rest = rest > 0 ? whole + rest : 0;
  return at_whole > at_rest ? at_whole : at_rest;
}

__host__ __device__ long long step_us(long long bytes_in, long long bytes_out,
                                      long long bytes_per_us, long long compute_us) {
  const long long in = up(bytes_in, bytes_per_us);
  const long long out = up(bytes_out, bytes_per_us);
  if (compute_us >= in && compute_us >= out) return compute_us;
  return in >= out ? in : out;
}
// [/exercise]
