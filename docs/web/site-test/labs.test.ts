// SPDX-License-Identifier: MIT
//
// Every lab runs, for values that the test chooses: its counts are those of the formulas, and to
// the last request those of the native build.

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import descriptions from "../labs.json" with { type: "json" };
import { LABS, type Lab, type Values } from "../src/lab/labs.ts";
import { trafficRows, type Report } from "../src/run/report.ts";
import { address, chapterPath, eventually, onPage, PAGES, SITE, withBrowser } from "./browser.ts";
import { CHOSEN } from "./chosen.ts";
import { launchNatively } from "./native.ts";
import { ofToday } from "./share.ts";

withBrowser();

const labOf = (page: Page, name: string) => page.locator(`.lab[data-lab="${name}"]`);

async function run(lab: Locator): Promise<void> {
  await lab.getByRole("button", { name: "Run" }).click();
  await lab.getByText(/^Checked: all/).waitFor();
}

async function set(lab: Locator, label: string, value: string): Promise<void> {
  await lab.getByRole("spinbutton", { name: label }).fill(value);
}

/** "12 sectors" of the row whose access is called `name`, once the table shows `cost`. */
async function expectCost(lab: Locator, name: string, cost: string): Promise<void> {
  const row = lab.getByRole("row", { name }).filter({
    has: lab.page().getByRole("cell", { name: new RegExp(`^${cost}`) }),
  });
  await row.first().waitFor();
  assert.equal(await row.count(), 1, `${name}: ${cost}`);
}

test("strided copy: a warp of stride s touches min(s, 8) times four sectors", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "strided-copy");
    await set(lab, "Elements n", "4096");
    await run(lab);
    for (const stride of [1, 2, 3, 7, 8, 31]) {
      await set(lab, "Stride", `${stride}`);
      await expectCost(lab, "global load, 4 B", `${4 * Math.min(stride, 8)} sectors`);
      await lab.getByText(/^Checked: all 4,096 outputs/).waitFor();
    }
    await lab.getByText(/Request 1 of 2 of the warp\. Line \d+ reads in/).waitFor();
    await lab.getByRole("button", { name: "Next" }).press("Enter");
    await lab.getByText(/Request 2 of 2 .* writes out, 4 bytes a lane: 4 sectors/).waitFor();
  });
});

test("offset copy: one float off costs a fifth sector", async () => {
  await onPage(address(chapterPath("chapter03_global_memory"), "file"), {}, async (page) => {
    const lab = labOf(page, "offset-copy");
    await set(lab, "Elements n", "2048");
    await run(lab);
    for (const [offset, sectors] of [
      ["7", 5],
      ["8", 4],
      ["33", 5],
    ] as const) {
      await set(lab, "Offset in floats", offset);
      await expectCost(lab, "global load, 4 B", `${sectors} sectors`);
    }
  });
});

test("banks: the greatest common divisor of stride and 32 counts the rounds", async () => {
  await onPage(address(chapterPath("chapter04_shared_memory")), {}, async (page) => {
    const lab = labOf(page, "bank-conflict");
    await run(lab);
    for (const [stride, rounds] of [
      [1, 1],
      [6, 2],
      [12, 4],
      [33, 1],
      [32, 32],
    ] as const) {
      await set(lab, "Stride in elements", `${stride}`);
      await expectCost(lab, "shared load, 4 B", `${rounds} wavefront`);
    }
    await lab.getByRole("combobox").selectOption("uint2");
    await set(lab, "Stride in elements", "1");
    await expectCost(lab, "shared load, 8 B", "2 wavefronts");
    await lab.getByRole("combobox").selectOption("uint4");
    await expectCost(lab, "shared load, 16 B", "4 wavefronts");
  });
});

test("the tile: padding and swizzle take all conflicts away", async () => {
  await onPage(address(chapterPath("chapter05_tiling")), {}, async (page) => {
    const lab = labOf(page, "padded-tile");
    await run(lab);
    await expectCost(lab, "shared load, 4 B", "32 wavefronts");
    for (const layout of ["padded", "swizzled"]) {
      await lab.getByRole("combobox", { name: "Rows of the tile" }).selectOption(layout);
      await expectCost(lab, "shared load, 4 B", "1 wavefront");
    }
    await set(lab, "Rows", "33");
    await set(lab, "Columns", "65");
    await lab.getByText(/^Checked: all 2,145 outputs/).waitFor();
  });
});

test("lanes in any order: the places alone count", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "lane-order");
    await set(lab, "Elements n", "4096");
    await run(lab);
    for (const [step, sectors] of [
      ["13", "4 sectors"],
      ["16", "2 sectors"],
      ["0", "1 sector"],
    ] as const) {
      await set(lab, "Places from lane to lane", step);
      await expectCost(lab, "global load, 4 B", sectors);
    }
  });
});

