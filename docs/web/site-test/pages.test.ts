// SPDX-License-Identifier: MIT
//
// Every page: accessible in light and dark, nothing wider than a small phone's screen.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

import { address, onPage, PAGES, withBrowser } from "./browser.ts";
import { ofToday } from "./share.ts";

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Opens everything that is folded or filled on demand; one program and two editors stand for all of a page. */
async function fill(page: Page): Promise<void> {
  for (const [selector, most] of [
    [".lab .run-button:text-is('Run')", 9],
    [".run-program .run-button:text-is('Run')", 1],
    [".edit-open .run-button", 2],
  ] as const) {
    // The elements themselves: a locator would count anew, and a button that was used is gone.
    const buttons = await page.locator(selector).elementHandles();
    for (const button of buttons.slice(0, most)) await button.click();
  }
  await page.waitForFunction(() => {
    const status = [...document.querySelectorAll(".run-status")];
    return status.every((one) =>
      /^(Passed.*none\..*|Checked.*|Skipped.*|You have solved.*|)$/.test(one.textContent ?? ""),
    );
  });
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run: () => Promise<AxeResults> } };
    return axe.run();
  });
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
}

/** Light on a small phone, dark on a wide screen: what the theme shows differs with the width. */
const VIEWS = [
  { colorScheme: "light", viewport: { width: 320, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
] as const;

/**
 * Waits until the page has come to rest in a window of that width, and the keyboard reaches the code
 * that can be scrolled there. The browser resizes in its own time, and the theme lets its sidebars
 * and colours slide to their places.
 */
const settled = (page: Page, width: number) =>
  page.waitForFunction(
    // No function with a name: see trouble.test.ts.
    (width) =>
      window.innerWidth === width &&
      document.getAnimations().every(({ playState }) => playState === "finished") &&
      [...document.querySelectorAll("pre")].every(
        (one) => one.scrollWidth <= one.clientWidth || one.tabIndex === 0,
      ),
    width,
  );

for (const path of ofToday(PAGES)) {
  test(`${path} is accessible and narrow enough, light and dark`, async () => {
    const options = { ...VIEWS[0], bypassCSP: true }; // axe comes from the test
    await onPage(address(path), options, async (page) => {
      await fill(page);
      for (const { colorScheme, viewport } of VIEWS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
        await settled(page, viewport.width);
        assert.deepEqual(await violations(page), [], colorScheme);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `${width} px wide`);
      }
    });
  });
}
