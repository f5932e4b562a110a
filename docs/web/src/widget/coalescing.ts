// SPDX-License-Identifier: MIT
//
// Coalescing: from the places that the lanes read to the sectors of the request.

import type { Field, Values } from "../lab/labs.ts";
import { LANES, type WarpAccess } from "../lab/pattern.ts";
import { globalPicture } from "../lab/picture.ts";
import type { Widget } from "./frame.ts";
import { LaneControls, MovedLanes } from "./lanes.ts";
import type { GlobalCost, WarpModel } from "./model.ts";

export const WIDTHS: Field = {
  kind: "choice",
  name: "bytes",
  label: "Each lane reads",
  choices: [1, 2, 4, 8, 16].map((bytes) => [`${bytes}`, bytes === 1 ? "1 byte" : `${bytes} bytes`]),
  initial: "4",
};

const FIELDS: Field[] = [
  WIDTHS,
  {
    kind: "choice",
    name: "order",
    label: "Order of the lanes",
    choices: [
      ["up", "lane i at place i"],
      ["down", "backwards"],
      ["shuffled", "shuffled"],
      ["pairs", "two lanes a place"],
      ["same", "all at one place"],
    ],
    initial: "up",
  },
  { kind: "number", name: "stride", label: "Stride in elements", min: 0, max: 40, initial: 1 },
  { kind: "number", name: "offset", label: "Offset in elements", min: 0, max: 40, initial: 0 },
  { kind: "number", name: "active", label: "Active lanes", min: 0, max: 32, initial: 32 },
];

const ORDERS: Record<string, (lane: number) => number> = {
  up: (lane) => lane,
  down: (lane) => LANES - 1 - lane,
  shuffled: (lane) => (lane * 13) % LANES,
  pairs: (lane) => Math.floor(lane / 2),
  same: () => 0,
};

/** Mask of the first `count` lanes. */
export const firstLanes = (count: number) => (count >= LANES ? 0xffffffff : 2 ** count - 1);

/** The access that the fields describe, with the lanes where the reader moved them. */
export function accessOf(values: Values, moved = new MovedLanes()): WarpAccess {
  const bytes = Number(values["bytes"]);
  const place = ORDERS[String(values["order"])] ?? ORDERS["up"]!;
  const [stride, offset] = [Number(values["stride"]), Number(values["offset"])];
  const elements = Array.from({ length: LANES }, (_, lane) =>
    moved.place(lane, offset + stride * place(lane)),
  );
  return {
    bytes,
    mask: firstLanes(Number(values["active"])),
    at: elements.map((one) => bytes * one),
  };
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The cost in one sentence. */
export function costInWords(cost: GlobalCost): string {
  if (cost.requests === 0) return "No lane is active, so there is no request.";
  const moved = 32 * cost.sectors;
  const percent = Math.round((100 * cost.usefulBytes) / moved);
  return (
    `One request: ${plural(cost.sectors, "sector")} in ${plural(cost.lines, "line")} of 128 bytes. ` +
    `${cost.usefulBytes} of ${moved} bytes are of use, ${percent} %.`
  );
}

export function coalescing(model: WarpModel): Widget {
  const moved = new MovedLanes();
  return {
    fields: FIELDS,
    view: (values, _frame, again) => {
      const access = accessOf(values, moved);
      const words = costInWords(model.global(access));
      if (access.mask === 0) return { words, picture: [], frames: 0 };
      const places = access.at.map((address) => address / access.bytes);
      const controls = new LaneControls(moved, places, again);
      const [drawn, twin] = globalPicture(access);
      const svg = drawn!.querySelector("svg")!;
      // A picture for reading aloud would hide what can be moved in it.
      svg.setAttribute("role", "group");
      controls.attach([...svg.querySelectorAll<SVGElement>(".lane")]);
      return { words, picture: [drawn!, controls.row, twin!], frames: 0 };
    },
  };
}
