// SPDX-License-Identifier: MIT
//
// Labs on matrices, kernels of chapter 5: the transpose, and the product.

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
  struct,
  warpField,
  type Lab,
  type Parameter,
  type Wanted,
} from "./experiment.ts";

/** The parameters of a transpose, and what it must leave. */
function transposeOf(rows: number, cols: number): { parameters: Parameter[]; wanted: Wanted } {
  const count = rows * cols;
  return {
    parameters: [output("out", 4 * count), input("in", count), i32(rows), i32(cols)],
    wanted: { count, at: (i) => inputAt((i % rows) * cols + Math.floor(i / rows)) },
  };
}

export const naiveTranspose: Lab = {
  fields: [
    choiceField("side", "Down a column", [
      ["writes", "the writes"],
      ["reads", "the reads"],
    ]),
    choiceField(
      "width",
      "Threads of a block, x by y",
      [32, 4, 8, 16, 64].map((x) => [`${x}`, `${x} by ${256 / x}`]),
    ),
    numberField("rows", "Rows", [1, 200], 64),
    numberField("cols", "Columns", [1, 200], 96),
    warpField(8),
  ],
  experiment: (values) => {
    const [rows, cols] = [numberOf(values, "rows"), numberOf(values, "cols")];
    const { parameters, wanted } = transposeOf(rows, cols);
    const x = numberOf(values, "width");
    const writes = values["side"] === "writes";
    return experimentOf(
      {
        kernel: writes ? "transpose_strided_writes" : "transpose_strided_reads",
        symbol: writes
          ? "_Z24transpose_strided_writesPfPKfii"
          : "_Z23transpose_strided_readsPfPKfii",
        grid: writes ? blocksFor(cols, rows, x, 256 / x) : blocksFor(rows, cols, x, 256 / x),
        block: [x, 256 / x, 1],
        parameters,
        warp: numberOf(values, "warp"),
      },
      wanted,
    );
  },
};

const LAYOUTS: Record<string, { symbol: string; code: string }> = {
  plain: { symbol: "4RowsILi32ELi0EE", code: "Rows<32, 0>" },
  padded: { symbol: "4RowsILi32ELi1EE", code: "Rows<32, 1>" },
  swizzled: { symbol: "8SwizzledILi32EE", code: "Swizzled<32>" },
};

export const paddedTile: Lab = {
  fields: [
    choiceField("layout", "Rows of the tile", [
      ["plain", "32 floats, no padding"],
      ["padded", "33 floats, one of them unused"],
      ["swizzled", "32 floats, swizzled"],
    ]),
    choiceField("each", "Elements of a thread", [
      ["1", "1"],
      ["4", "4"],
    ]),
    numberField("rows", "Rows", [1, 200], 64),
    numberField("cols", "Columns", [1, 200], 96),
    warpField(32),
  ],
  experiment: (values) => {
    const { symbol, code } = LAYOUTS[String(values["layout"])]!;
    const [rows, cols] = [numberOf(values, "rows"), numberOf(values, "cols")];
    const { parameters, wanted } = transposeOf(rows, cols);
    const each = numberOf(values, "each");
    return experimentOf(
      {
        kernel: `transpose_tiled<${code}, ${each}>`,
        symbol: `_Z15transpose_tiledI${symbol}Li${each}EEvPfPKfii`,
        grid: blocksFor(cols, rows, 32, 32),
        block: [32, 32 / each, 1],
        parameters,
        warp: numberOf(values, "warp"),
      },
      wanted,
    );
  },
};

export const fillOrder: Lab = {
  fields: [
    choiceField("order", "The lanes of a warp fill the tile", [
      ["columns", "down a column"],
      ["rows", "along a row"],
    ]),
    choiceField("pad", "Rows of the tile", [
      ["0", "32 floats, no padding"],
      ["1", "33 floats, one of them unused"],
    ]),
    numberField("rows", "Rows", [1, 200], 64),
    numberField("cols", "Columns", [1, 200], 96),
    warpField(8),
  ],
  experiment: (values) => {
    const [rows, cols] = [numberOf(values, "rows"), numberOf(values, "cols")];
    const byRows = values["order"] === "rows";
    const pad = numberOf(values, "pad");
    return experimentOf(
      {
        kernel: `copy_through_tile<${byRows}, ${pad}>`,
        symbol: `_Z17copy_through_tileILb${Number(byRows)}ELi${pad}EEvPfPKfii`,
        grid: blocksFor(cols, rows, 32, 32),
        block: [32, 8, 1],
        parameters: [
          output("out", 4 * rows * cols),
          input("in", rows * cols),
          i32(rows),
          i32(cols),
        ],
        warp: numberOf(values, "warp"),
      },
      { count: rows * cols, at: inputAt },
    );
  },
};

export const vectorTile: Lab = {
  fields: [
    // A float4 cannot begin in the middle of a row of any other length.
    numberField("rows", "Rows, in fours", [1, 50], 32),
    numberField("cols", "Columns, in fours", [1, 50], 32),
    warpField(8),
  ],
  experiment: (values) => {
    const [rows, cols] = [4 * numberOf(values, "rows"), 4 * numberOf(values, "cols")];
    const { parameters, wanted } = transposeOf(rows, cols);
    return experimentOf(
      {
        kernel: "transpose_vectorised",
        symbol: "_Z20transpose_vectorisedPfPKfii",
        grid: blocksFor(rows, cols, 64, 64),
        block: [16, 16, 1],
        parameters,
        warp: numberOf(values, "warp"),
      },
      wanted,
    );
  },
};

/** Small whole numbers, so that each sum is exact in whatever order. */
const factorAt = (i: number) => ((i * 7919) % 9) - 4;

const PRODUCTS: Record<string, { kernel: string; side: number; block: [number, number, number] }> =
  {
    direct: { kernel: "multiply_direct", side: 32, block: [32, 32, 1] },
    tile: { kernel: "multiply_tile", side: 32, block: [32, 32, 1] },
    registers: { kernel: "multiply_registers", side: 128, block: [256, 1, 1] },
  };

export const matrixProduct: Lab = {
  fields: [
    choiceField("kernel", "Each block", [
      ["direct", "reads all from global memory"],
      ["tile", "shares tiles of 32 by 32"],
      ["registers", "shares tiles, with 8 by 8 outputs a thread"],
    ]),
    numberField("rows", "Rows of c", [1, 128], 64),
    numberField("cols", "Columns of c", [1, 128], 64),
    numberField("inner", "Inner dimension", [1, 64], 32),
    warpField(8),
  ],
  experiment: (values) => {
    const { kernel, side, block } = PRODUCTS[String(values["kernel"])]!;
    const [rows, cols] = [numberOf(values, "rows"), numberOf(values, "cols")];
    const inner = numberOf(values, "inner");
    const dot = (row: number, col: number) => {
      let sum = 0;
      for (let k = 0; k < inner; ++k) sum += factorAt(row * inner + k) * factorAt(k * cols + col);
      return sum;
    };
    return experimentOf(
      {
        kernel,
        symbol: `_Z${kernel.length}${kernel}PfPKfS1_5Shape`,
        grid: blocksFor(cols, rows, side, side),
        block,
        parameters: [
          output("c", 4 * rows * cols),
          input("a", rows * inner, factorAt),
          input("b", inner * cols, factorAt),
          struct("Shape", rows, cols, inner),
        ],
        warp: numberOf(values, "warp"),
      },
      { count: rows * cols, at: (i) => dot(Math.floor(i / cols), i % cols) },
    );
  },
};
