// SPDX-License-Identifier: MIT
//
// Not to be compiled: the oldest name for waiting for the device.
// Since: 13.0

void wait() { cudaThreadSynchronize(); }
