// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { patched } from "../src/run/patch.ts";

interface Script {
  difference(base: Uint8Array, bytes: Uint8Array): Uint8Array;
}

const script = (await import(new URL("../difference.mjs", import.meta.url).href)) as Script;

/** Bytes that look like chance and are the same in each run. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = Math.imul(state, 48271) % 0x7fffffff) >> 8);
}

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const base = noise(20_000, 1);
const fresh = noise(700, 2);

/** The base with a byte changed here and there, as where places are named that moved. */
const moved = base.map((byte, at) => (at % 97 === 0 ? byte + 5 : byte));

const programs: [string, Uint8Array][] = [
  ["nothing", new Uint8Array()],
  ["the base", base],
  ["a few bytes", fresh.subarray(0, 5)],
  ["only what is fresh", fresh],
  ["the base with more in front, within and behind", joined(fresh, base.subarray(0, 9000), fresh)],
  ["pieces of the base in another order", joined(base.subarray(9000), base.subarray(0, 9000))],
  ["the base with changes", moved],
  ["the end of the base", base.subarray(19_980)],
  ["the base and the first bytes of it again", joined(base, base.subarray(0, 300))],
];

for (const [what, program] of programs) {
  test(`a difference gives the program back: ${what}`, () => {
    assert.deepEqual(patched(base, script.difference(base, program)), program);
  });
}

test("a base can be empty", () => {
  assert.deepEqual(patched(new Uint8Array(), script.difference(new Uint8Array(), fresh)), fresh);
});

test("what is copied from the base costs no fresh bytes", () => {
  const program = joined(base.subarray(0, 9000), fresh, moved.subarray(9000));
  const changes = program.length - fresh.length;
  assert.ok(script.difference(base, program).length < fresh.length + changes + 100);
});

test("a difference to another base is refused", () => {
  const difference = script.difference(base, moved);
  assert.throws(() => patched(noise(20_000, 3), difference), /different versions/);
  assert.throws(() => patched(base.subarray(0, 100), difference), /different versions/);
});
