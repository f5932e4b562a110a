// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { lookThrough, mustScroll } from "../src/scroll.ts";

test("only what is wider than its place scrolls", () => {
  assert.ok(mustScroll(360, 280));
  assert.ok(!mustScroll(280, 280));
});

test("many places are looked at one after the other, and a new list takes the place of the old", () => {
  const seen: number[] = [];
  const waiting: (() => void)[] = [];
  const look = (place: number) => {
    seen.push(place);
    for (const begin = performance.now(); performance.now() - begin < 10;);
  };
  const lookAt = lookThrough(look, (action) => waiting.push(action));
  lookAt([1, 2, 3]);
  assert.equal(waiting.length, 1);
  waiting.shift()!();
  assert.deepEqual(seen, [1]); // it took longer than a page may wait
  lookAt([4, 5]);
  while (waiting.length > 0) waiting.shift()!();
  assert.deepEqual(seen, [1, 4, 5]);
});
