// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { assemble } from "../src/practice/practice.ts";
import { caseLines, judge, limitInWords, trafficInWords } from "../src/practice/verdict.ts";

const mismatch = {
  verdict: "wrong-answer",
  buffer: "out",
  index: 7,
  got: "nan",
  want: "1",
  wrong: 3,
  count: 9,
};

test("lines that are no cases are passed over", () => {
  assert.deepEqual(caseLines('{"case": "one"}\nnoise\n{"other": 1}\n').length, 1);
});

test("all cases right is accepted, with the traffic told", () => {
  const limits = [{ metric: "global_load_requests", counted: 10, at_most: 12 }];
  const verdict = judge([{ case: "one" }, { case: "traffic", limits }]);
  assert.ok(verdict.accepted);
  assert.match(verdict.title, /2 cases/);
  assert.match(verdict.details[0] ?? "", /global load requests: 10, limit 12 \(within\)/);
});

test("the first fault decides, and names case and element", () => {
  const verdict = judge([{ case: "one" }, { case: "five", mismatch }]);
  assert.ok(!verdict.accepted);
  assert.equal(verdict.title, "Wrong answer.");
  assert.match(verdict.details.join(" "), /five.*out\[7\] is nan, expected 1; 3 of 9/);
});

test("a finding outweighs a wrong element, and a warning is no fault", () => {
  const finding = { severity: "error", kind: "race", file: "", line: 4, message: "m", fix: "f" };
  const verdict = judge([{ case: "one", mismatch, findings: [finding] }]);
  assert.equal(verdict.title, "Race.");
  assert.match(verdict.details.join(" "), /Line 4: m\. What to do: f\./);
  assert.ok(judge([{ case: "one", findings: [{ ...finding, severity: "warning" }] }]).accepted);
});

test("traffic above the limit is not accepted", () => {
  const limits = [{ metric: "sectors", counted: 30, at_most: 10 }];
  const verdict = judge([{ case: "traffic", limits }]);
  assert.equal(verdict.title, "Right, but above a limit.");
  assert.match(limitInWords(limits[0]!), /300 % of the limit/);
});

test("the reader's part keeps its line numbers", () => {
  const exercise = { name: "a/b", before: "B", after: "A", part: "", solution: "", cases: "" };
  assert.match(assemble(exercise, "mine"), /B\n#line 1 "kernel\.cu"\nmine\n/);
});

test("traffic is told against the book's solution", () => {
  const reference = { global_sectors: 100, shared_wavefronts: 0 };
  const told = (global_sectors: number, shared_wavefronts: number) =>
    trafficInWords({ global_sectors, shared_wavefronts }, reference).join(" ");
  assert.match(told(210, 0), /^Your kernel moves 2\.1 times the sectors .*: 210 against 100\.$/);
  assert.match(told(100, 0), /as many sectors of global memory/);
  assert.match(told(100, 8), /wavefronts of shared memory, the book's solution none/);
  assert.deepEqual(trafficInWords({}, {}), []);
});
