// expect: output-limit|not-written|wrong-answer
// SPDX-License-Identifier: MIT-0
// Prints until something breaks.
// [exercise]
__global__ void conv1d(float*, const float*, int) {
  for (int k = 0; k < 100000; ++k) printf("accepted accepted accepted accepted accepted\n");
}
// [/exercise]
