// SPDX-License-Identifier: MIT
//
// Roofline: which limit stands above a kernel, and how far below it the kernel ran. The arithmetic
// is common/roofline.hpp; what was measured stands in the page.

import type { Field, Values } from "../lab/labs.ts";
import { twin } from "../lab/picture.ts";
import { element, table } from "../run/dom.ts";
import type { View, Widget } from "./frame.ts";
import type { Bound, Roof, WarpModel } from "./model.ts";
import { drawRoofline, type Mark } from "./roofline_picture.ts";

/** What the page's build looked up in the results of one GPU. */
export interface Figures {
  gpu: string;
  /** Name in KINDS, operations a second, bytes a second. */
  roof: [kind: string, flops: number, bytes: number][];
  /** All of them compute in float. */
  kernel: [name: string, operations: number, bytes: number, seconds: number][];
}

export interface Kernel {
  operations: number;
  bytes: number;
  /** Operations a second, where somebody measured them under this roof. */
  reached?: number;
}

// In the order of cm::Arithmetic.
const KINDS: [name: string, label: string][] = [
  ["float", "float"],
  ["double", "double"],
  ["tensor", "half, on tensor cores"],
];
const MEASURED = "measured";
const OWN = "own";

/** The figures in a widget's box. */
export function figuresIn(box: HTMLElement): Figures {
  return JSON.parse(box.querySelector(".figures")?.textContent ?? "") as Figures;
}

const SIZES: [from: number, unit: string][] = [
  [1e15, "PFLOP/s"],
  [1e12, "TFLOP/s"],
  [1e9, "GFLOP/s"],
  [1e6, "MFLOP/s"],
];

/** Three digits, or the whole number. */
export function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : `${Number(value.toPrecision(3))}`;
}

/** Operations a second, with three digits. */
export function rate(flops: number): string {
  const [size, unit] = SIZES.find(([from]) => flops >= from) ?? SIZES.at(-1)!;
  return `${digits(flops / size)} ${unit}`;
}

/** The result in one sentence or two. */
export function rooflineInWords({ operations, bytes, reached }: Kernel, bound: Bound): string {
  const intensity = operations / bytes;
  const left = intensity < bound.ridge;
  const where = intensity === bound.ridge ? "at" : left ? "left of" : "right of";
  const allowed =
    `${digits(intensity)} operations a byte, ${where} the ridge at ${digits(bound.ridge)}. ` +
    `${left ? "Bytes set" : "Arithmetic sets"} the limit: at most ${rate(bound.attainable)}.`;
  if (reached === undefined) return allowed;
  const part = Math.round((100 * reached) / bound.attainable);
  return `${allowed} It ran at ${rate(reached)}, ${part} % of that.`;
}

function fieldsFor(devices: { name: string }[], figures: Figures): Field[] {
  return [
    {
      kind: "choice",
      name: "device",
      label: "Roofs of",
      choices: [
        [MEASURED, `${figures.gpu}, measured`],
        ...devices.map(({ name }, index): [string, string] => [`${index}`, `${name}, peaks`]),
      ],
      initial: MEASURED,
    },
    {
      kind: "choice",
      name: "kind",
      label: "Arithmetic",
      choices: KINDS.map(([, label], index) => [`${index}`, label]),
      initial: "0",
    },
    {
      kind: "choice",
      name: "kernel",
      label: "Kernel",
      choices: [
        ...figures.kernel.map(([name], index): [string, string] => [`${index}`, name]),
        [OWN, "one of yours"],
      ],
      initial: "0",
    },
    {
      kind: "number",
      name: "operations",
      label: "Operations on each element",
      min: 0,
      max: 20000,
      initial: 2,
    },
    {
      kind: "number",
      name: "bytes",
      label: "Bytes for each element",
      min: 1,
      max: 256,
      initial: 12,
    },
  ];
}

function roofOf(values: Values, model: WarpModel, figures: Figures): Roof {
  const kind = Number(values["kind"]);
  if (values["device"] !== MEASURED) return model.peak(Number(values["device"]), kind);
  const [, flops = 0, bytes = 0] = figures.roof.find(([name]) => name === KINDS[kind]?.[0]) ?? [];
  return { flops, bytes };
}

/** Whether the roof is the one under which the page's kernels ran. */
const isTheirs = (values: Values) => values["device"] === MEASURED && values["kind"] === "0";

function kernelOf(values: Values, figures: Figures): Kernel {
  if (values["kernel"] === OWN) {
    return { operations: Number(values["operations"]), bytes: Number(values["bytes"]) };
  }
  const [, operations, bytes, seconds] = figures.kernel[Number(values["kernel"])]!;
  const kernel = { operations, bytes };
  return isTheirs(values) ? { ...kernel, reached: operations / seconds } : kernel;
}

/** The kernels that were measured, as dots, if this is their roof. */
function others(values: Values, figures: Figures): Mark[] {
  if (!isTheirs(values)) return [];
  return figures.kernel.map(([, operations, bytes, seconds]) => ({
    intensity: operations / bytes,
    rate: operations / seconds,
  }));
}

function rowsOf(roof: Roof, kernel: Kernel, bound: Bound): string[][] {
  const rows = [
    ["Roof of arithmetic", rate(roof.flops)],
    ["Bytes a second", `${digits(roof.bytes / 1e9)} GB/s`],
    ["Ridge, operations a byte", digits(bound.ridge)],
    ["The kernel, operations a byte", digits(kernel.operations / kernel.bytes)],
    ["At most", rate(bound.attainable)],
  ];
  return kernel.reached === undefined ? rows : [...rows, ["It ran at", rate(kernel.reached)]];
}

function measuredTable(model: WarpModel, roof: Roof, figures: Figures): HTMLElement {
  const rows = figures.kernel.map(([name, operations, bytes, seconds]) => {
    const { attainable } = model.roofline(roof, operations / bytes);
    const part = (100 * operations) / seconds / attainable;
    return [name, digits(operations / bytes), rate(operations / seconds), `${Math.round(part)} %`];
  });
  const header = ["Kernel", "Operations a byte", "Rate", "Of its roof"];
  return table(`Kernels measured on ${figures.gpu}`, header, rows);
}

function viewOf(values: Values, model: WarpModel, figures: Figures): View {
  const roof = roofOf(values, model, figures);
  const kernel = kernelOf(values, figures);
  const bound = model.roofline(roof, kernel.operations / kernel.bytes);
  const marks = others(values, figures);
  const tables = element(
    "div",
    {},
    table("The picture", ["What", "Value"], rowsOf(roof, kernel, bound)),
  );
  if (marks.length > 0) tables.append(measuredTable(model, roof, figures));
  const drawn = drawRoofline(roof, { kernel, bound, marks });
  return {
    words: rooflineInWords(kernel, bound),
    picture: [
      element("div", { className: "run-scroll", tabIndex: 0 }, drawn),
      twin("As tables", tables),
    ],
    frames: 0,
    idle: values["kernel"] === OWN ? [] : ["operations", "bytes"],
  };
}

export function roofline(model: WarpModel, figures: Figures): Widget {
  return {
    fields: fieldsFor(model.devices(), figures),
    view: (values) => viewOf(values, model, figures),
  };
}
