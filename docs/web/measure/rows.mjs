// SPDX-License-Identifier: MIT
//
// How the measurements are printed: one value a line, with the bar that it should meet.

const sorted = (samples) => [...samples].sort((a, b) => a - b);
const median = (samples) => sorted(samples)[Math.floor(samples.length / 2)];

/** A line; `met` is left out where there is no bar. */
export function row(name, value, bar = "", met = undefined) {
  const verdict = met === undefined ? "" : met ? "met" : "NOT MET";
  console.log(`${name.padEnd(52)} ${value.padStart(22)}  ${bar.padEnd(12)} ${verdict}`.trimEnd());
}

export const title = (text) => console.log(`\n${text}`);

/** A size in bytes, with a limit in kB. */
export function sizeRow(name, bytes, limit) {
  const value = `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  if (limit === undefined) row(name, value);
  else row(name, value, `≤ ${limit} kB`, bytes <= limit * 1000);
}

/** Milliseconds of some runs: the least and the median. The least is held to the bar, since other
 * programs of a busy computer can only add to it. */
export function timeRow(name, samples, limit) {
  const value = `${sorted(samples)[0].toFixed(0)} / ${median(samples).toFixed(0)} ms`;
  if (limit === undefined) row(name, value);
  else row(name, value, `≤ ${limit} ms`, sorted(samples)[0] <= limit);
}
