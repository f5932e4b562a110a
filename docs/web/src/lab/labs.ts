// SPDX-License-Identifier: MIT
//
// The labs: for each the fields that a reader may change, the launch that follows from them, and an
// independent check of the result. Kernels are those of the chapter's program; titles and sources
// stand in ../../labs.json, which the page's build reads as well.

import type { Buffer, LaunchPlan } from "../run/executor.ts";

export interface NumberField {
  kind: "number";
  name: string;
  label: string;
  min: number;
  max: number;
  initial: number;
}
export interface ChoiceField {
  kind: "choice";
  name: string;
  label: string;
  choices: [value: string, label: string][];
  initial: string;
}
export type Field = NumberField | ChoiceField;

/** What the reader set, by field name; numbers are whole and in range. */
export type Values = Record<string, number | string>;

export interface Experiment {
  /** The launch with its data; the buffers are new each time. */
  plan: () => LaunchPlan;
  /** Compares the buffers with what plain TypeScript computes: the first wrong element, or null. */
  check: (buffers: Record<string, Uint8Array>) => string | null;
  /** How many elements `check` looks at. */
  checked: number;
  /** What the launch looks like in CUDA. */
  call: string;
}

export interface Lab {
  fields: Field[];
  experiment: (values: Values) => Experiment;
}

const BLOCK = 256;

/** Element i of every input: small numbers that differ from their neighbours, exact as floats. */
const inputAt = (i: number) => ((i * 7919) % 8191) - 4096;

/** A buffer of such numbers. */
function inputOf(count: number): Buffer {
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; ++i) numbers[i] = inputAt(i);
  return { name: "in", bytes: numbers.byteLength, data: new Uint8Array(numbers.buffer) };
}

const floatsOf = (bytes: Uint8Array) => new Float32Array(bytes.buffer, bytes.byteOffset);

/** The first element of `got` that is not `want(i)`, in words. */
export function firstWrong(
  name: string,
  got: ArrayLike<number>,
  count: number,
  want: (i: number) => number,
): string | null {
  for (let i = 0; i < count; ++i) {
    const value = got[i];
    if (value !== want(i)) return `${name}[${i}] is ${value}, but should be ${want(i)}`;
  }
  return null;
}

const numberOf = (values: Values, name: string) => Number(values[name]);

/** A copy of n floats from in[source(i)], for the kernels of chapter 3. */
function copy(
  kernel: string,
  symbol: string,
  n: number,
  parameter: number,
  source: (i: number) => number,
): Experiment {
  const blocks = Math.ceil(n / BLOCK);
  return {
    plan: () => ({
      symbol,
      grid: [blocks, 1, 1],
      block: [BLOCK, 1, 1],
      buffers: [{ name: "out", bytes: 4 * n }, inputOf(source(n - 1) + 1)],
      arguments: [{ buffer: "out" }, { buffer: "in" }, { u64: n }, { i32: parameter }],
      followed: { block: 0, warp: 0 },
    }),
    check: (buffers) => {
      return firstWrong("out", floatsOf(buffers["out"]!), n, (i) => inputAt(source(i)));
    },
    checked: n,
    call: `${kernel}<<<${blocks}, ${BLOCK}>>>(out, in, ${n}, ${parameter})`,
  };
}

const SIZE: NumberField = {
  kind: "number",
  name: "n",
  label: "Elements n",
  min: 1,
  max: 65536,
  initial: 10007,
};

const stridedCopy: Lab = {
  fields: [{ kind: "number", name: "stride", label: "Stride", min: 1, max: 40, initial: 2 }, SIZE],
  experiment: (values) => {
    const stride = numberOf(values, "stride");
    return copy("strided_copy", "_Z12strided_copyPfPKfmi", numberOf(values, "n"), stride, (i) => {
      return i * stride;
    });
  },
};

const offsetCopy: Lab = {
  fields: [
    { kind: "number", name: "offset", label: "Offset in floats", min: 0, max: 40, initial: 1 },
    SIZE,
  ],
  experiment: (values) => {
    const offset = numberOf(values, "offset");
    return copy("offset_copy", "_Z11offset_copyPfPKfmi", numberOf(values, "n"), offset, (i) => {
      return i + offset;
    });
  },
};

const TABLE_ELEMENTS = 1024;
const WIDTHS: Record<string, { bytes: number; letter: string }> = {
  unsigned: { bytes: 4, letter: "j" },
  uint2: { bytes: 8, letter: "5uint2" },
  uint4: { bytes: 16, letter: "5uint4" },
};

