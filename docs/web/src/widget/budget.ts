// SPDX-License-Identifier: MIT
//
// Memory budget: what each device keeps of a model in training, part by part, beside what it has.
// The arithmetic is common/budget.hpp; the shapes are published ones.

import type { Field, Values } from "../lab/labs.ts";
import { shape, twin } from "../lab/picture.ts";
import { element, table } from "../run/dom.ts";
import type { Widget } from "./frame.ts";
import type { Budget, Plan, TransformerShape, WarpModel } from "./model.ts";

// Narayanan et al. 2021, table 1; the one with 175 billion is Brown et al. 2020, table 2.1, with the
// vocabulary of the others, which is also what chapter 13's program takes.
const MODELS: [name: string, shape: TransformerShape][] = [
  ["1.7 billion", { layers: 24, hidden: 2304, heads: 24, sequence: 2048, vocabulary: 51200 }],
  ["7.5 billion", { layers: 36, hidden: 4096, heads: 32, sequence: 2048, vocabulary: 51200 }],
  ["39.1 billion", { layers: 48, hidden: 8192, heads: 64, sequence: 2048, vocabulary: 51200 }],
  ["175 billion", { layers: 96, hidden: 12288, heads: 96, sequence: 2048, vocabulary: 51200 }],
  ["530 billion", { layers: 105, hidden: 20480, heads: 128, sequence: 2048, vocabulary: 51200 }],
];

const FIELDS: Field[] = [
  {
    kind: "choice",
    name: "model",
    label: "Parameters",
    choices: MODELS.map(([name], index) => [`${index}`, name]),
    initial: "3",
  },
  { kind: "number", name: "ranks", label: "Devices", min: 1, max: 4096, initial: 8 },
  {
    kind: "choice",
    name: "sharding",
    label: "They share",
    choices: [
      ["0", "nothing"],
      ["1", "optimiser states"],
      ["2", "gradients, too"],
      ["3", "weights, too"],
    ],
    initial: "3",
  },
  {
    kind: "number",
    name: "sequences",
    label: "Sequences on a device",
    min: 0,
    max: 512,
    initial: 1,
  },
  {
    kind: "choice",
    name: "recompute",
    label: "Activations kept",
    choices: [
      ["0", "all"],
      ["1", "all but the scores"],
      ["2", "each layer's input"],
    ],
    initial: "0",
  },
  { kind: "number", name: "card", label: "A device has (GB)", min: 1, max: 1000, initial: 80 },
];

const GB = 1e9;

/** Bytes in GB, with three digits. */
export function inGb(bytes: number): string {
  const amount = bytes / GB;
  return amount >= 100 ? amount.toFixed(0) : amount.toPrecision(3);
}

/** All that a device keeps. */
export function together(budget: Budget): number {
  const { weights, gradients, master, moments, activations } = budget;
  return weights + gradients + master + moments + activations;
}

/** The result in one sentence. */
export function budgetInWords(budget: Budget, ranks: number, cardBytes: number): string {
  const total = together(budget);
  const states = inGb(total - budget.activations);
  const who = ranks === 1 ? "The device" : `Each of ${ranks} devices`;
  const verdict = total <= cardBytes ? "It fits." : "It does not fit.";
  return (
    `${who} keeps ${states} GB of states and ${inGb(budget.activations)} GB of activations, ` +
    `${inGb(total)} GB of ${cardBytes / GB}. ${verdict}`
  );
}

function planOf(values: Values): Plan {
  return {
    sharding: Number(values["sharding"]),
    ranks: Number(values["ranks"]),
    sequences: Number(values["sequences"]),
    recompute: Number(values["recompute"]),
  };
}

function partsOf(budget: Budget): [name: string, bytes: number][] {
  return [
    ["weights", budget.weights],
    ["gradients", budget.gradients],
    ["master weights", budget.master],
    ["moments", budget.moments],
    ["activations", budget.activations],
    ["together", together(budget)],
  ];
}

const WIDTH = 640;
const ROW = 24;
const LEFT = 180;

function draw(parts: [name: string, bytes: number][], cardBytes: number): SVGElement {
  const most = Math.max(cardBytes, ...parts.map(([, bytes]) => bytes));
  const scale = (WIDTH - LEFT - 30) / most;
  const base = parts.length * ROW + 4;
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${base + 20}`,
    role: "img",
    class: "warp-picture",
    "aria-label": "What a device keeps, part by part; the table below lists it.",
  });
  parts.forEach(([name, bytes], row) => {
    const y = row * ROW + 4;
    const width = bytes * scale;
    const kind = name === "together" ? 1 : 0;
    svg.append(
      shape("text", { x: 4, y: y + 14, class: "start" }, name),
      shape("rect", { x: LEFT, y, width, height: ROW - 6, class: `piece piece-${kind}` }),
      shape("text", { x: LEFT - 8, y: y + 14, class: "end" }, `${inGb(bytes)} GB`),
    );
  });
  const edge = LEFT + cardBytes * scale;
  svg.append(
    shape("path", { d: `M${edge} 0V${base}`, class: "axis" }),
    shape("text", { x: edge, y: base + 14 }, "a device"),
  );
  return svg;
}

export function budget(model: WarpModel): Widget {
  return {
    fields: FIELDS,
    view: (values) => {
      const [, dimensions] = MODELS[Number(values["model"])]!;
      const plan = planOf(values);
      const found = model.budget(dimensions, plan);
      const cardBytes = Number(values["card"]) * GB;
      const parts = partsOf(found);
      const rows = parts.map(([name, bytes]) => [name, inGb(bytes)]);
      return {
        words: budgetInWords(found, plan.ranks, cardBytes),
        picture: [
          element("div", { className: "run-scroll", tabIndex: 0 }, draw(parts, cardBytes)),
          twin("The picture as a table", table("Kept by a device", ["Part", "GB"], rows)),
        ],
        frames: 0,
      };
    },
  };
}
