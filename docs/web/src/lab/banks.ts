// SPDX-License-Identifier: MIT
//
// Labs on the banks of shared memory, kernels of chapter 4.

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
  struct,
  u64,
  warpField,
  type Lab,
} from "./experiment.ts";

const CYCLES = output("cycles", 8, "long long");

const TABLE_ELEMENTS = 1024;
const WIDTHS: Record<string, { bytes: number; letter: string }> = {
  unsigned: { bytes: 4, letter: "j" },
  uint2: { bytes: 8, letter: "5uint2" },
  uint4: { bytes: 16, letter: "5uint4" },
};

export const bankConflict: Lab = {
  fields: [
    choiceField("type", "Element", [
      ["unsigned", "unsigned, 4 bytes"],
      ["uint2", "uint2, 8 bytes"],
      ["uint4", "uint4, 16 bytes"],
    ]),
    numberField("stride", "Stride in elements", [0, 40], 2),
    numberField("sharing", "Neighbouring lanes with one element", [1, 32], 1),
  ],
  experiment: (values) => {
    const type = String(values["type"]);
    const { bytes, letter } = WIDTHS[type]!;
    const [stride, sharing] = [numberOf(values, "stride"), numberOf(values, "sharing")];
    // One read: it ends at the byte offset of the next element, plus what the rest of it holds.
    const rest = bytes === 16 ? 6 : bytes === 8 ? 1 : 0;
    const want = (lane: number) => {
      const element = (Math.floor(lane / sharing) * stride) % TABLE_ELEMENTS;
      return ((element + 1) % TABLE_ELEMENTS) * bytes + element * rest;
    };
    return experimentOf(
      {
        kernel: `strided_read<${type}, 1>`,
        symbol: `_Z12strided_readI${letter}Li1EEvPjPxi5Lanes`,
        grid: [1, 1, 1],
        block: [32, 1, 1],
        parameters: [
          output("ends", 4 * 32, "unsigned"),
          CYCLES,
          i32(1),
          struct("Lanes", stride, sharing),
        ],
      },
      { count: 32, at: want, read: (ends) => new Uint32Array(ends) },
    );
  },
};

const SIDE = 32;

/** Words from row to row, and which bits of the row number flip the column. */
const TILES: Record<string, [pitch: number, flip: number]> = {
  plain: [32, 0],
  padded: [33, 0],
  by4: [36, 0],
  swizzled: [32, 31],
  by8: [32, 7],
};

export const tilePitch: Lab = {
  fields: [
    choiceField("tile", "The tile", [
      ["plain", "rows of 32 words"],
      ["padded", "rows of 33 words"],
      ["by4", "rows of 36 words"],
      ["swizzled", "32 words, column XOR row"],
      ["by8", "32 words, column XOR row % 8"],
    ]),
    numberField("turns", "Turns", [1, 4], 1),
    warpField(SIDE),
  ],
  experiment: (values) => {
    const [pitch, flip] = TILES[String(values["tile"])]!;
    const turns = numberOf(values, "turns");
    const turned = (i: number) => (i % SIDE) * SIDE + Math.floor(i / SIDE);
    return experimentOf(
      {
        kernel: `tile_transpose<${pitch}, ${flip}>`,
        symbol: `_Z14tile_transposeILi${pitch}ELi${flip}EEvPfPxPKfi`,
        grid: [1, 1, 1],
        block: [SIDE, SIDE, 1],
        parameters: [output("out", 4 * SIDE * SIDE), CYCLES, input("in", SIDE * SIDE), i32(turns)],
        warp: numberOf(values, "warp"),
      },
      { count: SIDE * SIDE, at: (i) => inputAt(turns % 2 === 1 ? turned(i) : i) },
    );
  },
};

/** Word i of the chunks: all different. */
const wordAt = (i: number) => Math.imul(i + 1, 0x9e3779b1) >>> 0;

const ROWS = 32;
const CHUNKS: Record<string, string> = {
  plain: "PlainRows",
  padded: "PaddedRows",
  swizzled: "SwizzledRows",
};

export const chunkSwizzle: Lab = {
  fields: [
    choiceField("layout", "Rows of the tile", [
      ["plain", "as they come"],
      ["padded", "with one chunk of padding"],
      ["swizzled", "swizzled by chunks"],
    ]),
    choiceField("chunks", "Chunks of 16 bytes in a row", [
      ["8", "8"],
      ["4", "4"],
    ]),
    warpField(8),
  ],
  experiment: (values) => {
    const layout = CHUNKS[String(values["layout"])]!;
    const chunks = numberOf(values, "chunks");
    const threads = ROWS * chunks;
    const words = () =>
      new Uint8Array(Uint32Array.from({ length: 4 * threads }, (_, i) => wordAt(i)).buffer);
    // One turn: what stood at chunk c of row r goes to place c * ROWS + r.
    const from = (place: number) => (place % ROWS) * chunks + Math.floor(place / ROWS);
    return experimentOf(
      {
        kernel: `turn_chunks<${layout}, ${chunks}>`,
        symbol: `_Z11turn_chunksI${layout.length}${layout}Li${chunks}EEvP5uint4PxPKS1_i`,
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        parameters: [
          output("out", 16 * threads, "uint4"),
          CYCLES,
          {
            text: "in",
            argument: { buffer: "in" },
            buffer: () => ({ name: "in", bytes: 16 * threads, type: "uint4", data: words() }),
          },
          i32(1),
        ],
        warp: numberOf(values, "warp"),
      },
      {
        count: 4 * threads,
        at: (i) => wordAt(4 * from(Math.floor(i / 4)) + (i % 4)),
        read: (bytes) => new Uint32Array(bytes),
      },
    );
  },
};

export const tileWays: Lab = {
  fields: [
    choiceField(
      "ways",
      "Neighbours lie apart in the tile",
      [8, 1, 2, 4, 16, 32].map((ways) => [`${ways}`, ways === 1 ? "1 word" : `${ways} words`]),
    ),
    SIZE,
    warpField(8),
  ],
  experiment: (values) => {
    const [ways, n] = [numberOf(values, "ways"), numberOf(values, "n")];
    return experimentOf(
      {
        kernel: `copy_through_tile<${ways}>`,
        symbol: `_Z17copy_through_tileILi${ways}EEvPfPKfm`,
        grid: blocksFor(n, 1, 1024, 1),
        block: [256, 1, 1],
        parameters: [output("out", 4 * n), input("in", n), u64(n)],
        warp: numberOf(values, "warp"),
      },
      { count: n, at: inputAt },
    );
  },
};
