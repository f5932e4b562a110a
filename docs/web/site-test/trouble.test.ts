// SPDX-License-Identifier: MIT
//
// A browser in trouble: workers that break, no room to store, no store, no WebAssembly. Each is told
// in place, and the page goes on.

import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter03_global_memory");
const labOf = (page: Page) => page.locator('.lab[data-lab="strided-copy"]');
const run = (box: Locator) => box.getByRole("button", { name: /^Run/ }).first().click();

/**
 * In a page: while `breaks` is true, new workers break at every message. As text, since what compiles
 * this test would name functions by a helper that a page lacks.
 */
const BREAKABLE = `
  const Whole = Worker;
  globalThis.breaks = false;
  globalThis.Worker = function (address, options) {
    const broken = "addEventListener('message', () => { throw new Error('gone'); });";
    const script = new Blob([broken], { type: "text/javascript" });
    return new Whole(globalThis.breaks ? URL.createObjectURL(script) : address, options);
  };`;

test("a worker that breaks is told, and the next run has another", async () => {
  const withBreaks = async (page: Page) => {
    await page.addInitScript({ content: BREAKABLE });
    await page.reload();
    const lab = labOf(page);
    await page.evaluate("breaks = true");
    await run(lab);
    await lab.getByText("The worker broke: Uncaught Error: gone").waitFor();
    const program = page.locator(".run-program").first();
    await run(program);
    await program.getByText("The worker broke: Uncaught Error: gone").waitFor();
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    const compile = lab.getByRole("button", { name: "Compile and run" });
    await compile.click();
    await lab.getByText("The compiler broke: Uncaught Error: gone.").waitFor();

    await page.evaluate("breaks = false");
    await run(lab);
    await lab.getByText(/^Checked: all/).waitFor();
    await run(program);
    await program.getByText(/^Passed/).waitFor();
    await compile.click();
    await lab.getByRole("button", { name: "Cancel" }).click();
    await lab.getByText("Cancelled.").waitFor();
    await compile.click();
    await lab.getByText(/^Checked: all/).waitFor();
  };
  await onPage(address(PATH), {}, withBreaks, /gone/);
});

/** Fills the page's store to the last character. */
function fillStore(): void {
  for (let length = 1 << 22; length > 0; length >>= 1) {
    try {
      for (let i = 0; ; ++i) localStorage.setItem(`full-${length}-${i}`, "x".repeat(length));
    } catch {
      // Less, then.
    }
  }
}

test("a full store is told, costs nothing that is there, and stops nothing", async () => {
  await onPage(address(PATH), {}, async (page) => {
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
    await page.evaluate(fillStore);
    const lab = labOf(page);
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    const code = lab.getByRole("textbox", { name: "Kernel" });
    await code.press("Control+Home");
    await page.keyboard.insertText("// mine\n");
    await lab.getByText(/no room left: copy your code/).waitFor();
    await code.press("Control+Enter");
    await lab.getByText(/^Checked: all/).waitFor();
    await lab.getByText("// mine").waitFor();

    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith("full-")) localStorage.removeItem(key);
      }
    });
    await code.press("Control+Home");
    await page.keyboard.insertText("// at last\n");
    await page.reload();
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    await lab.getByText("// at last").waitFor();
    await lab.getByText("// mine").waitFor();
  });
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
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Mark this chapter as read" }).click();
    await page.getByRole("button", { name: /^This browser keeps nothing/ }).waitFor();
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
