// SPDX-License-Identifier: MIT
//
// The reader's own timeline, drawn below the book's.

import { shape } from "../lab/picture.ts";
import { linear } from "./axes.ts";
import { COLOURS, LEFT, legend, RIGHT, WIDTH, type Entry } from "./chart.ts";
import { written } from "./numbers.ts";
import { choose, valueOf, type Query } from "./query.ts";
import type { Results } from "./results.ts";

export interface TimelineQuery extends Query {
  fields: Record<"lane" | "stage" | "start" | "end", string>;
  unit: string;
  title: string;
}

/** The picture, one lane a row; null where no row of the reader's belongs to it. */
export function drawTimeline(
  results: Results,
  query: TimelineQuery,
  name: string,
): SVGElement | null {
  const spans = choose(results, query).map((row) => ({
    lane: valueOf(row, query.fields.lane),
    stage: String(valueOf(row, query.fields.stage)),
    start: Number(valueOf(row, query.fields.start)),
    end: Number(valueOf(row, query.fields.end)),
  }));
  if (spans.length === 0 || spans.some(({ start, end }) => !(start <= end))) return null;
  const lanes = [...new Set(spans.map(({ lane }) => lane))].sort();
  const stages = [...new Set(spans.map(({ stage }) => stage))];
  const svg = shape("svg", {
    role: "img",
    class: "chart-own",
    "aria-label": `${query.title} ${name}`,
  });
  const colour = (stage: string) => `var(--chart-${(stages.indexOf(stage) % COLOURS) + 1})`;
  const box = { width: 22, height: 12 };
  const key = stages.map((label): Entry => {
    return { label, draw: (x, y) => shape("rect", { ...box, x, y: y - 6, fill: colour(label) }) };
  });
  const top = legend(svg, key) + 8;
  const x = linear(
    spans.flatMap(({ start, end }) => [start, end]),
    LEFT + 20,
    RIGHT,
    true,
  );
  const row = 30;
  lanes.forEach((lane, at) => {
    const y = top + row * at;
    svg.append(
      shape("text", { x: LEFT + 14, y: y + 18, class: "end" }, `${query.fields.lane} ${lane}`),
    );
  });
  for (const { lane, stage, start, end } of spans) {
    const y = top + row * lanes.indexOf(lane) + 4;
    const width = Math.max(0.5, x.place(end) - x.place(start));
    const tip = `${stage}, ${query.fields.lane} ${lane}: ${written(start)} to ${written(end)}\u00a0${query.unit}`;
    svg.append(
      shape("rect", {
        x: x.place(start),
        y,
        width,
        height: row - 8,
        fill: colour(stage),
        "data-tip": tip,
      }),
    );
  }
  const bottom = top + row * lanes.length;
  for (const [value, label] of x.ticks) {
    svg.append(shape("text", { x: x.place(value), y: bottom + 14 }, label));
  }
  svg.append(
    shape("path", { d: `M${LEFT + 20} ${bottom}H${RIGHT}`, class: "axis" }),
    shape("text", { x: (LEFT + RIGHT) / 2, y: bottom + 32 }, `Time (${query.unit})`),
  );
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${bottom + 40}`);
  return svg;
}
