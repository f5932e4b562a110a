// SPDX-License-Identifier: MIT
//
// Not to be compiled: a property that CUDA 13 took out of its struct.
// Since: 13.0

int clock_khz(const cudaDeviceProp& properties) { return properties.clockRate; }
