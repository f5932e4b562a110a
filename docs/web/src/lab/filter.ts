// SPDX-License-Identifier: MIT
//
// The lab on the filter of chapter 5: seventeen reads for each output, and ways to save them.

import {
  blocksFor,
  choiceField,
  experimentOf,
  floats,
  input,
  inputAt,
  numberOf,
  output,
  SIZE,
  u64,
  warpField,
  type Lab,
  type Parameter,
} from "./experiment.ts";

const RADIUS = 8;
const TAPS = 2 * RADIUS + 1;
const BLOCK = 256;

/** Whole numbers, all different, so that each sum is exact and no weight can stand for another. */
const weightAt = (k: number) => k - 3;

interface Way {
  kernel: string;
  symbol: string;
  /** Outputs of a block. */
  outputs: number;
  /** Of conv_direct, which would take its weights from global memory as well. */
  weights?: Parameter;
}

const NO_WEIGHTS: Parameter = { text: "nullptr", argument: { u64: 0 } };

const WAYS: Record<string, Way> = {
  direct: {
    kernel: "conv_direct<true>",
    symbol: "_Z11conv_directILb1EEvPfPKfS2_x",
    outputs: BLOCK,
    weights: NO_WEIGHTS,
  },
  tile: { kernel: "conv_tile", symbol: "_Z9conv_tilePfPKfx", outputs: BLOCK },
  window: { kernel: "conv_window", symbol: "_Z11conv_windowPfPKfx", outputs: 4 * BLOCK },
  both: { kernel: "conv_tile_window", symbol: "_Z16conv_tile_windowPfPKfx", outputs: 8 * BLOCK },
};

/** What the filter makes of the n inputs, which are 0 outside. */
function filtered(i: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < TAPS; ++k) {
    const j = i + k - RADIUS;
    if (j >= 0 && j < n) sum += weightAt(k) * inputAt(j);
  }
  return sum;
}

export const filterHalo: Lab = {
  fields: [
    choiceField("way", "Each output takes its inputs from", [
      ["tile", "a tile with a halo"],
      ["direct", "global memory"],
      ["window", "a window in registers, filled from global memory"],
      ["both", "a window in registers, filled from a tile"],
    ]),
    SIZE,
    warpField(BLOCK / 32),
  ],
  experiment: (values) => {
    const { kernel, symbol, outputs, weights } = WAYS[String(values["way"])]!;
    const n = numberOf(values, "n");
    const grid = blocksFor(n, 1, outputs, 1);
    return experimentOf(
      {
        kernel,
        symbol,
        grid,
        block: [BLOCK, 1, 1],
        parameters: [
          output("out", 4 * n),
          input("in", n),
          ...(weights === undefined ? [] : [weights]),
          u64(n),
        ],
        warp: numberOf(values, "warp"),
        // The first block has the end of the array in its halo.
        watched: Math.min(1, grid[0] - 1),
        variables: [{ symbol: "c_weights", data: floats(TAPS, weightAt) }],
      },
      { count: n, at: (i) => filtered(i, n) },
    );
  },
};
