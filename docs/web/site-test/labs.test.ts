// SPDX-License-Identifier: MIT
//
// Every lab runs, for values that the test chooses, and its counts are those of the formulas.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const labOf = (page: Page, name: string) => page.locator(`.lab[data-lab="${name}"]`);

async function run(lab: Locator): Promise<void> {
  await lab.getByRole("button", { name: "Run" }).click();
  await lab.getByText(/^Checked: all/).waitFor();
}

async function set(lab: Locator, label: string, value: string): Promise<void> {
  await lab.getByRole("spinbutton", { name: label }).fill(value);
}

/** "12 sectors" of the row whose access is called `name`, once the table shows `cost`. */
async function expectCost(lab: Locator, name: string, cost: string): Promise<void> {
  const row = lab.getByRole("row", { name }).filter({
    has: lab.page().getByRole("cell", { name: new RegExp(`^${cost}`) }),
  });
  await row.first().waitFor();
  assert.equal(await row.count(), 1, `${name}: ${cost}`);
}

test("strided copy: a warp of stride s touches min(s, 8) times four sectors", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "strided-copy");
    await set(lab, "Elements n", "4096");
    await run(lab);
    for (const stride of [1, 2, 3, 7, 8, 31]) {
      await set(lab, "Stride", `${stride}`);
      await expectCost(lab, "global load, 4 B", `${4 * Math.min(stride, 8)} sectors`);
      await lab.getByText(/^Checked: all 4,096 outputs/).waitFor();
    }
    await lab.getByText(/Request 1 of 2 of the warp\. Line \d+ reads in/).waitFor();
    await lab.getByRole("button", { name: "Next" }).press("Enter");
    await lab.getByText(/Request 2 of 2 .* writes out, 4 bytes a lane: 4 sectors/).waitFor();
  });
});

test("offset copy: one float off costs a fifth sector", async () => {
  await onPage(address(chapterPath("chapter03_global_memory"), "file"), {}, async (page) => {
    const lab = labOf(page, "offset-copy");
    await set(lab, "Elements n", "2048");
    await run(lab);
    for (const [offset, sectors] of [
      ["7", 5],
      ["8", 4],
      ["33", 5],
    ] as const) {
      await set(lab, "Offset in floats", offset);
      await expectCost(lab, "global load, 4 B", `${sectors} sectors`);
    }
  });
});

test("banks: the greatest common divisor of stride and 32 counts the rounds", async () => {
  await onPage(address(chapterPath("chapter04_shared_memory")), {}, async (page) => {
    const lab = labOf(page, "bank-conflict");
    await run(lab);
    for (const [stride, rounds] of [
      [1, 1],
      [6, 2],
      [12, 4],
      [33, 1],
      [32, 32],
    ] as const) {
      await set(lab, "Stride in elements", `${stride}`);
      await expectCost(lab, "shared load, 4 B", `${rounds} wavefront`);
    }
    await lab.getByRole("combobox").selectOption("uint2");
    await set(lab, "Stride in elements", "1");
    await expectCost(lab, "shared load, 8 B", "2 wavefronts");
    await lab.getByRole("combobox").selectOption("uint4");
    await expectCost(lab, "shared load, 16 B", "4 wavefronts");
  });
});

test("the tile: padding and swizzle take all conflicts away", async () => {
  await onPage(address(chapterPath("chapter05_tiling")), {}, async (page) => {
    const lab = labOf(page, "padded-tile");
    await run(lab);
    await expectCost(lab, "shared load, 4 B", "32 wavefronts");
    for (const layout of ["padded", "swizzled"]) {
      await lab.getByRole("combobox").selectOption(layout);
      await expectCost(lab, "shared load, 4 B", "1 wavefront");
    }
    await set(lab, "Rows", "33");
    await set(lab, "Columns", "65");
    await lab.getByText(/^Checked: all 2,145 outputs/).waitFor();
  });
});