test("a block's shape: eight threads in a row are enough, a column is not", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "block-shape");
    await run(lab);
    const shape = lab.getByRole("combobox", { name: "Threads of a block" });
    for (const [width, sectors] of [
      ["8", 4],
      ["4", 8],
      ["1", 32],
    ] as const) {
      await shape.selectOption(width);
      await expectCost(lab, "global load, 4 B", `${sectors} sectors`);
    }
    await shape.selectOption("32");
    await lab.getByRole("combobox", { name: "threadIdx.x runs" }).selectOption("columns");
    await expectCost(lab, "global store, 4 B", "32 sectors");
  });
});

test("a copy of float4 needs 16 bytes of alignment, and names the line that lacks it", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "copy-width");
    await set(lab, "Elements n", "4096");
    await run(lab);
    await set(lab, "The input begins at float", "4");
    await expectCost(lab, "global load, 16 B", "17 sectors");
    await set(lab, "The input begins at float", "1");
    await lab.getByText(/^An address is not a multiple/).waitFor();
    await lab.getByText(/^Line \d+: read of 16 bytes at .* no multiple of 16/).waitFor();
    await set(lab, "The input begins at float", "0");
    await expectCost(lab, "global load, 16 B", "16 sectors");
  });
});

test("records: an array of structs asks for sixteen sectors a field", async () => {
  await onPage(address(chapterPath("chapter03_global_memory")), {}, async (page) => {
    const lab = labOf(page, "records");
    await set(lab, "Elements n", "4096");
    await run(lab);
    const layout = lab.getByRole("combobox", { name: "Particles lie as" });
    for (const [name, row, sectors] of [
      ["aos", "global load, 4 B", 16],
      ["soa", "global load, 4 B", 4],
      ["aosoa", "global load, 4 B", 4],
      ["aligned", "global load, 16 B", 16],
    ] as const) {
      await layout.selectOption(name);
      await expectCost(lab, row, `${sectors} sectors`);
    }
  });
});

const sourceOf = (name: string) =>
  (descriptions as Record<string, { source: string }>)[name]!.source;

async function choose(lab: Locator, { fields }: Lab, values: Values): Promise<void> {
  for (const { kind, name, label } of fields) {
    if (kind === "number") await set(lab, label, `${values[name]}`);
    else await lab.getByRole("combobox", { name: label }).selectOption(`${values[name]}`);
  }
}

const rowsOf = (lab: Locator) =>
  lab
    .locator(".lab-answer > .run-scroll tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );

test("every lab is on a page, and here", () => {
  const shown = PAGES.flatMap((path) => {
    const html = readFileSync(join(SITE, path), "utf8");
    return [...html.matchAll(/ data-lab="([^"]+)"/g)].map((match) => match[1]!);
  });
  assert.deepEqual(shown.sort(), Object.keys(LABS).sort());
  assert.deepEqual(Object.keys(CHOSEN).sort(), Object.keys(LABS).sort());
});

test("every choice that a lab offers is tried", () => {
  for (const [name, { fields }] of Object.entries(LABS)) {
    for (const field of fields) {
      if (field.kind !== "choice") continue;
      const tried = new Set([field.initial, ...CHOSEN[name]!.map((one) => one[field.name])]);
      const offered = field.choices.map(([value]) => value);
      assert.deepEqual([...tried].sort(), [...offered].sort(), `${name}: ${field.label}`);
    }
  }
});

type Counted = Map<string, Report[]>;

/** What the native build counts for all labs of a source, which is compiled once for them. */
async function countNatively(source: string): Promise<Counted> {
  const names = Object.keys(CHOSEN).filter((name) => sourceOf(name) === source);
  const experiments = names.flatMap((name) => CHOSEN[name]!.map(LABS[name]!.experiment));
  const reports = await launchNatively(source, experiments);
  return new Map(names.map((name) => [name, reports.splice(0, CHOSEN[name]!.length)]));
}

const counted = new Map<string, Promise<Counted>>();

async function nativeReports(name: string): Promise<Report[]> {
  const source = sourceOf(name);
  if (!counted.has(source)) counted.set(source, countNatively(source));
  return (await counted.get(source)!).get(name)!;
}

for (const [name, chosen] of ofToday(Object.entries(CHOSEN))) {
  test(`${name} counts what the native build counts`, async () => {
    const reports = await nativeReports(name);
    assert.equal(reports.length, chosen.length);
    const chapter = sourceOf(name).split("/")[1]!;
    await onPage(address(chapterPath(chapter)), {}, async (page) => {
      const lab = labOf(page, name);
      await run(lab);
      for (const [at, report] of reports.entries()) {
        await choose(lab, LABS[name]!, chosen[at]!);
        assert.equal(report.findings.length, 0);
        await eventually(() => rowsOf(lab), report.kernels.flatMap(trafficRows));
        await lab.getByText(/^Checked: all/).waitFor();
      }
    });
  });
}
