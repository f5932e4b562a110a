// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { countLine, matches } from "../src/ledger.ts";

const TEXT = "Wrong Wider loads raise that limit. C018";

test("all words must stand in a claim, in any order and case", () => {
  assert.ok(matches(TEXT, "wrong", "", new Set()));
  assert.ok(matches(TEXT, "wrong", "LIMIT wider", new Set()));
  assert.ok(!matches(TEXT, "wrong", "wider stores", new Set()));
});

test("a chosen verdict hides the others", () => {
  assert.ok(matches(TEXT, "wrong", "", new Set(["wrong", "true"])));
  assert.ok(!matches(TEXT, "wrong", "", new Set(["true"])));
});

test("the count tells whether something is hidden", () => {
  assert.equal(countLine(130, 130), "130 claims");
  assert.equal(countLine(1, 130), "1 of 130 claims");
});
