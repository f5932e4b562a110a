// SPDX-License-Identifier: MIT
//
// Every "Run the whole program" runs, and says what the native build says.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { trafficRows } from "../src/run/report.ts";
import { address, chapterPath, onPage, withBrowser } from "./browser.ts";
import { runNatively } from "./native.ts";

withBrowser();

const PROGRAMS: [chapter: string, name: string][] = [
  ["chapter03_global_memory", "access_pattern"],
  ["chapter04_shared_memory", "bank_conflict"],
  ["chapter05_tiling", "transpose"],
  ["chapter05_tiling", "conv1d"],
  ["chapter09_streams", "streams"],
  ["chapter10_unified_memory", "unified_memory"],
];

function boxOf(page: Page, chapter: string, name: string): Locator {
  return page.locator(`.run-program[data-program="${chapter.slice(0, 9)}.${name}"]`);
}

async function shownRows(box: Locator): Promise<string[][]> {
  return box
    .locator(".run-traffic tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
}

for (const [chapter, name] of PROGRAMS) {
  test(`${chapter}/${name} runs as it does natively`, async () => {
    const native = runNatively(`chapters/${chapter}/${name}.cu`, ["--quick"]);
    await onPage(address(chapterPath(chapter)), {}, async (page) => {
      const box = boxOf(page, chapter, name);
      await box.getByRole("button", { name: "Run" }).click();
      await box.getByRole("button", { name: "Run again" }).waitFor();
      assert.match((await box.getByRole("status").textContent()) ?? "", /^Passed/);
      assert.equal(await box.locator(".run-output").textContent(), native.output);
      assert.deepEqual(await shownRows(box), native.report.kernels.flatMap(trafficRows));
    });
  });
}

test("a program runs in a page that was opened from a file", async () => {
  const [chapter, name] = PROGRAMS[0]!;
  await onPage(address(chapterPath(chapter), "file"), {}, async (page) => {
    const box = boxOf(page, chapter, name);
    await box.getByRole("button", { name: "Run" }).click();
    await box.getByText(/^Passed/).waitFor();
  });
});

test("a program can be started and stopped with the keyboard alone", async () => {
  const [chapter, name] = PROGRAMS[0]!;
  await onPage(address(chapterPath(chapter)), {}, async (page) => {
    const box = boxOf(page, chapter, name);
    await box.getByRole("button", { name: "Run" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await box.getByRole("status").textContent(), "Stopped.");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Run again");
  });
});

test("a page without scripts says how to run the program", async () => {
  const [chapter, name] = PROGRAMS[0]!;
  await onPage(address(chapterPath(chapter)), { javaScriptEnabled: false }, async (page) => {
    const box = boxOf(page, chapter, name);
    assert.match((await box.textContent()) ?? "", /\.\/book run chapters\/.*access_pattern\.cu/);
    assert.equal(await box.getByRole("button").count(), 0);
  });
});
