// SPDX-License-Identifier: MIT
//
// Bank conflicts: a column of a tile, its padding and its swizzle, served round by round.

import type { Field, Values } from "../lab/labs.ts";
import { LANES, type WarpAccess } from "../lab/pattern.ts";
import { sharedPicture } from "../lab/picture.ts";
import type { Widget } from "./frame.ts";
import type { SharedCost, WarpModel } from "./model.ts";

const FIELDS: Field[] = [
  {
    kind: "choice",
    name: "bytes",
    label: "Each lane reads",
    choices: [
      ["4", "4 bytes"],
      ["8", "8 bytes"],
      ["16", "16 bytes"],
    ],
    initial: "4",
  },
  {
    kind: "choice",
    name: "walk",
    label: "The lanes run",
    choices: [
      ["column", "down a column: lane i reads row i"],
      ["row", "along a row: lane i reads column i"],
      ["same", "nowhere: all read one element"],
    ],
    initial: "column",
  },
  { kind: "number", name: "width", label: "Row of the tile", min: 1, max: 40, initial: 32 },
  { kind: "number", name: "padding", label: "Padding", min: 0, max: 8, initial: 0 },
  { kind: "number", name: "column", label: "Column", min: 0, max: 31, initial: 0 },
  {
    kind: "choice",
    name: "swizzle",
    label: "Order within a row",
    choices: [
      ["plain", "plain"],
      ["xor", "swizzled: column XOR row"],
    ],
    initial: "plain",
  },
];

/** The access that the fields describe; width and padding count elements. */
export function tileAccess(values: Values): WarpAccess {
  const bytes = Number(values["bytes"]);
  const pitch = Number(values["width"]) + Number(values["padding"]);
  const fixed = Number(values["column"]);
  const swizzled = values["swizzle"] === "xor";
  const element = (row: number, column: number) =>
    row * pitch + (swizzled ? column ^ (row & 31) : column);
  const walks: Record<string, (lane: number) => number> = {
    column: (lane) => element(lane, fixed),
    row: (lane) => element(0, lane),
    same: () => element(0, fixed),
  };
  const walk = walks[String(values["walk"])] ?? walks["column"]!;
  return {
    bytes,
    mask: 0xffffffff,
    at: Array.from({ length: LANES }, (_, lane) => bytes * walk(lane)),
  };
}

/** The cost in one sentence. */
export function roundsInWords({ wavefronts, ideal }: SharedCost): string {
  const rounds = `${wavefronts} wavefront${wavefronts === 1 ? "" : "s"}`;
  if (wavefronts === ideal) return `${rounds}: no conflict.`;
  return `${rounds} instead of ${ideal}: each of these rounds serves part of the warp.`;
}

export function banks(model: WarpModel): Widget {
  return {
    fields: FIELDS,
    view: (values, frame) => {
      const access = tileAccess(values);
      const cost = model.shared(access);
      return {
        words: roundsInWords(cost),
        picture: sharedPicture(access, frame),
        frames: cost.wavefronts,
      };
    },
  };
}
