// SPDX-License-Identifier: MIT
//
// Labs on who takes what, kernels of chapter 3: shapes of blocks, runs of elements, records.

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
  SIZE,
  u64,
  warpField,
  type Lab,
} from "./experiment.ts";

const THREADS = 256;

export const blockShape: Lab = {
  fields: [
    choiceField("along", "threadIdx.x runs", [
      ["rows", "along a row"],
      ["columns", "down a column"],
    ]),
    choiceField(
      "width",
      "Threads of a block, x by y",
      [32, 1, 2, 4, 8, 16, 64, 128, 256].map((x) => [`${x}`, `${x} by ${THREADS / x}`]),
    ),
    numberField("rows", "Rows", [1, 256], 64),
    numberField("cols", "Columns", [1, 256], 256),
    warpField(THREADS / 32),
  ],
  experiment: (values) => {
    const [rows, cols] = [numberOf(values, "rows"), numberOf(values, "cols")];
    const x = numberOf(values, "width");
    const y = THREADS / x;
    const byRows = values["along"] === "rows";
    return experimentOf(
      {
        kernel: byRows ? "copy_rows" : "copy_columns",
        symbol: byRows ? "_Z9copy_rowsPfPKfii" : "_Z12copy_columnsPfPKfii",
        grid: byRows ? blocksFor(cols, rows, x, y) : blocksFor(rows, cols, x, y),
        block: [x, y, 1],
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

/** Ways to give a thread several elements; `each` of them. */
interface Share {
  kernel: string;
  symbol: string;
  each: number;
}

const shareOf = (each: number, own: boolean): Share => ({
  kernel: `copy_runs<${each}, ${own}>`,
  symbol: `_Z9copy_runsILi${each}ELb${own ? 1 : 0}EEvPfPKfm`,
  each,
});

const SHARES: Record<string, Share> = {
  ...Object.fromEntries([1, 2, 4, 8, 16].map((each) => [`own${each}`, shareOf(each, true)])),
  ...Object.fromEntries([4, 8, 16].map((each) => [`block${each}`, shareOf(each, false)])),
  vector: { kernel: "copy_vectors", symbol: "_Z12copy_vectorsPfPKfm", each: 4 },
};

export const ownRun: Lab = {
  fields: [
    choiceField("share", "Each thread takes", [
      ["own4", "a run of 4"],
      ["own1", "1 element"],
      ["own2", "a run of 2"],
      ["own8", "a run of 8"],
      ["own16", "a run of 16"],
      ["block4", "4 elements, a block apart"],
      ["block8", "8 elements, a block apart"],
      ["block16", "16 elements, a block apart"],
      ["vector", "a run of 4 as one float4"],
    ]),
    SIZE,
    warpField(THREADS / 32),
  ],
  experiment: (values) => {
    const { kernel, symbol, each } = SHARES[String(values["share"])]!;
    const n = numberOf(values, "n");
    return experimentOf(
      {
        kernel,
        symbol,
        grid: blocksFor(n, 1, each * THREADS, 1),
        block: [THREADS, 1, 1],
        parameters: [output("out", 4 * n), input("in", n), u64(n)],
        warp: numberOf(values, "warp"),
      },
      { count: n, at: inputAt },
    );
  },
};

/** Field `field` of particle i: the same in all layouts. */
const fieldAt = (i: number, field: number) => inputAt(4 * i + field);

interface Layout {
  kernel: string;
  /** What float `place` of the data holds: a field of a particle of n. */
  at: (place: number, n: number) => number;
}

const inRecords = (place: number) => fieldAt(Math.floor(place / 4), place % 4);

const LAYOUTS: Record<string, Layout> = {
  aos: { kernel: "sum_aos", at: inRecords },
  aligned: { kernel: "sum_aligned", at: inRecords },
  soa: { kernel: "sum_soa", at: (place, n) => fieldAt(place % n, Math.floor(place / n)) },
  aosoa: {
    kernel: "sum_aosoa",
    at: (place) => {
      const group = Math.floor(place / 128);
      return fieldAt(32 * group + (place % 32), Math.floor((place % 128) / 32));
    },
  },
  shared: { kernel: "sum_through_shared", at: inRecords },
};

export const records: Lab = {
  fields: [
    choiceField("layout", "Particles lie as", [
      ["aos", "an array of structs"],
      ["soa", "one array for each field"],
      ["aosoa", "groups of 32"],
      ["aligned", "structs aligned to 16 bytes"],
      ["shared", "structs, taken through shared memory"],
    ]),
    numberField("fields", "Fields used", [1, 4], 1),
    SIZE,
  ],
  experiment: (values) => {
    const { kernel, at } = LAYOUTS[String(values["layout"])]!;
    const [fields, n] = [numberOf(values, "fields"), numberOf(values, "n")];
    const room = 4 * Math.ceil(n / 32) * 32;
    return experimentOf(
      {
        kernel: `${kernel}<${fields}>`,
        symbol: `_Z${kernel.length}${kernel}ILi${fields}EEvPfPKfm`,
        grid: blocksFor(n, 1, THREADS, 1),
        block: [THREADS, 1, 1],
        parameters: [output("out", 4 * n), input("data", room, (place) => at(place, n)), u64(n)],
      },
      {
        count: n,
        at: (i) => {
          let sum = 0;
          for (let field = 0; field < fields; ++field) sum += fieldAt(i, field);
          return sum;
        },
      },
    );
  },
};
