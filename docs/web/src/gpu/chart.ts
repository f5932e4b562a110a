// SPDX-License-Identifier: MIT
//
// Draws a chart of the book anew with the reader's series beside the book's. The book's own picture
// comes from docs/_ext/_chart.py and returns when the reader's results go.

import { shape } from "../lab/picture.ts";
import { categories, linear, logarithmic, type Scale } from "./axes.ts";
import { tick, written } from "./numbers.ts";
import { choose, evaluate, type Query } from "./query.ts";
import type { Results, Row, Value } from "./results.ts";

export interface Series {
  label: string;
  xs: Value[];
  ys: number[];
  /** Which colour; the reader's series have that of the book's series of the same name. */
  colour: number;
  own: boolean;
}

export interface ChartQuery extends Query {
  /** Fields that tell one series from another. */
  keys: string[];
  chart: {
    x_label: string;
    y_label: string;
    title: string;
    kind: "line" | "bar";
    log: string[];
    reference: [label: string, value: number] | null;
    marks: [label: string, place: number][];
    from_zero: boolean;
  };
  series: { label: string; xs: Value[]; ys: number[] }[];
}

export const COLOURS = 6;

function nameOf(key: string, row: Row): string {
  const value = row.params[key] ?? row.fields[key] ?? null;
  return key === "kernel" || key === "variant" ? String(value) : `${key} ${written(value)}`;
}

/** The book's series and the reader's; null where no row of the reader's belongs to the chart. */
export function seriesFor(results: Results, query: ChartQuery, name: string): Series[] | null {
  const [x, y] = query.columns.slice(-2);
  const rows = choose(results, query);
  const own = new Map<string, Series>();
  const labels = query.series.map(({ label }) => label);
  for (const row of rows) {
    const [at, value] = [x, y].map((column) => evaluate(column!.value, row, rows[0]!));
    if (at === null || at === undefined || typeof value !== "number") continue;
    const label = query.keys.map((key) => nameOf(key, row)).join(", ");
    const known = labels.indexOf(label);
    const made = own.get(label) ?? {
      label: `${label}, ${name}`,
      xs: [],
      ys: [],
      colour: known >= 0 ? known : labels.length + own.size,
      own: true,
    };
    made.xs.push(at);
    made.ys.push(value);
    own.set(label, made);
  }
  if (own.size === 0) return null;
  const book = query.series.map(({ label, xs, ys }, colour) => {
    return { label: `${label}, ${query.gpu}`, xs, ys, colour, own: false };
  });
  return [...book, ...own.values()];
}

export const WIDTH = 640;
export const LEFT = 58;
export const RIGHT = WIDTH - 12;
const PLOT = 270;
const LINE = 18;
const LETTER = 6.4;

const colourOf = ({ colour }: Series) => `var(--chart-${(colour % COLOURS) + 1})`;
const dashesOf = ({ own }: Series) => (own ? "6 4" : "none");

export interface Entry {
  label: string;
  draw: (x: number, y: number) => SVGElement;
}

/** Entries side by side, in as many lines as they need; returns their height. */
export function legend(svg: SVGElement, entries: Entry[]): number {
  let [x, y] = [LEFT, 14];
  for (const { label, draw } of entries) {
    const width = 40 + LETTER * label.length;
    if (x > LEFT && x + width > RIGHT) [x, y] = [LEFT, y + LINE];
    svg.append(draw(x, y - 4), shape("text", { x: x + 30, y, class: "start" }, label));
    x += width;
  }
  return y + LINE / 2;
}

const entryOf = (series: Series, bars: boolean): Entry => ({
  label: series.label,
  draw: (x, y) =>
    bars
      ? bar(series, { x, y: y - 6, width: 22, height: 12 })
      : shape("line", { ...lineLook(series), x1: x, x2: x + 24, y1: y, y2: y }),
});

const lineLook = (series: Series) => ({
  fill: "none",
  stroke: colourOf(series),
  "stroke-width": 2,
  "stroke-dasharray": dashesOf(series),
});

function bar(series: Series, box: Record<string, number>): SVGElement {
  const look = {
    fill: colourOf(series),
    "fill-opacity": series.own ? 0.35 : 1,
    stroke: colourOf(series),
    "stroke-dasharray": dashesOf(series),
  };
  return shape("rect", { ...box, ...look });
}

function axes(svg: SVGElement, x: Scale, y: Scale, top: number, labels: [string, string]): void {
  const bottom = top + PLOT;
  for (const [value, label] of y.ticks) {
    const at = y.place(value);
    svg.append(
      shape("line", { x1: LEFT, x2: RIGHT, y1: at, y2: at, class: "grid" }),
      shape("text", { x: LEFT - 6, y: at + 4, class: "end" }, label),
    );
  }
  for (const [value, label] of x.ticks) {
    svg.append(shape("text", { x: x.place(value), y: bottom + 16 }, label));
  }
  const middle = top + PLOT / 2;
  svg.append(
    shape("path", { d: `M${LEFT} ${top}V${bottom}H${RIGHT}`, class: "axis" }),
    shape("text", { x: (LEFT + RIGHT) / 2, y: bottom + 36 }, labels[0]),
    shape("text", { x: 12, y: middle, transform: `rotate(-90 12 ${middle})` }, labels[1]),
  );
}