const bankConflict: Lab = {
  fields: [
    {
      kind: "choice",
      name: "type",
      label: "Element",
      choices: [
        ["unsigned", "unsigned, 4 bytes"],
        ["uint2", "uint2, 8 bytes"],
        ["uint4", "uint4, 16 bytes"],
      ],
      initial: "unsigned",
    },
    { kind: "number", name: "stride", label: "Stride in elements", min: 0, max: 40, initial: 2 },
    {
      kind: "number",
      name: "sharing",
      label: "Neighbouring lanes with one element",
      min: 1,
      max: 32,
      initial: 1,
    },
  ],
  experiment: (values) => {
    const type = String(values["type"]);
    const { bytes, letter } = WIDTHS[type]!;
    const stride = numberOf(values, "stride");
    const sharing = numberOf(values, "sharing");
    // One read: it ends at the byte offset of the next element, plus what the rest of it holds.
    const rest = bytes === 16 ? 6 : bytes === 8 ? 1 : 0;
    const want = (lane: number) => {
      const element = (Math.floor(lane / sharing) * stride) % TABLE_ELEMENTS;
      return ((element + 1) % TABLE_ELEMENTS) * bytes + element * rest;
    };
    return {
      plan: () => ({
        symbol: `_Z12strided_readI${letter}Li1EEvPjPxi5Lanes`,
        grid: [1, 1, 1],
        block: [32, 1, 1],
        buffers: [
          { name: "ends", bytes: 4 * 32 },
          { name: "cycles", bytes: 8 },
        ],
        arguments: [
          { buffer: "ends" },
          { buffer: "cycles" },
          { i32: 1 },
          { u32s: [stride, sharing] },
        ],
        followed: { block: 0, warp: 0 },
      }),
      check: (buffers) => {
        const ends = new Uint32Array(buffers["ends"]!.buffer);
        return firstWrong("ends", ends, 32, want);
      },
      checked: 32,
      call: `strided_read<${type}, 1><<<1, 32>>>(ends, cycles, 1, Lanes{${stride}, ${sharing}})`,
    };
  },
};

const LAYOUTS: Record<string, { symbol: string; code: string }> = {
  plain: { symbol: "4RowsILi32ELi0EE", code: "Rows<32, 0>" },
  padded: { symbol: "4RowsILi32ELi1EE", code: "Rows<32, 1>" },
  swizzled: { symbol: "8SwizzledILi32EE", code: "Swizzled<32>" },
};

const paddedTile: Lab = {
  fields: [
    {
      kind: "choice",
      name: "layout",
      label: "Rows of the tile",
      choices: [
        ["plain", "32 floats, no padding"],
        ["padded", "33 floats, one of them unused"],
        ["swizzled", "32 floats, swizzled"],
      ],
      initial: "plain",
    },
    { kind: "number", name: "rows", label: "Rows", min: 1, max: 200, initial: 64 },
    { kind: "number", name: "cols", label: "Columns", min: 1, max: 200, initial: 96 },
    { kind: "number", name: "warp", label: "Warp to watch", min: 0, max: 31, initial: 0 },
  ],
  experiment: (values) => {
    const { symbol, code } = LAYOUTS[String(values["layout"])]!;
    const rows = numberOf(values, "rows");
    const cols = numberOf(values, "cols");
    const count = rows * cols;
    const grid: [number, number, number] = [Math.ceil(cols / 32), Math.ceil(rows / 32), 1];
    return {
      plan: () => ({
        symbol: `_Z15transpose_tiledI${symbol}Li1EEvPfPKfii`,
        grid,
        block: [32, 32, 1],
        buffers: [{ name: "out", bytes: 4 * count }, inputOf(count)],
        arguments: [{ buffer: "out" }, { buffer: "in" }, { i32: rows }, { i32: cols }],
        followed: { block: 0, warp: numberOf(values, "warp") },
      }),
      check: (buffers) =>
        firstWrong("out", floatsOf(buffers["out"]!), count, (i) => {
          return inputAt((i % rows) * cols + Math.floor(i / rows));
        }),
      checked: count,
      call: `transpose_tiled<${code}, 1><<<dim3(${grid[0]}, ${grid[1]}), dim3(32, 32)>>>(out, in, ${rows}, ${cols})`,
    };
  },
};

/** By the name that a page uses. */
export const LABS: Record<string, Lab> = {
  "strided-copy": stridedCopy,
  "offset-copy": offsetCopy,
  "bank-conflict": bankConflict,
  "padded-tile": paddedTile,
};
