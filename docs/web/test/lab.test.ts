// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { wholeNumber } from "../src/lab/fields.ts";
import { checkInWords, costliest, stepInWords } from "../src/lab/lab.ts";
import { firstWrong, LABS, type Values } from "../src/lab/labs.ts";
import { lanesInWords, roundsOf, sectorsOf, type WarpAccess } from "../src/lab/pattern.ts";
import { checkVerdict, elapsed, verdict } from "../src/run/program.ts";
import { parseReport, trafficRow } from "../src/run/report.ts";

const access = (bytes: number, index: (lane: number) => number, mask = 0xffffffff): WarpAccess => ({
  bytes,
  mask,
  at: Array.from({ length: 32 }, (_, lane) => index(lane) * bytes),
});

test("sectors: neighbours share them, strides do not", () => {
  assert.equal(sectorsOf(access(4, (i) => i)).length, 4);
  assert.equal(sectorsOf(access(4, (i) => 3 * i)).length, 12);
  assert.equal(sectorsOf(access(4, (i) => i + 1)).length, 5);
  assert.equal(sectorsOf(access(16, (i) => i)).length, 16);
  assert.equal(sectorsOf(access(4, () => 5))[0]?.usefulBytes, 4);
  assert.deepEqual(sectorsOf(access(4, (i) => i, 0)), []);
  assert.deepEqual(
    sectorsOf(access(4, (i) => i, 0x80000001)).map((one) => one.lanes),
    [[0], [31]],
  );
});

test("rounds: a bank delivers one word in each", () => {
  assert.equal(roundsOf(access(4, (i) => i)).length, 1);
  assert.equal(roundsOf(access(4, (i) => 2 * i)).length, 2);
  assert.equal(roundsOf(access(4, (i) => 32 * i)).length, 32);
  assert.equal(roundsOf(access(4, (i) => 33 * i)).length, 1);
  assert.equal(roundsOf(access(4, () => 7)).length, 1);
  assert.equal(roundsOf(access(8, (i) => i)).length, 2);
  assert.equal(roundsOf(access(16, (i) => i)).length, 4);
  assert.equal(roundsOf(access(8, (i) => Math.floor(i / 2))).length, 1);
  const delivered = roundsOf(access(8, (i) => 2 * i)).flat();
  assert.deepEqual(new Set(delivered.flatMap(({ lanes }) => lanes)).size, 32);
});

test("lanes are read as ranges", () => {
  assert.equal(lanesInWords([0, 1, 2, 3, 7, 9, 10]), "0–3, 7, 9–10");
  assert.equal(lanesInWords([]), "");
});

test("fields keep to their range, whatever is typed", () => {
  const field = { kind: "number", name: "n", label: "n", min: 1, max: 9, initial: 3 } as const;
  assert.deepEqual(
    ["5", "0", "-2", "100", "2.6", "", "x"].map((t) => wholeNumber(t, field)),
    [5, 1, 1, 9, 3, 1, 3],
  );
});

test("the list of labs and their descriptions name the same labs", () => {
  const listed = JSON.parse(
    readFileSync(new URL("../labs.json", import.meta.url), "utf8"),
  ) as object;
  assert.deepEqual(Object.keys(listed).sort(), Object.keys(LABS).sort());
});

test("a lab's check notices one wrong element", () => {
  for (const [name, lab] of Object.entries(LABS)) {
    const values: Values = Object.fromEntries(lab.fields.map((one) => [one.name, one.initial]));
    const experiment = lab.experiment(values);
    const output = experiment.plan().buffers[0]!;
    const poison = { [output.name]: new Uint8Array(output.bytes).fill(0xff) };
    assert.match(experiment.check(poison) ?? "", /\[0\] is .* but should be/, name);
  }
});

test("a value that is no number is wrong", () => {
  assert.match(firstWrong("out", [NaN], 1, () => 1) ?? "", /out\[0\] is NaN/);
  assert.equal(
    firstWrong("out", [1], 1, () => 1),
    null,
  );
  assert.match(checkInWords(null, 1000), /all 1,000 outputs/);
  assert.match(checkInWords("out[0] is 1", 1), /^Wrong/);
});

test("a request is told in one sentence", () => {
  const step = { line: 7, column: 1, mask: 1, at: [], bytes: 4, cost: 1, ideal: 1 } as const;
  assert.equal(
    stepInWords({ ...step, at: [], space: "global", access: "load", buffer: "in" }),
    "Line 7 reads in, 4 bytes a lane: 1 sector, ideally 1.",
  );
  assert.match(
    stepInWords({ ...step, at: [], cost: 2, space: "shared", access: "store", buffer: "" }),
    /writes shared memory.*2 wavefronts/,
  );
});

test("the request that wastes most is drawn first", () => {
  const step = { line: 1, column: 1, mask: 1, at: [], bytes: 4, buffer: "in" };
  const make = (cost: number) =>
    ({ ...step, cost, ideal: 1, space: "global", access: "load" }) as const;
  assert.equal(costliest([make(1), make(3), make(3)]), 1);
  assert.equal(costliest([make(1), make(1)]), 0);
});

test("exit codes in words", () => {
  assert.match(verdict(0, 0), /^Passed/);
  assert.match(verdict(0, 2), /2 findings/);
  assert.match(verdict(1, 0), /exit code 1/);
  assert.match(verdict(77, 0), /^Skipped/);
  assert.match(checkVerdict(0, 0), /found none/);
  assert.match(checkVerdict(0, 2), /found 2/);
  assert.match(checkVerdict(1, 0), /exit code 1/);
  assert.match(elapsed(12.4), /12 ms/);
  assert.match(elapsed(2340), /2\.3 s/);
});

test("what is no report is none", () => {
  assert.equal(parseReport("{"), null);
  assert.equal(parseReport('{"schema": 2, "kernels": []}'), null);
  assert.notEqual(parseReport('{"schema": 1, "kernels": [], "findings": []}'), null);
});

test("traffic is told for global and shared memory, and for no other", () => {
  const base = { file: "a.cu", line: 3, column: 5, access: "load", bytes: 4, requests: 2 };
  assert.deepEqual(
    trafficRow({ ...base, space: "global", sectors: 8, ideal_sectors: 8, useful_bytes: 256 }),
    ["3:5", "global load, 4 B", "2", "4 sectors", "4", "100 %"],
  );
  assert.equal(trafficRow({ ...base, space: "constant" }), null);
});
