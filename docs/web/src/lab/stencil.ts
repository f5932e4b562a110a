// SPDX-License-Identifier: MIT
//
// The lab on the stencil of chapter 5: five elements for each output, and who loads them.

import {
  blocksFor,
  choiceField,
  experimentOf,
  i32,
  input,
  inputAt,
  numberField,
  numberOf,
  output,
  warpField,
  type Dimensions,
  type Lab,
} from "./experiment.ts";

const CENTRE = 0.5;
const BESIDE = 0.125;

interface Way {
  kernel: string;
  symbol: string;
  block: Dimensions;
  /** Columns and rows of outputs of a block. */
  outputs: [cols: number, rows: number];
}

const WAYS: Record<string, Way> = {
  direct: {
    kernel: "stencil_direct",
    symbol: "_Z14stencil_directPfPKfii",
    block: [32, 16, 1],
    outputs: [32, 16],
  },
  tile: {
    kernel: "stencil_tile",
    symbol: "_Z12stencil_tilePfPKfii",
    block: [32, 16, 1],
    outputs: [32, 16],
  },
  sweep: {
    kernel: "stencil_sweep<8, 4>",
    symbol: "_Z13stencil_sweepILi8ELi4EEvPfPKfii",
    block: [256, 1, 1],
    outputs: [1024, 4],
  },
  first: {
    kernel: "stencil_loads_first<8, 4>",
    symbol: "_Z19stencil_loads_firstILi8ELi4EEvPfPKfii",
    block: [256, 1, 1],
    outputs: [1024, 4],
  },
};

export const stencilLoads: Lab = {
  fields: [
    choiceField("way", "An output's neighbours come from", [
      ["direct", "global memory"],
      ["tile", "a tile with a ring"],
      ["sweep", "registers, as the thread walks down"],
      ["first", "registers, with all loads first"],
    ]),
    numberField("rows", "Rows", [1, 100], 40),
    // A float4 cannot begin in the middle of a row of any other length.
    numberField("cols", "Columns, in fours", [1, 64], 24),
    warpField(8),
  ],
  experiment: (values) => {
    const { kernel, symbol, block, outputs } = WAYS[String(values["way"])]!;
    const [rows, cols] = [numberOf(values, "rows"), 4 * numberOf(values, "cols")];
    const element = (row: number, col: number) =>
      row >= 0 && row < rows && col >= 0 && col < cols ? inputAt(row * cols + col) : 0;
    const smoothed = (row: number, col: number) =>
      CENTRE * element(row, col) +
      BESIDE *
        (element(row - 1, col) +
          element(row + 1, col) +
          element(row, col - 1) +
          element(row, col + 1));
    return experimentOf(
      {
        kernel,
        symbol,
        grid: blocksFor(cols, rows, ...outputs),
        block,
        parameters: [
          output("out", 4 * rows * cols),
          input("in", rows * cols),
          i32(rows),
          i32(cols),
        ],
        warp: numberOf(values, "warp"),
      },
      { count: rows * cols, at: (i) => smoothed(Math.floor(i / cols), i % cols) },
    );
  },
};
