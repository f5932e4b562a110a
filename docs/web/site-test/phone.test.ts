// SPDX-License-Identifier: MIT
//
// The book on a phone: what fingers reach, drag and read.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const PATH = chapterPath("chapter03_global_memory");

/** Buttons, folds and links outside of sentences that are smaller than a fingertip needs. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll("button, summary, select, .code-bar a, .origin a"),
    ];
    const hidden =
      ".bd-sidebar-primary, .bd-sidebar-secondary, details:not([open]) > :not(summary)";
    return targets
      .filter((one) => one.closest(hidden) === null)
      .map((one) => ({ text: one.textContent?.trim(), box: one.getBoundingClientRect() }))
      .filter(
        ({ box }) => box.width > 0 && box.height > 0 && Math.min(box.width, box.height) < 23.5,
      )
      .map(({ text, box }) => `${text}: ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
  });

test("targets are large enough, and no page is wider than the screen", async () => {
  for (const path of ["index.html", PATH, "docs/pages/folklore.html", "search.html?q=bank"]) {
    await onPage(address(path), PHONE, async (page) => {
      if (path.startsWith("search")) await page.locator("#search-results li").first().waitFor();
      assert.deepEqual(await smallTargets(page), [], path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path);
    });
  }
});

test("a finger drags a lane, and the picture stays where it is", async () => {
  await onPage(address(PATH), PHONE, async (page) => {
    const widget = page.locator('[data-widget="coalescing"]');
    const handle = widget.locator(".lane-handle").nth(3);
    await handle.evaluate((one) => one.scrollIntoView({ block: "center" }));
    const { x, y, width, height } = (await handle.boundingBox())!;
    assert.ok(width > 21 && height > 23, `${width} by ${height}`);
    const at = { x: x + width / 2, y: y + height / 2 };
    const tools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: (typeof at)[]) =>
      tools.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [at]);
    for (let step = 1; step <= 12; ++step) {
      await touch("touchMove", [{ ...at, x: at.x + (step * 96) / 12 }]);
    }
    await touch("touchEnd", []);
    await widget.getByText("Lane 3 reads element 7.").waitFor();
    assert.equal(
      await widget
        .locator(".run-scroll")
        .first()
        .evaluate((one) => one.scrollLeft),
      0,
    );
  });
});

test("an editor that opens leaves the code in sight, and the answer comes into sight", async () => {
  await onPage(address(PATH), PHONE, async (page) => {
    const lab = page.locator('.lab[data-lab="strided-copy"]');
    await lab.getByRole("button", { name: "Edit this kernel" }).tap();
    const run = lab.getByRole("button", { name: "Compile and run" });
    await run.waitFor();
    assert.ok(await run.evaluate((one) => document.activeElement === one));
    await run.evaluate((one) => one.scrollIntoView({ block: "start" }));
    await run.tap();
    await lab.getByText(/^Checked: all/).waitFor();
    await page.waitForFunction(() => {
      const status = document.querySelector('.lab[data-lab="strided-copy"] .run-status')!;
      const { top, bottom } = status.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  });
});
