// SPDX-License-Identifier: MIT
//
// What is the reader's own: progress in the table of contents, its export, import and end; pages
// without a network; a browser that stores nothing.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { address, chapterPath, onPage, setAway, withBrowser } from "./browser.ts";

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
    const file = (await (await download).path())!;
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
    assert.equal(await markOf(page).textContent(), ", read, 1 exercise solved");
  });
});

/** Waits for a condition that takes time itself; waitForFunction would not wait for its promise. */
async function until(page: Page, condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; ++i) {
    if (await page.evaluate(condition)) return;
    await page.waitForTimeout(100);
  }
  assert.fail("it did not come true within a minute");
}

test("a page that was opened once opens, and runs what it ran, without a network", async () => {
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
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await run();
    await compile();
    await until(page, async () => {
      const cache = await caches.open("cuda-measured-pages");
      const kept = new Set((await cache.keys()).map(({ url }) => url));
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      return [location.href, ...loaded]
        .filter((name) => name.startsWith(location.origin))
        .every((name) => kept.has(name) || name.endsWith("/sw.js"));
    });
    try {
      setAway(true);
      await page.reload();
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

test("a browser that stores nothing shows and runs all, and says what it cannot keep", async () => {
  const withoutStore = async (page: Page) => {
    // As text: what compiles this test would name the function by a helper that a page lacks.
    await page.addInitScript({
      content: `Object.defineProperty(window, "localStorage", {
        get: () => { throw new DOMException("The operation is insecure.", "SecurityError"); },
      });`,
    });
    await page.reload();
    const lab = page.locator('.lab[data-lab="strided-copy"]');
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await lab.getByText(/^Checked: all/).waitFor();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      const rows = [
        { kernel: "strided_copy", variant: "float", n: 33554432, params: { stride: 1 } },
      ];
      const data = { program: "chapter03.access_pattern", rows, measured: { gpu: "Mine" } };
      dataTransfer.items.add(new File([JSON.stringify(data)], "a.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    });
    await page.getByText(/^Added: Mine, 1 program\. This browser keeps nothing/).waitFor();
  };
  // The theme's own scripts do not expect it.
  await onPage(address(PATH), {}, withoutStore, /SecurityError|invalid theme mode/);
});

test("a browser without WebAssembly says so in place", async () => {
  await onPage(address(PATH), {}, async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    await page.reload();
    const lab = page.locator('.lab[data-lab="strided-copy"]');
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await lab.getByText(/cannot run WebAssembly programs/).waitFor();
  });
});
