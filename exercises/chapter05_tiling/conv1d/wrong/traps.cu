// expect: trap|not-written
// SPDX-License-Identifier: MIT-0
// Ends the kernel before anybody can look.
// [exercise]
__global__ void conv1d(float*, const float*, int) { __trap(); }
// [/exercise]
