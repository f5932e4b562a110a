// SPDX-License-Identifier: MIT
//
// A program that prints without end in sight: the page shows the beginning, says that it cut the
// rest, and stays at its reader's service.

import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import type { Locator } from "playwright-core";

import { address, BUILD, chapterPath, onPage, ROOT, withBrowser } from "./browser.ts";
import { COMPILER } from "./native.ts";

withBrowser();

const PROGRAM = "chapter03.access_pattern";
const PATH = chapterPath("chapter03_global_memory");
const LIMIT = 1 << 20;
const printing = (condition: string) => `
#include <cstdio>
int main() {
  for (int line = 1; ${condition}; ++line) std::printf("line %d\\n", line);
}
`;

/** Builds the asset of a program for the page, as add_web_program in cmake/web.cmake does. */
async function builtForPages(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "cuda-measured-"));
  const [file, program, asset] = ["program.cu", "program.wasm", "asset.js"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, source);
  const run = promisify(execFile);
  try {
    const libraries = ["libcm_report.a", "libsimt.a"];
    await run(
      join(BUILD, "simt/bin/simt-run"),
      [
        ...["--web", ...COMPILER, "-I."],
        ...libraries.flatMap((name) => ["--link", join(BUILD, "wasm/bin", name)]),
        ...["--compile-only", program, file],
      ],
      { cwd: ROOT, env: { ...process.env, SIMT_CACHE_DIR: join(BUILD, "simt-cache") } },
    );
    const base = join(BUILD, "wasm/programs/base.wasm");
    const pack = ["docs/web/pack.mjs", PROGRAM, program, asset, base];
    await run(process.execPath, pack, { cwd: ROOT });
    return readFileSync(asset, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opens the chapter with that source in the place of its first program. */
async function onPageThatPrints(source: string, body: (box: Locator) => Promise<void>) {
  const script = await builtForPages(source);
  await onPage(address(PATH), {}, async (page) => {
    await page.route(`**/run/${PROGRAM}.js*`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: script }),
    );
    await body(page.locator(`.run-program[data-program="${PROGRAM}"]`));
  });
}

test("while a program prints for ever, the page answers, and the program can be stopped", async () => {
  await onPageThatPrints(printing("true"), async (box) => {
    await box.getByRole("button", { name: "Run" }).click();
    await box.getByText(/the rest is not shown\./).waitFor();
    const fold = box.page().locator(".predict details").first();
    await fold.locator("summary").click();
    assert.ok(await fold.evaluate((one) => (one as HTMLDetailsElement).open));
    await box.getByRole("button", { name: "Stop" }).click();
    await box.getByText("Stopped.").waitFor();
  });
});

test("of a million lines the page shows the first, and says that it cut the rest", async () => {
  await onPageThatPrints(printing("line <= 1000000"), async (box) => {
    await box.getByRole("button", { name: "Run" }).click();
    await box.getByText(/^Passed.* Its output was cut at 1 MiB\..*none\.$/).waitFor();
    const text = (await box.locator(".run-output").textContent()) ?? "";
    assert.match(text, /^line 1\nline 2\n/);
    assert.doesNotMatch(text, /line 1000000/);
    assert.match(text, /the rest is not shown\.\n$/);
    assert.ok(text.length > LIMIT / 2 && text.length < LIMIT + (1 << 16), `${text.length}`);
    await box.getByRole("button", { name: "Run again" }).waitFor();
  });
});
