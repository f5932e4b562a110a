// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { mustScroll } from "../src/scroll.ts";

test("only what is wider than its place scrolls", () => {
  assert.ok(mustScroll(360, 280));
  assert.ok(!mustScroll(280, 280));
});
