// SPDX-License-Identifier: MIT
//
// What is wider than a narrow screen can be reached with the keyboard, whatever happens to it: a
// fold opens, a chart is drawn anew with the reader's results, letters grow.

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { Page } from "playwright-core";

import {
  address,
  CHAPTERS,
  chapterPath,
  eventually,
  onPage,
  ROOT,
  withBrowser,
} from "./browser.ts";

withBrowser();

const RESULTS = join(ROOT, "results/nvidia-h200");
const PHONE = { viewport: { width: 360, height: 740 } };

const WIDE = ".chart-figure, div.math, pre, .pst-scrollable-table-container";

/** Places that are wider than they look, and the keyboard cannot reach; and how many are wide. */
const reach = (page: Page) =>
  page.evaluate((selector) => {
    const places = [...document.querySelectorAll<HTMLElement>(selector)];
    const wide = places.filter((one) => one.scrollWidth > one.clientWidth);
    return {
      wide: wide.length,
      missed: wide.filter((one) => one.tabIndex !== 0).length,
      needless: places.filter((one) => one.tabIndex === 0 && !wide.includes(one)).length,
    };
  }, WIDE);

async function drop(page: Page, chapter: string): Promise<void> {
  const own = (name: string) => name.startsWith(`${chapter.slice(0, 9)}.`);
  const texts = readdirSync(RESULTS)
    .filter((name) => own(name) && name.endsWith(".json"))
    .map((name) => [name, readFileSync(join(RESULTS, name), "utf8")]);
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text!], name!));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }, texts);
  const dialog = page.getByRole("dialog", { name: "Your GPU" });
  await dialog.getByText(/^Added/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
}

test("wide code, tables, charts and formulas stay in the keyboard's order", async () => {
  let wide = 0;
  for (const chapter of CHAPTERS.slice(2, 8)) {
    await onPage(address(chapterPath(chapter)), PHONE, async (page) => {
      // What is far from the screen is looked at when the page has nothing else to do.
      const expectAll = async (when: string) => {
        const wrong = async () => {
          const { missed, needless } = await reach(page);
          return { chapter, when, missed, needless };
        };
        await eventually(wrong, { chapter, when, missed: 0, needless: 0 });
        wide += (await reach(page)).wide;
      };
      await expectAll("as it came");
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      await expectAll("with all folds open");
      await drop(page, chapter);
      await expectAll("with the reader's results");
      await page.setViewportSize({ width: 800, height: 800 });
      await expectAll("on a wide screen");
      await page.evaluate(() => void (document.documentElement.style.fontSize = "34px"));
      await expectAll("with letters twice as large");
    });
  }
  assert.ok(wide > 0);
});
