// SPDX-License-Identifier: MIT
//
// "Your GPU": the files of a made-up second GPU give every table the column that Sphinx itself
// gives it where both GPUs lie in results/, and every chart its series.

import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import type { Page } from "playwright-core";

import { address, CHAPTERS, chapterPath, onPage, ROOT, withBrowser } from "./browser.ts";

withBrowser();

const GPU = "Made-up <b>GPU</b>";
const BOOK = join(ROOT, "results/nvidia-h200");
const folder = mkdtempSync(join(tmpdir(), "cuda-measured-"));
const mine = join(folder, "results/made-up");
after(() => rmSync(folder, { recursive: true }));

/** Other numbers than the book's, as wide apart as those of another GPU. */
const changed = (value: number) => (Number.isInteger(value) ? value : value * 1.731);

function makeUp(): void {
  mkdirSync(mine, { recursive: true });
  cpSync(BOOK, join(folder, "results/nvidia-h200"), { recursive: true });
  for (const name of readdirSync(BOOK).filter((one) => /^chapter.*\.(json|csv)$/.test(one))) {
    const text = readFileSync(join(BOOK, name), "utf8");
    if (name.endsWith(".csv")) {
      writeFileSync(join(mine, name), text);
      continue;
    }
    const data = JSON.parse(text) as { rows: Record<string, unknown>[]; measured: { gpu: string } };
    data.measured.gpu = GPU;
    for (const row of data.rows) {
      for (const [key, value] of Object.entries(row)) {
        if (typeof value === "number" && !key.startsWith("predicted_")) row[key] = changed(value);
      }
    }
    writeFileSync(join(mine, name), JSON.stringify(data));
  }
}
makeUp();

/** The chapter as Sphinx writes it with both GPUs. */
function rendered(chapter: string): string {
  const out = join(folder, chapter);
  const options = [
    ["book_results", join(folder, "results")],
    ["root_doc", `chapters/${chapter}/index`],
    ["include_patterns", `chapters/${chapter}/index.md`],
  ].flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const python = process.env["CM_PYTHON"] ?? join(ROOT, ".venv/bin/python");
  const trees = join(folder, `${chapter}-trees`);
  const command = ["-m", "sphinx", "-Q", "-c", "docs", "-d", trees, ...options, ".", out];
  execFileSync(python, command, { cwd: ROOT });
  return readFileSync(join(out, chapterPath(chapter)), "utf8");
}

/** The text of all tables of results, cell by cell, in a page or in the text of one. */
const tablesOf = (page: Page, html: string | null) =>
  page.evaluate((text) => {
    const root = text === null ? document : new DOMParser().parseFromString(text, "text/html");
    return [...root.querySelectorAll<HTMLTableElement>("table.results-table")].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent?.trim() ?? "")),
    );
  }, html);

/** Drops files on the page as a file manager does. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
    );
  }, files);
}

const allFiles = () =>
  readdirSync(mine).map((name) => ({ name, text: readFileSync(join(mine, name), "utf8") }));
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Your GPU" });

test("tables get the columns that the book gives a second GPU, on the next page too", async () => {
  const chapters = ["chapter03_global_memory", "chapter08_warps"] as const;
  await onPage(address(chapterPath(chapters[0])), {}, async (page) => {
    const before = await tablesOf(page, null);
    await drop(page, allFiles());
    await dialogOf(page)
      .getByText(/^Added: Made-up <b>GPU<\/b>, \d+ programs\.$/)
      .waitFor();
    for (const chapter of chapters) {
      await page.goto(address(chapterPath(chapter)));
      await page.locator("table.results-table .own").first().waitFor();
      assert.deepEqual(
        await tablesOf(page, null),
        await tablesOf(page, rendered(chapter)),
        chapter,
      );
      assert.equal(await page.locator(".results-table b").count(), 0);
    }
    await page.goto(address(chapterPath(chapters[0])));
    await page.getByRole("button", { name: "Compare with your GPU" }).first().click();
    await dialogOf(page).getByRole("button", { name: "Remove my GPU" }).click();
    assert.deepEqual(await tablesOf(page, null), before);
  });
});

test("every table and every picture of every chapter takes the reader's results", async () => {
  await onPage(address(chapterPath(CHAPTERS[0]!)), {}, async (page) => {
    await drop(page, allFiles());
    await dialogOf(page)
      .getByText(/^Added/)
      .waitFor();
    for (const chapter of CHAPTERS) {
      await page.goto(address(chapterPath(chapter)));
      const frames = await page.locator(".results:has(> script.asked)").evaluateAll((all) =>
        all.map((frame) => ({
          // A table of keys alone has nothing that differs.
          keys: JSON.parse(frame.querySelector("script.asked")!.textContent!).columns.every(
            (column: { key: boolean }) => column.key,
          ) as boolean,
          columns: frame.querySelectorAll("thead .own").length,
          pictures: frame.querySelectorAll(".chart-figure svg").length,
          own: frame.querySelectorAll("svg.chart-own").length,
          tips: frame.querySelectorAll("svg.chart-own [data-tip]").length,
          broken: /NaN|undefined|Infinity/.test(
            frame.querySelector("svg.chart-own")?.outerHTML ?? "",
          ),
        })),
      );
      for (const frame of frames) {
        const shown = JSON.stringify({ chapter, ...frame });
        assert.ok(frame.keys || frame.columns > 0, shown);
        assert.ok(frame.pictures === 0 || (frame.own === 1 && frame.tips > 0), shown);
        assert.ok(!frame.broken, shown);
      }
    }
  });
});

test("files can be chosen; what is no results file gets one sentence and changes nothing", async () => {
  await onPage(address(chapterPath("chapter03_global_memory"), "file"), {}, async (page) => {
    const before = await tablesOf(page, null);
    await drop(page, [{ name: "holiday.jpg", text: "<script>alert(1)</script>" }]);
    await dialogOf(page).getByText("holiday.jpg is no JSON.", { exact: true }).waitFor();
    await drop(page, [{ name: "notes.json", text: "{}" }]);
    await dialogOf(page)
      .getByText(/^notes\.json is no results file/)
      .waitFor();
    assert.deepEqual(await tablesOf(page, null), before);
    const choice = dialogOf(page).locator("input[type=file]").first();
    await choice.setInputFiles(join(mine, "chapter03.access_pattern.json"));
    await dialogOf(page)
      .getByText(/^Added: .*, 1 program\.$/)
      .waitFor();
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    assert.ok((await page.locator("table.results-table .own").count()) > 0);
  });
});
