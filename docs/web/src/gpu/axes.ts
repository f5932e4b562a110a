// SPDX-License-Identifier: MIT
//
// Scales of a chart: from values to places in the picture, and where the ticks stand.

import { tick, written } from "./numbers.ts";
import type { Value } from "./results.ts";

export interface Scale {
  place: (value: Value) => number;
  ticks: [value: Value, label: string][];
}

const MAX_TICKS = 14;

/** Steps of 1, 2 or 5 times a power of ten that divide the range into about `count` parts. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    return Number(((first + at) * step).toPrecision(12));
  });
}

/** Names side by side, each in the middle of its part. */
export function categories(values: Value[], from: number, to: number): Scale {
  const names = [...new Set(values)];
  const width = (to - from) / names.length;
  const place = (value: Value) => from + width * (names.indexOf(value) + 0.5);
  return { place, ticks: names.map((value) => [value, tick(value)]) };
}

/** Numbers at equal distances. */
export function linear(values: number[], from: number, to: number, fromZero: boolean): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least) * 0.04 || Math.abs(most) * 0.1 || 1;
  const low = fromZero ? Math.min(0, least) : least - margin;
  const high = most + margin;
  const place = (value: Value) => from + ((to - from) * (Number(value) - low)) / (high - low);
  return { place, ticks: niceTicks(low, high, 6).map((one) => [one, written(one)]) };
}

/** Numbers at equal ratios. Ticks stand at values of the rows, as many as have room. */
export function logarithmic(values: number[], from: number, to: number): Scale {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [low, high] = [Math.log(sorted[0]!), Math.log(sorted.at(-1)!)];
  const span = high - low || 1;
  const place = (value: Value) =>
    from + (to - from) * (0.02 + (0.96 * (Math.log(Number(value)) - low)) / span);
  const ticks: [Value, string][] = [];
  for (const value of sorted) {
    const last = ticks.at(-1)?.[0];
    const distance = last === undefined ? Infinity : Math.log(value / Number(last));
    if (distance >= span / MAX_TICKS) ticks.push([value, tick(value)]);
  }
  return { place, ticks };
}
