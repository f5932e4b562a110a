// SPDX-License-Identifier: MIT
//
// Code far from the screen is not laid out. Nobody must notice: a page is as long as it will be, links
// lead to their place, a search finds everything, and so does a printer.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { address, CHAPTERS, chapterPath, eventually, onPage, withBrowser } from "./browser.ts";

withBrowser();

const WAITING = '.bd-article div[class*="highlight-"]';
const PATH = chapterPath("chapter03_global_memory");
const VIEWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/** The heights of all code together as the page came, and once all of it is laid out. */
function heights(page: Page): Promise<{ told: number; real: number }> {
  // At one go: boxes that come later make a page longer, too.
  return page.evaluate((selector) => {
    const sums = [false, true].map((visible) => {
      const style = document.createElement("style");
      if (visible) style.textContent = `${selector} { content-visibility: visible !important; }`;
      document.head.append(style);
      return [...document.querySelectorAll(selector)].reduce(
        (sum, one) => sum + one.getBoundingClientRect().height,
        0,
      );
    });
    return { told: sums[0]!, real: sums[1]! };
  }, WAITING);
}

test("a page is as long before its code is laid out as it is then", async () => {
  for (const viewport of VIEWS) {
    for (const chapter of CHAPTERS) {
      await onPage(address(chapterPath(chapter)), { viewport }, async (page) => {
        const { told, real } = await heights(page);
        // Each height is rounded by itself.
        const off = Math.abs(told - real);
        assert.ok(off < 5, `${chapter}, ${viewport.width} wide: ${told} for ${real}`);
      });
    }
  }
});

test("a link leads to its place, however much lies unseen above it", async () => {
  for (const viewport of VIEWS) {
    await onPage(address(PATH), { viewport }, async (page) => {
      const last = page.locator(".bd-article section[id] > h2").last();
      const id = await last.evaluate((one) => one.parentElement!.id);
      await page.evaluate((to) => void (location.hash = to), id);
      const inSight = () =>
        last.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight / 2;
        });
      await eventually(inSight, true);
      // What comes near the screen is laid out now, and must not push it away.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      assert.ok(await inSight());
    });
  }
});

test("a search finds what is not laid out, and a printer gets it", async () => {
  await onPage(address(PATH), {}, async (page) => {
    const found = await page.evaluate((selector) => {
      const last = [...document.querySelectorAll(`${selector} pre`)].at(-1)!;
      const words = last
        .textContent!.split("\n")
        .find((line) => line.trim().length > 20)!
        .trim();
      const { find } = window as unknown as { find: (text: string) => boolean };
      return find(words) || words;
    }, WAITING);
    assert.equal(found, true);
    await page.emulateMedia({ media: "print" });
    const hidden = await page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)].filter(
          (one) => getComputedStyle(one).contentVisibility !== "visible",
        ).length,
      WAITING,
    );
    assert.equal(hidden, 0);
  });
});
