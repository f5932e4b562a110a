// SPDX-License-Identifier: MIT
//
// The values with which the labs are tried.

import type { Values } from "../src/lab/labs.ts";

/** For each lab sets of values far from what it begins with; with that, every choice is among them. */
export const CHOSEN: Record<string, Values[]> = {
  "grid-stride": [
    { blocks: 3, threads: "32", n: 4099, warp: 0 },
    { blocks: 1, threads: "128", n: 60, warp: 1 },
    { blocks: 16, threads: "256", n: 65536, warp: 0 },
    { blocks: 5, threads: "512", n: 1, warp: 0 },
  ],
  "strided-copy": [
    { stride: 3, n: 4099 },
    { stride: 40, n: 1 },
  ],
  "offset-copy": [
    { offset: 7, n: 2050 },
    { offset: 32, n: 70 },
  ],
  "lane-order": [
    { step: 0, flip: 5, n: 70 },
    { step: 6, flip: 31, n: 4099 },
  ],
  "block-shape": [
    { along: "columns", width: "16", rows: 33, cols: 65, warp: 3 },
    { along: "columns", width: "256", rows: 200, cols: 7, warp: 7 },
    { along: "columns", width: "2", rows: 256, cols: 256, warp: 1 },
    { along: "rows", width: "1", rows: 31, cols: 129, warp: 0 },
    { along: "rows", width: "4", rows: 50, cols: 64, warp: 2 },
    { along: "rows", width: "8", rows: 1, cols: 255, warp: 0 },
    { along: "rows", width: "64", rows: 9, cols: 100, warp: 1 },
    { along: "rows", width: "128", rows: 77, cols: 13, warp: 4 },
  ],
  "own-run": [
    { share: "own1", n: 255, warp: 7 },
    { share: "own2", n: 4099, warp: 1 },
    { share: "own8", n: 2047, warp: 0 },
    { share: "own16", n: 10001, warp: 2 },
    { share: "block4", n: 1025, warp: 0 },
    { share: "block8", n: 8191, warp: 6 },
    { share: "block16", n: 65536, warp: 3 },
    { share: "vector", n: 39, warp: 0 },
  ],
  "copy-width": [
    { width: "float", first: 5, n: 300 },
    { width: "float2", first: 6, n: 2051 },
    { width: "float4", first: 12, n: 4099 },
    { width: "four", first: 3, n: 5000 },
  ],
  records: [
    { layout: "aos", fields: 4, n: 65536 },
    { layout: "soa", fields: 3, n: 4099 },
    { layout: "aosoa", fields: 3, n: 999 },
    { layout: "aligned", fields: 2, n: 31 },
    { layout: "shared", fields: 4, n: 259 },
  ],
  "strided-store": [
    { type: "signed char", stride: 32, n: 4099 },
    { type: "float", stride: 8, n: 33 },
  ],
  "bank-conflict": [
    { type: "uint4", stride: 12, sharing: 3 },
    { type: "uint2", stride: 33, sharing: 1 },
  ],
  "tile-pitch": [
    { tile: "padded", turns: 2, warp: 31 },
    { tile: "by4", turns: 1, warp: 7 },
    { tile: "swizzled", turns: 3, warp: 1 },
    { tile: "by8", turns: 4, warp: 16 },
  ],
  "chunk-swizzle": [
    { layout: "plain", chunks: "4", warp: 3 },
    { layout: "padded", chunks: "4", warp: 0 },
    { layout: "swizzled", chunks: "8", warp: 7 },
  ],
  "tile-ways": [
    { ways: "1", n: 1023, warp: 7 },
    { ways: "2", n: 1, warp: 0 },
    { ways: "4", n: 4099, warp: 1 },
    { ways: "16", n: 2048, warp: 2 },
    { ways: "32", n: 65536, warp: 5 },
  ],
  "naive-transpose": [
    { side: "reads", width: "4", rows: 200, cols: 7, warp: 1 },
    { side: "writes", width: "8", rows: 33, cols: 65, warp: 7 },
    { side: "reads", width: "16", rows: 64, cols: 128, warp: 0 },
    { side: "writes", width: "64", rows: 1, cols: 199, warp: 2 },
  ],
  "padded-tile": [
    { layout: "swizzled", each: "1", rows: 33, cols: 65, warp: 5 },
    { layout: "padded", each: "4", rows: 200, cols: 7, warp: 7 },
  ],
  "fill-order": [
    { order: "columns", pad: "1", rows: 33, cols: 65, warp: 3 },
    { order: "rows", pad: "0", rows: 200, cols: 7, warp: 7 },
    { order: "rows", pad: "1", rows: 1, cols: 129, warp: 0 },
  ],
  "vector-tile": [
    { rows: 1, cols: 50, warp: 0 },
    { rows: 33, cols: 17, warp: 7 },
  ],
  "filter-halo": [
    { way: "direct", n: 300, warp: 1 },
    { way: "window", n: 4099, warp: 2 },
    { way: "both", n: 9001, warp: 7 },
    { way: "tile", n: 5, warp: 0 },
  ],
  "stencil-loads": [
    { way: "tile", rows: 33, cols: 17, warp: 1 },
    { way: "sweep", rows: 9, cols: 64, warp: 1 },
    { way: "first", rows: 50, cols: 1, warp: 0 },
    { way: "direct", rows: 1, cols: 9, warp: 0 },
  ],
  "matrix-product": [
    { kernel: "direct", rows: 33, cols: 65, inner: 17, warp: 5 },
    { kernel: "tile", rows: 5, cols: 100, inner: 33, warp: 1 },
    { kernel: "registers", rows: 128, cols: 71, inner: 41, warp: 7 },
  ],
  "sum-tree": [
    { tree: "Divergent", n: 1000, warp: 1 },
    { tree: "Sequential", n: 65536, warp: 7 },
    { tree: "Shuffle", n: 257, warp: 0 },
  ],
  "row-sums": [
    { way: "thread", columns: "1024", rows: 33, warp: 1 },
    { way: "warp", columns: "512", rows: 7, warp: 6 },
    { way: "vectors", columns: "1024", rows: 64, warp: 3 },
  ],
};
