// SPDX-License-Identifier: MIT
//
// What a lab is made of: fields that a reader may change, the launch that follows from them, and an
// independent check of the result.

import type { Argument, Buffer, LaunchPlan } from "../run/executor.ts";

export interface NumberField {
  kind: "number";
  name: string;
  label: string;
  min: number;
  max: number;
  initial: number;
}
export interface ChoiceField {
  kind: "choice";
  name: string;
  label: string;
  choices: [value: string, label: string][];
  initial: string;
}
export type Field = NumberField | ChoiceField;

/** What the reader set, by field name; numbers are whole and in range. */
export type Values = Record<string, number | string>;

export interface Experiment {
  /** The launch with its data; the buffers are new each time. */
  plan: () => LaunchPlan;
  /** Compares the buffers with what plain TypeScript computes: the first wrong element, or null. */
  check: (buffers: Record<string, Uint8Array<ArrayBuffer>>) => string | null;
  /** How many elements `check` looks at. */
  checked: number;
  /** What the launch looks like in CUDA. */
  call: string;
}

export interface Lab {
  fields: Field[];
  experiment: (values: Values) => Experiment;
}

// --- fields ------------------------------------------------------------------

export function numberField(
  name: string,
  label: string,
  [min, max]: [min: number, max: number],
  initial: number,
): NumberField {
  return { kind: "number", name, label, min, max, initial };
}

/** A choice that begins with its first entry. */
export function choiceField(
  name: string,
  label: string,
  choices: [value: string, label: string][],
): ChoiceField {
  return { kind: "choice", name, label, choices, initial: choices[0]![0] };
}

export const SIZE = numberField("n", "Elements n", [1, 65536], 10007);
export const warpField = (warps: number) => numberField("warp", "Warp to watch", [0, warps - 1], 0);

export const numberOf = (values: Values, name: string) => Number(values[name]);

// --- data --------------------------------------------------------------------

/** Element i of every input: small numbers that differ from their neighbours, exact as floats. */
export const inputAt = (i: number) => ((i * 7919) % 8191) - 4096;

/** The bytes of `count` floats. */
export function floats(count: number, at: (i: number) => number): Uint8Array<ArrayBuffer> {
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; ++i) numbers[i] = at(i);
  return new Uint8Array(numbers.buffer);
}

/** The first element of `got` that is not `want(i)`, in words. */
export function firstWrong(
  name: string,
  got: ArrayLike<number>,
  count: number,
  want: (i: number) => number,
): string | null {
  for (let i = 0; i < count; ++i) {
    const value = got[i];
    if (value !== want(i)) return `${name}[${i}] is ${value}, but should be ${want(i)}`;
  }
  return null;
}

// --- launches ----------------------------------------------------------------

/** A parameter of a launch: how CUDA writes it, what is passed, the buffer that it names. */
export interface Parameter {
  text: string;
  argument: Argument;
  buffer?: () => Buffer;
}

/** A buffer that holds poison until the kernel has written it. */
export function output(name: string, bytes: number, type = "float"): Parameter {
  return { text: name, argument: { buffer: name }, buffer: () => ({ name, bytes, type }) };
}

/** A buffer that the kernel changes. */
export function changed(
  name: string,
  type: string,
  data: () => Uint8Array<ArrayBuffer>,
): Parameter {
  const buffer = () => {
    const bytes = data();
    return { name, bytes: bytes.byteLength, type, data: bytes, changes: true };
  };
  return { text: name, argument: { buffer: name }, buffer };
}

/** A buffer of floats; the kernel gets the address of element `first`. */
export function input(name: string, count: number, at = inputAt, first = 0): Parameter {
  return {
    text: first === 0 ? name : `${name} + ${first}`,
    argument: { buffer: name, at: 4 * first },
    buffer: () => ({ name, bytes: 4 * count, data: floats(count, at) }),
  };
}

export const i32 = (value: number): Parameter => ({ text: `${value}`, argument: { i32: value } });
export const u64 = (value: number): Parameter => ({ text: `${value}`, argument: { u64: value } });
export const f32 = (value: number): Parameter => ({
  text: `${value.toFixed(1)}f`,
  argument: { f32: value },
});
/** A struct of numbers of four bytes. */
export const struct = (type: string, ...u32s: number[]): Parameter => ({
  text: `${type}{${u32s.join(", ")}}`,
  argument: { u32s },
});

export type Dimensions = [x: number, y: number, z: number];

/** Blocks of `width` by `height` that cover `x` by `y`. */
export const blocksFor = (x: number, y: number, width: number, height: number): Dimensions => [
  Math.ceil(x / width),
  Math.ceil(y / height),
  1,
];

const dimensionsInCode = ([x, y]: Dimensions) => (y === 1 ? `${x}` : `dim3(${x}, ${y})`);

export interface Launch {
  /** As CUDA writes it, and as the compiler mangles it. */
  kernel: string;
  symbol: string;
  grid: Dimensions;
  block: Dimensions;
  /** The output first. */
  parameters: Parameter[];
  /** The warp whose accesses are drawn, and its block; the first if nothing is said. */
  warp?: number;
  watched?: number;
  variables?: LaunchPlan["variables"];
}

export interface Wanted {
  count: number;
  /** What element i of the output must be. */
  at: (i: number) => number;
  /** How the output's bytes are read; as floats, if nothing is said. */
  read?: (bytes: ArrayBuffer) => ArrayLike<number>;
}

const asFloats = (bytes: ArrayBuffer) => new Float32Array(bytes);

/** Makes one launch and compares all of its output. */
export function experimentOf(launch: Launch, wanted: Wanted): Experiment {
  const { kernel, symbol, grid, block, parameters } = launch;
  const { warp = 0, watched = 0, variables = [] } = launch;
  const name = parameters[0]!.text;
  const texts = parameters.map(({ text }) => text).join(", ");
  return {
    plan: () => ({
      symbol,
      grid,
      block,
      buffers: parameters.flatMap(({ buffer }) => buffer?.() ?? []),
      arguments: parameters.map(({ argument }) => argument),
      variables,
      followed: { block: watched, warp },
    }),
    check: (buffers) => {
      const read = wanted.read ?? asFloats;
      return firstWrong(name, read(buffers[name]!.buffer), wanted.count, wanted.at);
    },
    checked: wanted.count,
    call: `${kernel}<<<${dimensionsInCode(grid)}, ${dimensionsInCode(block)}>>>(${texts})`,
  };
}
