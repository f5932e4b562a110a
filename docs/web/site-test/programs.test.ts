// SPDX-License-Identifier: MIT
//
// Every "Run the whole program" runs, and says what the native build says.

import { strict as assert } from "node:assert";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { countFindings, findingInWords } from "../src/run/program.ts";
import { trafficRows } from "../src/run/report.ts";
import { address, CHAPTERS, chapterPath, onPage, SITE, withBrowser } from "./browser.ts";
import { runNatively, type NativeRun } from "./native.ts";
import { ofToday } from "./share.ts";

withBrowser();

/** The first program of the page that tests what all have in common. */
const ONE: [chapter: string, name: string] = ["chapter03_global_memory", "access_pattern"];

function boxOf(page: Page, chapter: string, name: string): Locator {
  return page.locator(`.run-program[data-program="${chapter.slice(0, 9)}.${name}"]`);
}

/** The programs that a chapter's page runs. */
function programsOf(chapter: string): string[] {
  const html = readFileSync(join(SITE, chapterPath(chapter)), "utf8");
  return [...html.matchAll(/data-program="\w+\.(\w+)"/g)].map((match) => match[1]!);
}

async function shownRows(box: Locator): Promise<string[][]> {
  return box
    .locator(".run-traffic tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
}

async function expectSame(box: Locator, native: NativeRun): Promise<void> {
  const said = (await box.getByRole("status").textContent()) ?? "";
  assert.match(said, /^Passed: .* A second run looked for races.* found none\./);
  const { findings, notes } = countFindings(native.report);
  assert.equal(findings, 0);
  assert.equal(/What it noted stands below\.$/.test(said), notes > 0);
  // The page's program does not know what its kernels call their arrays.
  const nameless = (text: string) => text.replace(/ of \w+\[/, " of [");
  assert.deepEqual(
    (await box.locator(".finding").allTextContents()).map(nameless),
    native.report.findings.map(findingInWords).map(nameless),
  );
  assert.equal(await box.locator(".run-output").textContent(), native.output);
  // Each kernel's rows are in the order of the files' names, which differ.
  const sorted = (rows: string[][]) => rows.map((row) => row.join(" ")).sort();
  const rows = native.report.kernels.flatMap(trafficRows);
  assert.deepEqual(sorted(await shownRows(box)), sorted(rows));
}

for (const chapter of ofToday(CHAPTERS.filter((one) => programsOf(one).length > 0))) {
  test(`the programs of ${chapter} run as they do natively`, async () => {
    await onPage(address(chapterPath(chapter)), {}, async (page) => {
      for (const name of programsOf(chapter)) {
        const native = runNatively(`chapters/${chapter}/${name}.cu`, ["--quick"]);
        const box = boxOf(page, chapter, name);
        await box.getByRole("button", { name: "Run" }).click();
        await box.getByRole("button", { name: "Run again" }).waitFor();
        await expectSame(box, await native).catch((error: unknown) => {
          throw new Error(`${name}: ${String(error)}`);
        });
      }
    });
  });
}

test("a program adds little to what all have in common", () => {
  const size = (name: string) => statSync(join(SITE, `_static/run/${name}.js`)).size;
  const most = size("base") / 3;
  for (const chapter of CHAPTERS) {
    for (const name of programsOf(chapter)) {
      const asset = `${chapter.slice(0, 9)}.${name}`;
      assert.ok(size(asset) < most, `${asset} has ${size(asset)} bytes: is the base linked first?`);
    }
  }
});

test("a program runs in a page that was opened from a file", async () => {
  const [chapter, name] = ONE;
  await onPage(address(chapterPath(chapter), "file"), {}, async (page) => {
    const box = boxOf(page, chapter, name);
    await box.getByRole("button", { name: "Run" }).click();
    await box.getByText(/^Passed/).waitFor();
  });
});

test("a program can be started and stopped with the keyboard alone", async () => {
  const [chapter, name] = ONE;
  await onPage(address(chapterPath(chapter)), {}, async (page) => {
    const box = boxOf(page, chapter, name);
    await box.getByRole("button", { name: "Run" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await box.getByRole("status").textContent(), "Stopped.");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Run again");
  });
});

test("a page without scripts says how to run the program", async () => {
  const [chapter, name] = ONE;
  await onPage(address(chapterPath(chapter)), { javaScriptEnabled: false }, async (page) => {
    const box = boxOf(page, chapter, name);
    assert.match((await box.textContent()) ?? "", /\.\/book run chapters\/.*access_pattern\.cu/);
    assert.equal(await box.getByRole("button").count(), 0);
  });
});
