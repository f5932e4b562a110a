// SPDX-License-Identifier: MIT
//
// Barriers, fences, clocks, traps. clang binds the names of the block barriers to its NVIDIA
// builtins, so here they must be macros.
#pragma once

#include "simt/imports.h"

#define __syncthreads() __simt_barrier()
#define __syncthreads_count(predicate) __simt_barrier_reduce(0, (predicate) != 0)
#define __syncthreads_and(predicate) __simt_barrier_reduce(1, (predicate) != 0)
#define __syncthreads_or(predicate) __simt_barrier_reduce(2, (predicate) != 0)
#define __syncwarp(...) __simt_syncwarp(__simt_mask_or_all(__VA_ARGS__))
#define __threadfence_block() __simt_fence(0)
#define __threadfence() __simt_fence(1)
#define __threadfence_system() __simt_fence(2)

// Barriers with a number, for some of a block's warps: a kernel that uses one is refused by its
// name. cuda::barrier can do the same.
extern "C" __device__ void __barrier_sync(unsigned id);
extern "C" __device__ void __barrier_sync_count(unsigned id, unsigned threads);

__SIMT_DEVICE__ unsigned __simt_mask_or_all(unsigned mask = 0xffffffffu) { return mask; }

// A clock of executed instructions. It orders and counts; it is not time.
__SIMT_DEVICE__ long long clock64() { return __simt_clock64(); }
__SIMT_DEVICE__ long clock() { return long(__simt_clock64()); }
__SIMT_DEVICE__ void __nanosleep(unsigned ns) { __simt_nanosleep(ns); }
__SIMT_DEVICE__ void __trap() { __simt_trap(); }
__SIMT_DEVICE__ void __brkpt() {}
