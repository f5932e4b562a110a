// SPDX-License-Identifier: MIT
//
// Every page: accessible in light and dark, nothing wider than a small phone's screen.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

import { address, CHAPTERS, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What the book's components make; the theme's own frame is another project's. */
const OURS = [".run-program", ".lab", ".widget"];

/** Opens everything that is folded or filled on demand. */
async function fill(page: Page): Promise<void> {
  for (const name of ["Run", "Edit this kernel"]) {
    // The elements themselves: a locator would count anew, and a button that was used is gone.
    for (const button of await page.getByRole("button", { name, exact: true }).elementHandles()) {
      await button.click();
    }
  }
  await page.waitForFunction(() => {
    const status = [...document.querySelectorAll(".run-status")];
    return status.every((one) => /^(Passed|Checked|Skipped|$)/.test(one.textContent ?? ""));
  });
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate(async (selectors) => {
    const { axe } = window as unknown as { axe: { run: (...a: unknown[]) => Promise<AxeResults> } };
    const include = selectors.filter((one) => document.querySelector(one) !== null);
    return axe.run({ include: include.map((one) => [one]) });
  }, OURS);
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
}

for (const chapter of CHAPTERS) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${chapter} is accessible and narrow enough, ${colorScheme}`, async () => {
      const viewport = { width: colorScheme === "light" ? 320 : 360, height: 800 };
      const options = { viewport, colorScheme, bypassCSP: true }; // axe comes from the test
      await onPage(address(chapterPath(chapter)), options, async (page) => {
        await fill(page);
        assert.deepEqual(await violations(page), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `${width} px wide`);
      });
    });
  }
}