function scalesFor(all: Series[], { chart }: ChartQuery, top: number): [Scale, Scale] {
  const xs = all.flatMap((series) => series.xs);
  const ys = all.flatMap((series) => series.ys);
  if (chart.reference) ys.push(chart.reference[1]);
  const named = chart.kind === "bar" || xs.some((value) => typeof value !== "number");
  const numbers = xs.map(Number);
  const places = chart.marks.map(([, place]) => place);
  const x = named
    ? categories(xs, LEFT, RIGHT)
    : chart.log.includes("x") && numbers.every((one) => one > 0)
      ? logarithmic(numbers, LEFT, RIGHT)
      : linear([...numbers, ...places], LEFT, RIGHT, false);
  const zero = chart.from_zero || chart.kind === "bar";
  const y =
    chart.log.includes("y") && ys.every((one) => one > 0)
      ? logarithmic(ys, top + PLOT, top)
      : linear(ys, top + PLOT, top, zero);
  return [x, y];
}

function drawLine(svg: SVGElement, series: Series, x: Scale, y: Scale, tips: string[]): void {
  const order = series.xs.map((_, at) => at);
  order.sort((a, b) => x.place(series.xs[a]!) - x.place(series.xs[b]!));
  const points = order.map((at) => [x.place(series.xs[at]!), y.place(series.ys[at]!)]);
  svg.append(
    shape("path", { ...lineLook(series), d: `M${points.map((p) => p.join(" ")).join("L")}` }),
  );
  order.forEach((at, place) => {
    const [cx, cy] = points[place]!;
    const dot = { cx: cx!, cy: cy!, r: 4, stroke: colourOf(series), "stroke-width": 2 };
    const fill = series.own ? "var(--book-paper)" : colourOf(series);
    svg.append(shape("circle", { ...dot, fill, "data-tip": tips[at]! }));
  });
}

function drawBars(
  svg: SVGElement,
  all: Series[],
  index: number,
  x: Scale,
  y: Scale,
  tips: string[],
): void {
  const series = all[index]!;
  const room = (RIGHT - LEFT) / x.ticks.length;
  const width = (0.8 * room) / all.length;
  series.xs.forEach((value, at) => {
    const left = x.place(value) - 0.4 * room + width * index;
    const [top, zero] = [y.place(series.ys[at]!), y.place(0)];
    const box = {
      x: left,
      y: Math.min(top, zero),
      width: width * 0.92,
      height: Math.abs(zero - top),
    };
    const drawn = bar(series, box);
    drawn.setAttribute("data-tip", tips[at]!);
    svg.append(drawn);
  });
}

/** The picture of all series. */
export function drawChart(all: Series[], query: ChartQuery): SVGElement {
  const { chart } = query;
  const bars = chart.kind === "bar";
  const svg = shape("svg", { role: "img", class: "chart-own", "aria-label": chart.title });
  const entries = all.map((series) => entryOf(series, bars));
  const look = { class: "reference", "stroke-dasharray": "5 4" };
  if (chart.reference) {
    const draw = (x: number, y: number) =>
      shape("line", { ...look, x1: x, x2: x + 24, y1: y, y2: y });
    entries.push({ label: chart.reference[0], draw });
  }
  const top = legend(svg, entries) + 8;
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${top + PLOT + 44}`);
  const [x, y] = scalesFor(all, query, top);
  axes(svg, x, y, top, [chart.x_label, chart.y_label]);
  if (chart.reference) {
    const at = y.place(chart.reference[1]);
    svg.append(shape("line", { ...look, x1: LEFT, x2: RIGHT, y1: at, y2: at }));
  }
  for (const [label, place] of chart.marks) {
    const at = x.place(place);
    const turned = {
      x: at - 4,
      y: top + 4,
      transform: `rotate(-90 ${at - 4} ${top + 4})`,
      class: "end",
    };
    svg.append(
      shape("line", {
        ...look,
        "stroke-dasharray": "1 3",
        x1: at,
        x2: at,
        y1: top,
        y2: top + PLOT,
      }),
      shape("text", turned, label),
    );
  }
  const unit = /\(([^()]*)\)$/.exec(chart.y_label)?.[1] ?? "";
  all.forEach((series, index) => {
    const tips = series.xs.map((value, at) => {
      const number = `${written(series.ys[at]!)}\u00a0${unit}`.trim();
      return `${series.label}, ${chart.x_label} ${tick(value)}: ${number}`;
    });
    if (bars) drawBars(svg, all, index, x, y, tips);
    else drawLine(svg, series, x, y, tips);
  });
  return svg;
}
