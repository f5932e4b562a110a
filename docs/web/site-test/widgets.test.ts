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
