// SPDX-License-Identifier: MIT
//
// Draws a roofline: both axes logarithmic, a slope of bytes under a flat roof of arithmetic.

import { shape } from "../lab/picture.ts";
import type { Bound, Roof } from "./model.ts";
import { digits, rate, type Kernel } from "./roofline.ts";

export interface Mark {
  intensity: number;
  rate: number;
}

const WIDTH = 640;
const HEIGHT = 250;
const [LEFT, RIGHT, TOP, BASE] = [86, WIDTH - 24, 26, HEIGHT - 34];
// Powers of ten: operations a byte from 0.01 to 10 000, rates from a roof down to its millionth.
const [FROM, TO] = [-2, 4];
const DECADES = 6;

/** Where a logarithmic axis from `low` to `high`, both powers of ten, puts a value: 0 to 1. */
export function place(value: number, low: number, high: number): number {
  if (value <= 0) return 0;
  return Math.min(1, Math.max(0, (Math.log10(value) - low) / (high - low)));
}

interface Scales {
  x: (intensity: number) => number;
  y: (rate: number) => number;
  top: number;
}

function scalesFor(roof: Roof): Scales {
  const top = Math.ceil(Math.log10(roof.flops) + 0.1);
  return {
    x: (intensity) => LEFT + (RIGHT - LEFT) * place(intensity, FROM, TO),
    y: (flops) => BASE - (BASE - TOP) * place(flops, top - DECADES, top),
    top,
  };
}

function axes({ x, y, top }: Scales): SVGElement[] {
  const drawn = [shape("path", { d: `M${LEFT} ${TOP}V${BASE}H${RIGHT}`, class: "axis" })];
  for (let power = FROM; power <= TO; ++power) {
    const at = x(10 ** power);
    drawn.push(
      shape("path", { d: `M${at} ${BASE}v4`, class: "axis" }),
      shape("text", { x: at, y: BASE + 16 }, digits(10 ** power)),
    );
  }
  for (let power = top - DECADES; power <= top; power += 2) {
    const at = y(10 ** power);
    drawn.push(
      shape("path", { d: `M${LEFT} ${at}h-4`, class: "axis" }),
      shape("text", { x: LEFT - 7, y: at + 4, class: "end" }, rate(10 ** power)),
    );
  }
  drawn.push(
    shape("text", { x: RIGHT, y: HEIGHT - 4, class: "end" }, "operations for each byte"),
    shape("text", { x: 4, y: 12, class: "start" }, "operations a second"),
  );
  return drawn;
}

function lines(roof: Roof, ridge: number, { x, y, top }: Scales): SVGElement[] {
  // The slope begins at the left or at the lower edge, whichever it meets.
  const first = Math.max(10 ** FROM, 10 ** (top - DECADES) / roof.bytes);
  const path = `M${x(first)} ${y(roof.bytes * first)}L${x(ridge)} ${y(roof.flops)}H${RIGHT}`;
  return [
    shape("path", { d: `M${x(ridge)} ${y(roof.flops)}V${BASE}`, class: "ridge" }),
    shape("path", { d: path, class: "stairs" }),
    shape("text", { x: RIGHT, y: y(roof.flops) - 8, class: "end" }, rate(roof.flops)),
    shape("text", { x: x(ridge) + 5, y: BASE - 6, class: "start" }, `ridge ${digits(ridge)}`),
  ];
}

/** The kernel: a ring at what it can reach, a full dot at what it reached. */
function kernelMarks({ operations, bytes, reached }: Kernel, bound: Bound, scales: Scales) {
  const at = scales.x(operations / bytes);
  const [allowed, found] = [scales.y(bound.attainable), scales.y(reached ?? bound.attainable)];
  const drawn = [
    shape("path", {
      d: `M${at} ${allowed}V${reached === undefined ? BASE : found}`,
      class: "drop",
    }),
    shape("circle", { cx: at, cy: allowed, r: 6, class: "bound" }),
  ];
  if (reached !== undefined)
    drawn.push(shape("circle", { cx: at, cy: found, r: 5, class: "here" }));
  return drawn;
}

/** The picture; `marks` are other kernels under the same roof. */
export function drawRoofline(
  roof: Roof,
  shown: { kernel: Kernel; bound: Bound; marks: Mark[] },
): SVGElement {
  const scales = scalesFor(roof);
  const svg = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    class: "warp-picture",
    "aria-label":
      "The roof over the intensity, and the kernel below it; the tables below list both.",
  });
  svg.append(
    ...axes(scales),
    ...lines(roof, shown.bound.ridge, scales),
    ...shown.marks.map(({ intensity, rate: flops }) =>
      shape("circle", { cx: scales.x(intensity), cy: scales.y(flops), r: 4, class: "other" }),
    ),
    ...kernelMarks(shown.kernel, shown.bound, scales),
  );
  return svg;
}
