// expect: wrong-answer
// SPDX-License-Identifier: MIT-0
// Does not look at the segment before a short one.
// [exercise]
/// Bytes that each of `ranks` devices keeps of `parameters` parameters from step to step. Training
/// is in mixed precision with Adam: weights and gradients in half, master weights and two moments
/// in single precision. The first `shared` of these are divided among the devices, rounded up to a
/// whole number of elements; the others each device keeps in full: 0 nothing is divided, 1 moments
/// and master weights, 2 gradients as well, 3 weights as well.
__host__ __device__ long long state_bytes(long long parameters, int ranks, int shared) {
  const long long share = (parameters + ranks - 1) / ranks;
  const long long weights = 2 * (shared >= 3 ? share : parameters);
  const long long gradients = 2 * (shared >= 2 ? share : parameters);
  const long long optimiser = (4 + 8) * (shared >= 1 ? share : parameters);
  return weights + gradients + optimiser;
}

/// A chain of `layers` layers keeps the inputs of layers 0, every, 2 * every, ... only. On the way
/// back it takes the segments between them from last to first. For each it computes the inputs of
/// the segment's other layers again, uses them, and gives up all inputs of the segment. The most
/// inputs that are alive at once.
__host__ __device__ int most_alive(int layers, int every) {
  const int kept = (layers + every - 1) / every;
  const int last = layers - (kept - 1) * every;  // layers of the last segment
  const int in_last = kept + last - 1;
  // One segment earlier one kept input is gone, but the segment is a whole one.
  const int before = 0;
  return in_last > before ? in_last : before;
}

/// Shortest time of a step, in us, whose states lie with the host: `bytes_in` must cross the bus to
/// the device and `bytes_out` back, at `bytes_per_us` each way, both ways at once, and at best the
/// arithmetic, `compute_us`, hides behind the copies or the copies behind it. Parts of a
/// microsecond count as whole ones.
__host__ __device__ long long step_us(long long bytes_in, long long bytes_out,
                                      long long bytes_per_us, long long compute_us) {
  const long long most = bytes_in > bytes_out ? bytes_in : bytes_out;
  const long long copies = (most + bytes_per_us - 1) / bytes_per_us;
  return copies > compute_us ? copies : compute_us;
}
// [/exercise]
