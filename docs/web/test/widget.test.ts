// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { diagnosticsIn } from "../src/edit/diagnostics.ts";
import { codeIn, fragmentFor, labIn } from "../src/edit/share.ts";
import { roundsInWords, tileAccess } from "../src/widget/banks.ts";
import { budgetInWords, inGb, together } from "../src/widget/budget.ts";
import { accessOf, costInWords, firstLanes } from "../src/widget/coalescing.ts";
import { MovedLanes } from "../src/widget/lanes.ts";
import { limitsInWords, residencyInWords, steps } from "../src/widget/occupancy.ts";
import { finish, schedule, timelineInWords } from "../src/widget/streams.ts";

test("coalescing: fields become addresses", () => {
  const values = { bytes: "8", order: "down", stride: 2, offset: 1, active: 3 };
  const access = accessOf(values);
  assert.equal(access.mask, 0b111);
  assert.equal(access.at[31], 8);
  assert.equal(access.at[0], 8 * (1 + 2 * 31));
  assert.equal(firstLanes(32), 0xffffffff);
  assert.equal(firstLanes(0), 0);
  assert.match(costInWords({ requests: 1, sectors: 1, lines: 1, usefulBytes: 4 }), /4 of 32 bytes/);
});

test("coalescing: a lane moved by hand leaves the formula, and comes back", () => {
  const values = { bytes: "4", order: "up", stride: 1, offset: 0, active: 32 };
  const moved = new MovedLanes();
  moved.move(31, 2);
  moved.move(0, -5);
  assert.equal(accessOf(values, moved).at[31], 4 * 33);
  assert.equal(accessOf(values, moved).at[0], 0); // nothing lies before the first element
  assert.ok(moved.any);
  moved.reset();
  assert.deepEqual(accessOf(values, moved), accessOf(values));
});

test("banks: padding and swizzle move the columns", () => {
  const values = { bytes: "4", walk: "column", width: 32, padding: 1, column: 2, swizzle: "plain" };
  assert.equal(tileAccess(values).at[1], 4 * (33 + 2));
  assert.equal(tileAccess({ ...values, padding: 0, swizzle: "xor" }).at[3], 4 * (96 + 1));
  assert.match(roundsInWords({ wavefronts: 1, ideal: 1 }), /no conflict/);
  assert.match(roundsInWords({ wavefronts: 4, ideal: 2 }), /instead of 2/);
});

test("streams: one stream runs in turn, engines are never used twice at once", () => {
  const work = { chunks: 4, streams: 1, stages: [8, 6, 8], copyEngines: 2 } as const;
  assert.equal(finish(schedule({ ...work, stages: [8, 6, 8] })), 22);
  const pieces = schedule({ chunks: 6, streams: 3, stages: [3, 5, 4], copyEngines: 1 });
  for (const a of pieces) {
    for (const b of pieces) {
      const sameEngine = a.stage === b.stage || (a.stage !== 1 && b.stage !== 1);
      const sameChunk = a.chunk === b.chunk;
      if (a === b || !(sameEngine || sameChunk)) continue;
      assert.ok(a.end <= b.begin + 1e-9 || b.end <= a.begin + 1e-9, JSON.stringify([a, b]));
    }
  }
  assert.match(timelineInWords({ ...work, stages: [8, 6, 8] }), /100 %/);
});

test("occupancy names every limit that holds", () => {
  const fit = { threads: 8, blocks: 32, registers: 4, shared: 4, resident: 4 };
  assert.equal(limitsInWords(fit), "registers and shared memory");
  const device = { name: "a", threads: 2048 };
  const block = { threads: 256, registers: 60, sharedBytes: 0 };
  assert.match(residencyInWords(device, block, fit), /4 blocks, 32 of 64 warps: 50 %/);
  assert.match(
    residencyInWords(device, block, { ...fit, shared: 0, resident: 0 }),
    /No block fits/,
  );
  assert.deepEqual(
    steps((registers) => (registers < 10 ? 2 : 1)),
    [
      [1, 2],
      [10, 1],
    ],
  );
});

test("clang's lines become places, other lines are passed over", () => {
  const text =
    "In file included from x\nkernel.cu:3:5: error: no 'x'\nuses:1:1: error: y\n" +
    "kernel.cu:1:2: warning: w\nkernel.cu:1:2: note: n\n1 error generated.";
  assert.deepEqual(
    diagnosticsIn(text).map(({ line, column, severity }) => [line, column, severity]),
    [
      [3, 5, "error"],
      [1, 2, "warning"],
      [1, 2, "info"],
    ],
  );
});

test("a link holds the code, and a damaged one says so", async () => {
  const code = "// <script>alert(1)</script>\n__global__ void k() {}\n";
  const fragment = await fragmentFor("strided-copy", code);
  assert.equal(labIn(fragment), "strided-copy");
  assert.equal(await codeIn(fragment), code);
  await assert.rejects(codeIn("#kernel=strided-copy.%%%"), /damaged/);
  await assert.rejects(codeIn(`${fragment.slice(0, -4)}AAAA`), /damaged/);
  assert.equal(labIn("#some-heading"), null);
});

test("neither a link nor what it unpacks to is long", async () => {
  await assert.rejects(fragmentFor("strided-copy", "x".repeat(200_000)), /too long for a link/);
  const bomb = deflateSync(Buffer.alloc(50_000_000)).toString("base64url");
  await assert.rejects(codeIn(`#kernel=strided-copy.${bomb}`), /damaged/);
});

test("the budget says what is kept and whether it fits", () => {
  const kept = { parameters: 1e9, weights: 2e9, gradients: 2e9, master: 4e9, moments: 8e9 };
  const budget = { ...kept, activations: 0.5e9 };
  assert.equal(together(budget), 16.5e9);
  assert.equal(inGb(349.2e9), "349");
  assert.equal(inGb(1.876e9), "1.88");
  const fits = "The device keeps 16.0 GB of states and 0.500 GB of activations, 16.5 GB of 80.";
  assert.equal(budgetInWords(budget, 1, 80e9), `${fits} It fits.`);
  assert.match(budgetInWords(budget, 8, 16e9), /^Each of 8 devices .* It does not fit\.$/);
});
