// SPDX-License-Identifier: MIT

import { strict as assert } from "node:assert";
import { test } from "node:test";

import { share } from "../site-test/share.ts";

const DAY_MS = 86_400_000;
const ITEMS = ["a", "b", "c", "d", "e", "f", "g"];

test("three days of three parts hold everything once", () => {
  const days = [100, 101, 102].map((day) => share(ITEMS, 3, day * DAY_MS));
  assert.deepEqual(days.flat().sort(), ITEMS);
  for (const day of days) assert.ok(day.length === 2 || day.length === 3);
});

test("a day has one part from its first moment to its last", () => {
  const first = share(ITEMS, 3, 100 * DAY_MS);
  assert.deepEqual(share(ITEMS, 3, 101 * DAY_MS - 1), first);
  assert.notDeepEqual(share(ITEMS, 3, 101 * DAY_MS), first);
});

test("one part is everything, and there is no half of one", () => {
  assert.deepEqual(share(ITEMS, 1, 12345), ITEMS);
  for (const parts of [0, 1.5, NaN]) assert.throws(() => share(ITEMS, parts, 0), /CM_PARTS/);
});
