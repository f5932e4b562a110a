// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { verdict } from "../src/predict.ts";
import { buttonLabel, chapterOf, markInWords, parseProgress, visited } from "../src/progress.ts";
import { cellNumber, nextDirection, sortedOrder } from "../src/sort.ts";
import { recall, remember } from "../src/store.ts";
import { place } from "../src/tooltip.ts";

test("an address tells its chapter", () => {
  assert.equal(
    chapterOf("file:///b/chapters/chapter03_global_memory/index.html#a"),
    "chapter03_global_memory",
  );
  assert.equal(chapterOf("https://example.com/docs/pages/api.html"), null);
});

test("a visit begins a chapter and does not undo its end", () => {
  assert.equal(visited(parseProgress(null)), "reading");
  assert.equal(visited(parseProgress("nonsense")), "reading");
  assert.equal(visited("done"), "done");
  assert.notEqual(buttonLabel("done"), buttonLabel("reading"));
});

test("a header's clicks go round", () => {
  assert.equal(nextDirection(nextDirection(nextDirection("none"))), "none");
});

test("cells are read as the pages write them", () => {
  assert.equal(cellNumber("33,554,432"), 33554432);
  assert.equal(cellNumber("\u22121.5"), -1.5);
  assert.equal(cellNumber("1.59×"), 1.59);
  assert.equal(cellNumber("float4"), null);
});

test("numbers sort by size, equal ones keep their order, empty ones come last", () => {
  assert.deepEqual(sortedOrder(["10", "–", "9", "10"], "ascending"), [2, 0, 3, 1]);
  assert.deepEqual(sortedOrder(["10", "–", "9", "10"], "descending"), [0, 3, 2, 1]);
  assert.deepEqual(sortedOrder(["b", "a"], "ascending"), [1, 0]);
  assert.deepEqual(sortedOrder(["b", "a"], "none"), [0, 1]);
});

test("a bubble stays inside the window", () => {
  const bubble = { width: 100, height: 20 };
  const view = { width: 360, height: 640 };
  const at = (left: number, top: number) =>
    place({ left, top, width: 10, height: 10 }, bubble, view);
  assert.deepEqual(at(200, 300), { left: 155, top: 274 });
  assert.deepEqual(at(0, 300), { left: 6, top: 274 });
  assert.deepEqual(at(355, 0), { left: 254, top: 16 });
});

test("an answer says what was predicted", () => {
  assert.match(verdict(null, "a"), /without a prediction/);
  assert.match(verdict("a", null), /predicted \(a\)\.$/);
  assert.match(verdict("a", "a"), /right/);
  assert.match(verdict("a", "b"), /It is \(b\)/);
});

test("a browser that stores nothing is no fault", () => {
  remember("key", "text"); // Node has no localStorage, like a browser that forbids it.
  assert.equal(recall("key"), null);
});

test("a chapter's mark tells reading and exercises", () => {
  assert.equal(markInWords("reading", 0), "begun");
  assert.equal(markInWords("done", 1), "read, 1 exercise solved");
  assert.equal(markInWords("unread", 3), "not read yet, 3 exercises solved");
});
