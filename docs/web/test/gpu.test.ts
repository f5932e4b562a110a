// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { linear, logarithmic, niceTicks } from "../src/gpu/axes.ts";
import { commonDecimals, tick, written } from "../src/gpu/numbers.ts";
import { ask, choose, evaluate, type Column, type Query } from "../src/gpu/query.ts";
import { joinCounters, readAll, resultsIn, type Results } from "../src/gpu/results.ts";
import { exported, imported } from "../src/yours.ts";

const row = (variant: string, stride: number, rate: number) => ({
  kernel: "copy",
  variant,
  n: 1024,
  params: { stride },
  time_ms: 8 / rate,
  bandwidth_gbps: rate,
});
const file = (changes: object = {}) => ({
  name: "chapter03.copy.json",
  text: JSON.stringify({
    program: "chapter03.copy",
    measured: { gpu: "Made-up GPU", date: "2026-01-02T03:04:05Z" },
    rows: [row("float", 1, 100), row("float", 2, 50), row("float4", 1, 200)],
    ...changes,
  }),
});
const CSV = [
  "kernel,variant,params,n,launch,load_sectors,predicted_sectors",
  "copy,float,stride=1,1024,0,128,4",
  "copy,float,stride=2.0,1024,1,256,8",
  "copy,float4,stride=1,1024,2,1,1",
  "copy,float4,stride=1,1024,3,2,1",
].join("\n");

const column = (value: Column["value"], more: Partial<Column> = {}): Column => ({
  label: "Rate",
  unit: "GB/s",
  value,
  key: false,
  predicted: false,
  digits: null,
  whole: false,
  times: false,
  ...more,
});
const stride = column("stride", { label: "Stride", unit: "", key: true, whole: true });
const query = (more: Partial<Query> = {}): Query => ({
  program: "chapter03.copy",
  gpu: "Book GPU",
  kernels: [],
  variants: [],
  where: [],
  base: [],
  sort: [],
  across: "",
  columns: [stride, column("bandwidth_gbps")],
  owners: [0, 1],
  lines: [
    { kernel: "copy", variant: "float", n: 1024, stride: 1 },
    { kernel: "copy", variant: "float", n: 1024, stride: 2 },
  ],
  ...more,
});

test("a results file is read, its counters joined where they are one count", () => {
  const results = resultsIn(file());
  joinCounters(results, { name: "chapter03.copy.counters.csv", text: CSV });
  assert.deepEqual([results.gpu, results.date], ["Made-up GPU", "2026-01-02"]);
  assert.deepEqual(
    results.rows.map(({ fields }) => fields["counted_load_sectors"]),
    [128, 256, undefined],
  );
  assert.deepEqual(
    results.rows.map(({ fields }) => fields["summed_load_sectors"]),
    [128, 256, 3],
  );
  assert.equal(results.rows[0]?.fields["counted_predicted_sectors"], undefined);
});

test("each bad file gets one sentence that names it", () => {
  const cases: [object | string, RegExp][] = [
    ["<script>alert(1)</script>", /^a\.json is no JSON\.$/],
    ["[1]", /^a\.json is no results file/],
    ["null", /^a\.json is no results file/],
    [{ program: "x", rows: [], measured: {} }, /does not say which GPU/],
    [{ program: "x", rows: [{}], measured: { gpu: "g" } }, /a row has no kernel/],
    [{ program: "x", rows: [], measured: { gpu: "g" }, quick: true }, /quick trial/],
  ];
  for (const [content, sentence] of cases) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const { results, problems } = readAll([{ name: "a.json", text }]);
    assert.equal(results.length, 0);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, sentence);
  }
  assert.match(readAll([{ name: "chapter03.copy.counters.csv", text: CSV }]).problems[0]!, /alone/);
  assert.match(readAll([]).problems[0]!, /No results file/);
});

test("a folder may hold other files, but only one GPU's", () => {
  const other = { name: "context.json", text: "{}" };
  const csv = { name: "chapter03.copy.counters.csv", text: CSV };
  assert.deepEqual(readAll([other, csv, file()]).problems, []);
  assert.equal(
    readAll([other, csv, file()]).results[0]?.rows[1]?.fields["counted_load_sectors"],
    256,
  );
  const second = file({ program: "chapter03.b", measured: { gpu: "Another" } });
  assert.match(readAll([file(), second]).problems[0]!, /several GPUs: Made-up GPU, Another/);
});

test("rows are chosen and sorted as a page asks", () => {
  const results = resultsIn(file());
  const rates = (more: Partial<Query>) =>
    choose(results, query(more)).map(({ fields }) => fields["bandwidth_gbps"]);
  assert.deepEqual(rates({ variants: ["float4", "float"] }), [200, 100, 50]);
  assert.deepEqual(rates({ where: [["stride", true, ["2", "3"]]] }), [50]);
  assert.deepEqual(rates({ where: [["stride", false, ["2.0"]]] }), [100, 200]);
  assert.deepEqual(rates({ sort: ["-bandwidth_gbps"] }), [200, 100, 50]);
});

test("formulas know the base row, and what is missing has no value", () => {
  const [first, second] = resultsIn(file()).rows as [Results["rows"][0], Results["rows"][0]];
  const ratio = { op: "/", of: ["bandwidth_gbps", "base.bandwidth_gbps"] };
  assert.equal(evaluate(ratio, second, first), 0.5);
  assert.equal(evaluate(ratio, second, null), null);
  assert.equal(evaluate({ op: "/", of: ["n", 0] }, first, first), null);
  assert.equal(evaluate({ op: "abs", of: [{ op: "-", of: [1, "stride"] }] }, second, null), 1);
});

test("an answer has a cell for each line, and lines of its own", () => {
  const answer = ask(resultsIn(file()), query())!;
  assert.equal(answer.added[0]?.header, "Rate (GB/s), Made-up GPU");
  assert.deepEqual(answer.added[0]?.cells, ["100", "50", "200"]);
  assert.deepEqual(answer.newLines, [new Map([[0, "1"]])]);
  assert.equal(ask(resultsIn(file()), query({ kernels: ["none"] })), null);
});

test("the book's own model is told from the reader's", () => {
  const answer = ask(resultsIn(file()), query({ gpu: "Made-up GPU" }))!;
  assert.equal(answer.added[0]?.header, "Rate (GB/s), your Made-up GPU");
});

test("numbers are written as in the book", () => {
  assert.equal(written(12345.6, 1), "12,345.6");
  assert.equal(written(-4), "\u22124");
  assert.equal(written(0.01234), "0.0123");
  assert.equal(written(true), "yes");
  assert.equal(commonDecimals([4, 8], true), 0);
  assert.equal(commonDecimals([2.5, 0.01], true), 3);
  assert.equal(tick(33554432), "32\u00a0Mi");
});

test("axes have few round ticks, and leave out labels that would touch", () => {
  assert.deepEqual(niceTicks(0, 9.3, 5), [0, 2, 4, 6, 8]);
  const scale = linear([10, 20], 100, 0, true);
  assert.equal(scale.place(0), 100);
  const { ticks } = logarithmic([1, 2, 4, 8, 16, 32, 33], 0, 100);
  assert.deepEqual(ticks.at(-1), [32, "32"]);
});

test("progress goes out and comes back, and nothing else comes with it", () => {
  const entries: [string, string][] = [["progress:chapter01_x", "done"]];
  assert.deepEqual(imported(exported(entries)), entries);
  assert.deepEqual(imported(exported([["gpu:x", "{}"]])), []);
  assert.throws(() => imported("{"), /holds no progress/);
  assert.throws(() => imported('{"format": "other"}'), /holds no progress/);
});
