// SPDX-License-Identifier: MIT
//
// Labs on sums, kernels of chapters 8 and 11: a tree in a block, and rows of a matrix.

import {
  blocksFor,
  choiceField,
  experimentOf,
  input,
  inputAt,
  numberField,
  numberOf,
  output,
  SIZE,
  u64,
  warpField,
  type Lab,
} from "./experiment.ts";

const THREADS = 256;

/** The sum of `count` inputs from `first` on. */
function sumOf(first: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; ++i) sum += inputAt(first + i);
  return sum;
}

export const sumTree: Lab = {
  fields: [
    choiceField("tree", "In each step", [
      ["Conflicts", "neighbouring threads add what lies apart"],
      ["Divergent", "threads further and further apart add"],
      ["Sequential", "the first half adds the second half"],
      ["Shuffle", "lanes pass registers"],
    ]),
    SIZE,
    warpField(THREADS / 32),
  ],
  experiment: (values) => {
    const tree = String(values["tree"]);
    const n = numberOf(values, "n");
    const blocks = Math.ceil(n / THREADS);
    return experimentOf(
      {
        kernel: `sum_blocks<${tree}>`,
        symbol: `_Z10sum_blocksI${tree.length}${tree}fEvPT0_PKS1_m`,
        grid: [blocks, 1, 1],
        block: [THREADS, 1, 1],
        parameters: [output("sums", 4 * blocks), input("in", n), u64(n)],
        warp: numberOf(values, "warp"),
      },
      {
        count: blocks,
        at: (block) => sumOf(THREADS * block, Math.min(THREADS, n - THREADS * block)),
      },
    );
  },
};

/** Ways to share the rows out, and how many of them a block takes. */
const WAYS: Record<string, { kernel: string; rows: number }> = {
  thread: { kernel: "few_blocks", rows: THREADS },
  warp: { kernel: "warp_rows", rows: THREADS / 32 },
  vectors: { kernel: "warp_vectors", rows: THREADS / 32 },
};

export const rowSums: Lab = {
  fields: [
    choiceField("way", "Each row has", [
      ["thread", "a thread"],
      ["warp", "a warp"],
      ["vectors", "a warp that loads float4"],
    ]),
    // 512 must divide them, for the last of the ways.
    choiceField("columns", "Columns", [
      ["512", "512"],
      ["1024", "1024"],
    ]),
    numberField("rows", "Rows", [1, 64], 40),
    warpField(THREADS / 32),
  ],
  experiment: (values) => {
    const { kernel, rows: each } = WAYS[String(values["way"])]!;
    const [rows, columns] = [numberOf(values, "rows"), numberOf(values, "columns")];
    return experimentOf(
      {
        kernel,
        symbol: `_Z${kernel.length}${kernel}Pf6Matrix`,
        grid: blocksFor(rows, 1, each, 1),
        block: [THREADS, 1, 1],
        parameters: [
          output("sums", 4 * rows),
          {
            ...input("in", rows * columns),
            text: `Matrix{in, ${rows}, ${columns}}`,
            argument: { pointer: "in", u32s: [rows, columns] },
          },
        ],
        warp: numberOf(values, "warp"),
      },
      { count: rows, at: (row) => sumOf(row * columns, columns) },
    );
  },
};
