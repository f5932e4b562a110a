// SPDX-License-Identifier: MIT
//
// The roofline widget's own part, with values worked out by hand. The arithmetic of the roof is
// tested in common/tests/roofline.cpp, and as the page has it in site-test/model.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { digits, rate, rooflineInWords } from "../src/widget/roofline.ts";
import { place } from "../src/widget/roofline_picture.ts";

// 60 T operations and 4 TB a second: the ridge is 60 / 4.
const ridge = 15;

test("rates are written with three digits", () => {
  assert.equal(rate(61.98e12), "62 TFLOP/s");
  assert.equal(rate(1.0705e15), "1.07 PFLOP/s");
  assert.equal(rate(367.8e9), "368 GFLOP/s");
  assert.equal(rate(1.5e6), "1.5 MFLOP/s");
  assert.equal(rate(0), "0 MFLOP/s");
  assert.equal(digits(0.083333), "0.0833");
  assert.equal(digits(1234.5), "1235");
});

test("a sum of arrays is limited by bytes", () => {
  const kernel = { operations: 1, bytes: 12 };
  const words = rooflineInWords(kernel, { ridge, attainable: 4e12 / 12 });
  assert.equal(
    words,
    "0.0833 operations a byte, left of the ridge at 15. Bytes set the limit: at most 333 GFLOP/s.",
  );
});

test("a kernel right of the ridge is limited by arithmetic, and says what it reached", () => {
  const kernel = { operations: 256, bytes: 4, reached: 45e12 };
  assert.equal(
    rooflineInWords(kernel, { ridge, attainable: 60e12 }),
    "64 operations a byte, right of the ridge at 15. Arithmetic sets the limit: at most 60 TFLOP/s. " +
      "It ran at 45 TFLOP/s, 75 % of that.",
  );
  assert.match(
    rooflineInWords({ operations: 15, bytes: 1 }, { ridge, attainable: 60e12 }),
    /, at the ridge/,
  );
});

test("a logarithmic axis has its ends at powers of ten, and nothing lies beyond them", () => {
  assert.equal(place(1, -2, 4), 2 / 6);
  assert.equal(place(10 ** 4, -2, 4), 1);
  assert.equal(place(10 ** 7, -2, 4), 1);
  assert.equal(place(10 ** -5, -2, 4), 0);
  assert.equal(place(0, -2, 4), 0);
});
