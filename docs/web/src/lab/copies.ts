// SPDX-License-Identifier: MIT
//
// Labs on copies of an array, kernels of chapter 3: where the lanes of a warp read, and how much.

import {
  blocksFor,
  changed,
  choiceField,
  experimentOf,
  f32,
  floats,
  i32,
  input,
  inputAt,
  numberField,
  numberOf,
  output,
  SIZE,
  u64,
  warpField,
  type Experiment,
  type Lab,
  type Parameter,
} from "./experiment.ts";

const BLOCK = 256;

/** A copy of out[i] from in[source(i)] by a kernel of one element a thread. */
interface Copy {
  kernel: string;
  symbol: string;
  n: number;
  /** Elements of the input. */
  reach: number;
  /** What the kernel takes beside both arrays and n. */
  rest: Parameter[];
  source: (i: number) => number;
}

function copyOf({ kernel, symbol, n, reach, rest, source }: Copy): Experiment {
  return experimentOf(
    {
      kernel,
      symbol,
      grid: blocksFor(n, 1, BLOCK, 1),
      block: [BLOCK, 1, 1],
      parameters: [output("out", 4 * n), input("in", reach), u64(n), ...rest],
    },
    { count: n, at: (i) => inputAt(source(i)) },
  );
}

export const stridedCopy: Lab = {
  fields: [numberField("stride", "Stride", [1, 40], 2), SIZE],
  experiment: (values) => {
    const [n, stride] = [numberOf(values, "n"), numberOf(values, "stride")];
    return copyOf({
      kernel: "strided_copy",
      symbol: "_Z12strided_copyPfPKfmi",
      n,
      reach: (n - 1) * stride + 1,
      rest: [i32(stride)],
      source: (i) => i * stride,
    });
  },
};

export const offsetCopy: Lab = {
  fields: [numberField("offset", "Offset in floats", [0, 40], 1), SIZE],
  experiment: (values) => {
    const [n, offset] = [numberOf(values, "n"), numberOf(values, "offset")];
    return copyOf({
      kernel: "offset_copy",
      symbol: "_Z11offset_copyPfPKfmi",
      n,
      reach: n + offset,
      rest: [i32(offset)],
      source: (i) => i + offset,
    });
  },
};

export const laneOrder: Lab = {
  fields: [
    numberField("step", "Places from lane to lane", [0, 31], 13),
    numberField("flip", "XOR of the place", [0, 31], 21),
    SIZE,
  ],
  experiment: (values) => {
    const [step, flip] = [numberOf(values, "step"), numberOf(values, "flip")];
    const n = numberOf(values, "n");
    return copyOf({
      kernel: "permuted_copy",
      symbol: "_Z13permuted_copyPfPKfmjj",
      n,
      // The last warp may read beyond n, in the 32 floats that are its own.
      reach: Math.ceil(n / 32) * 32,
      rest: [i32(step), i32(flip)],
      source: (i) => {
        const lane = i % 32;
        return i - lane + (((lane * step) ^ flip) % 32);
      },
    });
  },
};

/** Kernels that copy more than a float in each thread. */
const WIDTHS: Record<string, { kernel: string; symbol: string; each: number }> = {
  float: { kernel: "vector_copy<float>", symbol: "_Z11vector_copyIfEvPfPKfm", each: 1 },
  float2: { kernel: "vector_copy<float2>", symbol: "_Z11vector_copyI6float2EvPfPKfm", each: 2 },
  float4: { kernel: "vector_copy<float4>", symbol: "_Z11vector_copyI6float4EvPfPKfm", each: 4 },
  four: { kernel: "unrolled_copy", symbol: "_Z13unrolled_copyPfPKfm", each: 4 },
};

export const copyWidth: Lab = {
  fields: [
    choiceField("width", "Each thread copies", [
      ["float4", "one float4"],
      ["float2", "one float2"],
      ["float", "one float"],
      ["four", "four floats, a block apart"],
    ]),
    numberField("first", "The input begins at float", [0, 16], 0),
    SIZE,
  ],
  experiment: (values) => {
    const { kernel, symbol, each } = WIDTHS[String(values["width"])]!;
    const [n, first] = [numberOf(values, "n"), numberOf(values, "first")];
    return experimentOf(
      {
        kernel,
        symbol,
        grid: blocksFor(n, 1, each * BLOCK, 1),
        block: [BLOCK, 1, 1],
        parameters: [output("out", 4 * n), input("in", n + first, inputAt, first), u64(n)],
      },
      { count: n, at: (i) => inputAt(i + first) },
    );
  },
};

const STORED: Record<string, { letter: string; array: typeof Float32Array | typeof Int8Array }> = {
  float: { letter: "f", array: Float32Array },
  "signed char": { letter: "a", array: Int8Array },
};
/** What stands in the array before, and between what is written afterwards. */
const UNTOUCHED = 3;

export const stridedStore: Lab = {
  fields: [
    choiceField("type", "Element", [
      ["float", "float, 4 bytes"],
      ["signed char", "signed char, 1 byte"],
    ]),
    numberField("stride", "Stride in elements", [1, 40], 2),
    SIZE,
  ],
  experiment: (values) => {
    const type = String(values["type"]);
    const { letter, array } = STORED[type]!;
    const [n, stride] = [numberOf(values, "n"), numberOf(values, "stride")];
    const before = () => new Uint8Array(new array(n * stride).fill(UNTOUCHED).buffer);
    return experimentOf(
      {
        kernel: `store_every<${type}>`,
        symbol: `_Z11store_everyI${letter}EvPT_mj`,
        grid: blocksFor(n, 1, BLOCK, 1),
        block: [BLOCK, 1, 1],
        parameters: [changed("out", type, before), u64(n), i32(stride)],
      },
      {
        count: n * stride,
        at: (place) => (place % stride === 0 ? (place / stride) % 127 : UNTOUCHED),
        read: (bytes) => new array(bytes),
      },
    );
  },
};

export const gridStride: Lab = {
  fields: [
    numberField("blocks", "Blocks", [1, 16], 2),
    choiceField(
      "threads",
      "Threads of a block",
      [64, 32, 128, 256, 512].map((threads) => [`${threads}`, `${threads}`]),
    ),
    numberField("n", "Elements n", [1, 65536], 500),
    warpField(2),
  ],
  experiment: (values) => {
    const [blocks, threads] = [numberOf(values, "blocks"), numberOf(values, "threads")];
    const n = numberOf(values, "n");
    return experimentOf(
      {
        kernel: "scale",
        symbol: "_Z5scalePfmf",
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        parameters: [changed("x", "float", () => floats(n, inputAt)), u64(n), f32(3)],
        warp: numberOf(values, "warp"),
      },
      { count: n, at: (i) => 3 * inputAt(i) },
    );
  },
};
