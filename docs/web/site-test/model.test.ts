// SPDX-License-Identifier: MIT
//
// Pictures are laid out by TypeScript, costs come from common/warp_model.hpp: both must agree.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { roundsOf, sectorsOf, type WarpAccess } from "../src/lab/pattern.ts";
import { WarpModel } from "../src/widget/model.ts";
import { BUILD } from "./browser.ts";

const wasm = readFileSync(join(BUILD, "wasm/bin/model.wasm"));
const model = new WarpModel((await WebAssembly.instantiate(wasm, {})).instance);

/** Numbers that look random and are the same in every run. */
function generator(): (below: number) => number {
  let state = 12345;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function* accesses(): Generator<WarpAccess> {
  const random = generator();
  for (let i = 0; i < 3000; ++i) {
    const bytes = [1, 2, 4, 8, 16][random(5)]!;
    const [stride, offset, reach] = [random(40), random(40), 1 + random(64)];
    const wild = random(2) === 1;
    const pairs = 1 + random(4);
    const index = (lane: number) => {
      return wild ? random(reach) : Math.floor(lane / pairs) * stride + offset;
    };
    const mask = random(3) === 0 ? (random(2 ** 31) * 2 + random(2)) >>> 0 : 0xffffffff;
    yield { bytes, mask, at: Array.from({ length: 32 }, (_, lane) => bytes * index(lane)) };
  }
}

test("drawn sectors and rounds are as many as the model counts", () => {
  for (const access of accesses()) {
    const global = model.global(access);
    const sectors = sectorsOf(access);
    assert.equal(sectors.length, global.sectors, JSON.stringify(access));
    const useful = sectors.reduce((sum, sector) => sum + sector.usefulBytes, 0);
    assert.equal(useful, global.usefulBytes, JSON.stringify(access));
    assert.equal(roundsOf(access).length, model.shared(access).wavefronts, JSON.stringify(access));
  }
});

test("residency knows the devices and their limits", () => {
  const devices = model.devices();
  assert.equal(devices[0]?.name, "NVIDIA H200");
  const block = { threads: 256, registers: 40, sharedBytes: 48 * 1024 };
  assert.equal(model.residency(0, block).resident, 4); // 49 KiB each of 228
  assert.equal(model.residency(0, { ...block, sharedBytes: 0 }).resident, 6); // 65536 / (40 * 256)
});

test("the budget is the one that ZeRO's authors print", () => {
  // Narayanan et al. 2021, table 1: 7.5 billion. Rajbhandari et al. 2020, figure 1: 64 devices.
  const shape = { layers: 36, hidden: 4096, heads: 32, sequence: 2048, vocabulary: 51200 };
  const kept = [0, 1, 2, 3].map((sharding) => {
    const budget = model.budget(shape, { sharding, ranks: 64, sequences: 0, recompute: 0 });
    assert.equal(budget.activations, 0);
    const { parameters, weights, gradients, master, moments } = budget;
    return (7.5 * (weights + gradients + master + moments)) / parameters;
  });
  [120, 31.4, 16.6, 1.88].forEach((gb, stage) => assert.ok(Math.abs(kept[stage]! - gb) < 0.05));
  const one = model.budget(shape, { sharding: 0, ranks: 1, sequences: 1, recompute: 2 });
  assert.equal(one.activations, 36 * 2048 * 4096 * 2);
});
