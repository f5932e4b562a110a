// SPDX-License-Identifier: MIT
//
// An exercise in the page: the starter, a wrong solution of its gallery, and the right one.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { address, chapterPath, onPage, PAGES, ROOT, SITE, withBrowser } from "./browser.ts";
import { ofToday } from "./share.ts";

withBrowser();

/** The part between the markers of a file of the book. */
function partOf(path: string): string {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = /\/\/ \[exercise\]\n(.*)\n\/\/ \[\/exercise\]/s.exec(text);
  assert.ok(found !== null, path);
  return found[1]!;
}

async function submit(page: Page, box: Locator, code: string): Promise<void> {
  await box.getByRole("textbox", { name: "Kernel" }).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(code);
  await page.keyboard.press("Control+Enter");
}

test("the starter, a wrong solution and the right one get their verdicts", async () => {
  const exercise = "chapter05_tiling/conv1d";
  const url = address(chapterPath("chapter05_tiling"));
  await onPage(url, {}, async (page) => {
    const box = page.locator(`.practice[data-exercise="${exercise}"]`);
    await box.getByRole("button", { name: "Solve it here" }).click();
    await box.getByRole("textbox", { name: "Kernel" }).press("Control+Enter");
    await box.getByText(/^Not solved yet/).waitFor();

    await submit(page, box, partOf(`solutions/${exercise}.cu`).replace("__syncthreads();", ""));
    await box.getByText(/race/i).first().waitFor();

    await submit(page, box, partOf(`solutions/${exercise}.cu`));
    await box.getByText(/^Accepted: \d+ cases/).waitFor();
    const chapter = page.locator('nav.bd-links a:has-text("5 Tiling") .progress-mark').first();
    assert.match((await chapter.textContent()) ?? "", /1 exercise solved/);

    const other = `${partOf(`solutions/${exercise}.cu`)}\nstatic_assert(true);\n`;
    await submit(page, box, other);
    await box.getByText(/^Your kernel moves as many sectors of global memory as/).waitFor();

    await page.reload();
    await box.getByText("You have solved this one.").waitFor();
  });
});

/** The exercises that a page judges. */
function exercisesOf(path: string): string[] {
  const html = readFileSync(join(SITE, path), "utf8");
  return [...html.matchAll(/data-exercise="([^"]+)"/g)].map((match) => match[1]!);
}

const today = new Set(ofToday(PAGES.flatMap(exercisesOf)));
const exercisesOfToday = (path: string) => exercisesOf(path).filter((one) => today.has(one));

for (const path of PAGES.filter((one) => exercisesOfToday(one).length > 0)) {
  test(`the exercises of ${path} accept the book's solutions`, async (context) => {
    await onPage(address(path), {}, async (page) => {
      for (const exercise of exercisesOfToday(path)) {
        await context.test(exercise, async () => {
          const box = page.locator(`.practice[data-exercise="${exercise}"]`);
          await box.getByRole("button", { name: "Solve it here" }).click();
          await submit(page, box, partOf(`solutions/${exercise}.cu`));
          const status = box.locator(".run-status");
          await status.filter({ hasText: /\.$/ }).waitFor();
          assert.match((await status.textContent()) ?? "", /^Accepted: \d+ cases/);
        });
      }
    });
  });
}
