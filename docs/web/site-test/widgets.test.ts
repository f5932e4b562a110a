// SPDX-License-Identifier: MIT
//
// Every widget answers to its fields.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

test("coalescing counts sectors, lines and useful bytes", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="coalescing"]');
    await widget.getByText(/^One request: 4 sectors in 1 line .* 128 of 128 bytes/).waitFor();
    await widget.getByRole("spinbutton", { name: "Stride" }).fill("3");
    await widget.getByText(/^One request: 12 sectors in 3 lines/).waitFor();
    await widget.getByRole("combobox", { name: "Each lane reads" }).selectOption("16");
    await widget.getByRole("spinbutton", { name: "Stride" }).fill("1");
    await widget.getByText(/^One request: 16 sectors in 4 lines/).waitFor();
    await widget.getByRole("spinbutton", { name: "Active lanes" }).fill("0");
    await widget.getByText(/^No lane is active/).waitFor();
  });
});

test("lanes can be dragged, moved with keys and with buttons, and put back", async () => {
  const options = { viewport: { width: 1280, height: 900 } };
  await onPage(address(chapterPath("chapter03_global_memory")), options, async (page) => {
    const widget = page.locator('.widget[data-widget="coalescing"]');
    const lane = widget.getByRole("slider", { name: "Lane 31" });
    await lane.scrollIntoViewIfNeeded();
    const box = (await lane.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 1.1 * box.width, y, { steps: 4 });
    await page.mouse.up();
    await widget.getByText("Lane 31 reads element 32.").waitFor();
    await widget.getByText(/^One request: 5 sectors/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await widget.getByText(/^One request: 4 sectors/).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("PageUp");
    await widget.getByText("Lane 0 reads element 8.").waitFor();
    await widget.getByRole("button", { name: "Lane one element on" }).press("Enter");
    await page.keyboard.press("Enter");
    await widget.getByText("Lane 0 reads element 10.").waitFor();
    await widget.getByRole("button", { name: "Put the lanes back" }).click();
    await widget.getByText("Lane 0 reads element 0.").waitFor();
  });
});

test("occupancy follows its fields", async () => {
  await onPage(address(chapterPath("chapter07_registers_occupancy")), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="occupancy"]');
    await widget.getByRole("spinbutton", { name: "Registers a thread" }).fill("64");
    await widget.getByText(/^4 blocks, 32 of 64 warps: 50 %.*registers/).waitFor();
    await widget.getByRole("spinbutton", { name: "Shared KiB a block" }).fill("100");
    await widget.getByText(/^2 blocks, 16 of 64 warps: 25 %.*shared memory/).waitFor();
  });
});

test("banks play their rounds one after the other", async () => {
  await onPage(address(chapterPath("chapter04_shared_memory"), "file"), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="banks"]');
    await widget.getByText(/^32 wavefronts instead of 1/).waitFor();
    assert.equal(await widget.locator(".served").count(), 32);
    await widget.getByRole("button", { name: "Play" }).press("Enter");
    await widget.getByRole("button", { name: "Pause" }).press("Enter");
    const shown = await widget.locator(".served").count();
    assert.ok(shown < 32);
    await widget.getByRole("button", { name: "Next" }).press("Enter");
    assert.equal(await widget.locator(".served").count(), shown + 1);
    await widget.getByRole("spinbutton", { name: "Padding" }).fill("1");
    await widget.getByText(/^1 wavefront: no conflict/).waitFor();
  });
});

test("streams overlap copies and kernels", async () => {
  await onPage(address(chapterPath("chapter09_streams")), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="streams"]');
    await widget.getByRole("spinbutton", { name: "Streams" }).fill("1");
    await widget.getByText(/^It takes 100 %/).waitFor();
    await widget.getByRole("spinbutton", { name: "Streams" }).fill("4");
    await widget.getByText(/^It takes 52 %/).waitFor();
  });
});

test("the budget answers to devices, sharing and sequences", async () => {
  await onPage(address(chapterPath("chapter13_memory_budget")), {}, async (page) => {
    const widget = page.locator('.widget[data-widget="budget"]');
    await widget.getByText(/^Each of 8 devices keeps 349 GB .* It does not fit/).waitFor();
    await widget.getByRole("spinbutton", { name: "Devices" }).fill("64");
    await widget.getByRole("spinbutton", { name: "Sequences" }).fill("0");
    await widget.getByText(/^Each of 64 devices keeps 43.7 GB .* It fits/).waitFor();
    await widget.getByRole("combobox", { name: "They share" }).selectOption("0");
    await widget.getByText(/^Each of 64 devices keeps 2794 GB .* It does not fit/).waitFor();
  });
});
