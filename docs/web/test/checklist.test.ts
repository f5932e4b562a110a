// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { itemKey, parseChecked } from "../src/checklist.ts";

test("what was ticked is read back, and nonsense is nothing", () => {
  assert.deepEqual(parseChecked('["a","b"]'), new Set(["a", "b"]));
  assert.deepEqual(parseChecked('["a",1]'), new Set(["a"]));
  assert.deepEqual(parseChecked("{"), new Set());
  assert.deepEqual(parseChecked('{"a":1}'), new Set());
  assert.deepEqual(parseChecked(null), new Set());
});

test("an item is known by its words", () => {
  assert.equal(itemKey("  Is it\n  right? "), "Is it right?");
});
