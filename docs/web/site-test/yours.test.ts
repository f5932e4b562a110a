// SPDX-License-Identifier: MIT
//
// What is the reader's own: progress in the table of contents, its export, import and end; pages
// without a network.

import { strict as assert } from "node:assert";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { Page } from "playwright-core";

import {
  address,
  chapterPath,
  eventually,
  hold,
  onPage,
  setAway,
  SITE,
  withBrowser,
} from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter03_global_memory");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Your progress" });
const markOf = (page: Page) =>
  page.locator('nav.bd-links a:has-text("3 Global memory") .progress-mark').first();

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your progress" }).press("Enter");
  await dialogOf(page).waitFor();
}

test("progress is marked, exported, cleared and imported", async () => {
  await onPage(address(PATH), { viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.evaluate(() => {
      localStorage.setItem(
        "cuda-measured:exercise-solved:chapter03_global_memory/float4_tail",
        "yes",
      );
    });
    await page.getByRole("button", { name: "Mark this chapter as read" }).click();
    assert.equal(await markOf(page).textContent(), ", read, 1 exercise solved");

    await open(page);
    await dialogOf(page).getByText("Chapters read: 1. Exercises solved: 1.").waitFor();
    const download = page.waitForEvent("download");
    await dialogOf(page).getByRole("button", { name: "Export" }).press("Enter");
    // The browser is another process's, so it must be told where to put the file.
    const folder = mkdtempSync(join(tmpdir(), "progress-"));
    const file = join(folder, "progress.json");
    await (await download).saveAs(file);
    assert.match(readFileSync(file, "utf8"), /"progress:chapter03_global_memory": "done"/);

    await dialogOf(page).getByRole("button", { name: "Clear" }).press("Enter");
    await dialogOf(page).getByText("This cannot be undone.").waitFor();
    const reloaded = page.waitForEvent("load");
    await dialogOf(page).getByRole("button", { name: "Clear all of it" }).press("Enter");
    await reloaded;
    assert.equal(await markOf(page).textContent(), ", begun");

    await open(page);
    const input = dialogOf(page).locator("input[type=file]");
    await input.setInputFiles({ name: "a.json", mimeType: "", buffer: Buffer.from("[]") });
    await dialogOf(page)
      .getByText(/holds no progress/)
      .waitFor();
    const again = page.waitForEvent("load");
    await input.setInputFiles(file);
    await again;
    rmSync(folder, { recursive: true });
    assert.equal(await markOf(page).textContent(), ", read, 1 exercise solved");
  });
});

/** What the page has loaded of the site, and the service worker does not keep. */
const notKept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open("cuda-measured-pages");
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return [location.href, ...loaded].filter(
      (name) => name.startsWith(location.origin) && !kept.has(name) && !name.endsWith("/sw.js"),
    );
  });

/** The compiler's files of a pass, which its worker keeps while it reads them. */
const compilerKept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open("cuda-measured-clang");
    return (await cache.keys()).map(({ url }) => /[^/]+\.gz/.exec(url)![0]).sort();
  });
const COMPILER = readdirSync(join(SITE, "_static/clang"))
  .filter((name) => name.endsWith(".gz") && name !== "check.pch.gz")
  .sort();

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test("a page that was opened once opens, and runs what it ran, without a network", async () => {
  // On a slow network all may come before the service worker does, and some while it comes.
  const late = "objects.inv";
  const [releaseWorker, releaseLate] = [hold("sw.js"), hold(late)];
  const withoutNetwork = async (page: Page) => {
    const lab = page.locator('.lab[data-lab="strided-copy"]');
    const run = async () => {
      await lab.getByRole("button", { name: "Run", exact: true }).click();
      await lab.getByText(/^Checked: all/).waitFor();
    };
    const compile = async () => {
      await lab.getByRole("button", { name: "Edit this kernel" }).click();
      await lab.locator(".run-status").evaluate((one) => (one.textContent = ""));
      await lab.getByRole("textbox", { name: "Kernel" }).press("Control+Enter");
      await lab.getByText(/^Checked: all/).waitFor();
    };
    await run();
    await compile();
    await page.evaluate((file) => void fetch(file), address(late));
    releaseWorker();
    await controlled(page);
    releaseLate();
    await eventually(() => notKept(page), []);
    await eventually(() => compilerKept(page), COMPILER);
    // What passes through the service worker is kept as well.
    await page.goto(address(chapterPath("chapter04_shared_memory")));
    await controlled(page);
    await eventually(() => notKept(page), []);
    try {
      setAway(true);
      await page.reload();
      await page.locator('.lab[data-lab="bank-conflict"]').waitFor();
      await page.goto(address(PATH));
      await run();
      await compile();
      await page.goto(address(chapterPath("chapter05_tiling")));
      await page.getByText(/There is no network, and this page has not been opened/).waitFor();
    } finally {
      setAway(false);
    }
  };
  // The browser tells of each attempt to reach the server.
  await onPage(address(PATH), { serviceWorkers: "allow" }, withoutNetwork, /Failed to load/);
});
