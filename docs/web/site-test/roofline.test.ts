// SPDX-License-Identifier: MIT
//
// The roofline widget: what was measured, what a reader types, and the peaks of another GPU.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { WarpModel } from "../src/widget/model.ts";
import { address, BUILD, chapterPath, onPage, ROOT, withBrowser } from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter11_roofline");

test("peaks and roofs are those of common/roofline.hpp", async () => {
  const wasm = readFileSync(join(BUILD, "wasm/bin/model.wasm"));
  const model = new WarpModel((await WebAssembly.instantiate(wasm, {})).instance);
  // A100: 108 SMs, 64 multiply-adds of float each, 1.41 GHz; 5120 bits twice at 1.215 GHz.
  const a100 = model.devices().findIndex(({ name }) => name.includes("A100"));
  assert.deepEqual(model.peak(a100, 0), {
    flops: 2 * 108 * 64 * 1.41e9,
    bytes: (2 * 1.215e9 * 5120) / 8,
  });
  assert.equal(model.peak(a100, 1).flops, 108 * 64 * 1.41e9);
  const roof = { flops: 60e12, bytes: 4e12 };
  assert.deepEqual(model.roofline(roof, 3), { ridge: 15, attainable: 12e12 });
  assert.deepEqual(model.roofline(roof, 30), { ridge: 15, attainable: 60e12 });
});

test("a measured kernel stands where the results put it", async () => {
  await onPage(address(PATH), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="roofline"]');
    const results = readFileSync(
      join(ROOT, "results/nvidia-h200/chapter01.vector_add.json"),
      "utf8",
    );
    const { rows } = JSON.parse(results) as { rows: Record<string, unknown>[] };
    const row = rows.find((one) => {
      const { block } = one["params"] as { block?: number };
      return one["variant"] === "float4" && block === 256;
    })!;
    const gflops = Number(row["n"]) / Number(row["time_ms"]) / 1e6;
    const said = new RegExp(`left of the ridge.*It ran at ${gflops.toFixed(0)} GFLOP/s`);
    await widget.getByRole("combobox", { name: "Kernel" }).selectOption("sum of two arrays");
    await widget.getByText(said).waitFor();
    assert.equal(await widget.getByRole("spinbutton").count(), 0);
  });
});

test("a reader's kernel gets its roof, by the keyboard, on any GPU", async () => {
  await onPage(address(PATH, "file"), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="roofline"]');
    await widget.getByRole("combobox", { name: "Kernel" }).focus();
    await page.keyboard.press("End");
    await widget.getByRole("combobox", { name: "Roofs of" }).selectOption("Tesla T4, peaks");
    await widget.getByRole("spinbutton", { name: "Operations" }).fill("1");
    // 320 GB/s over 12 bytes; the ridge is 8141 / 320.
    await widget
      .getByText(/^0.0833 operations a byte, left of the ridge at 25.4\. .* 26.7 GFLOP\/s\.$/)
      .waitFor();
    await widget.getByRole("spinbutton", { name: "Operations" }).fill("1200");
    await widget.getByText(/right of the ridge.*Arithmetic sets.*8.14 TFLOP\/s\.$/).waitFor();
    await widget.getByRole("combobox", { name: "Arithmetic" }).selectOption("double");
    await widget.getByText(/254 GFLOP\/s\.$/).waitFor();
    await widget.getByText("As tables").click();
    await widget.getByRole("cell", { name: "254 GFLOP/s" }).first().waitFor();
  });
});
