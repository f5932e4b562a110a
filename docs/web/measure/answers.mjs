// SPDX-License-Identifier: MIT
//
// How long a reader waits for an answer: of a lab, of a whole program, of the compiler.
import { onPage } from "./browser.mjs";
import { row, timeRow, title } from "./rows.mjs";

const RUNS = 7;
const PAGE = "chapters/chapter03_global_memory/index.html";
const LAB = '.lab[data-lab="strided-copy"]';
const CHECKED = "^Checked";

/** `count` samples, one after the other. */
async function samples(count, sample) {
  const taken = [];
  for (let i = 0; i < count; ++i) taken.push(await sample(i));
  return taken;
}

/** Fills in 2^16 elements without starting a run, as if the page had come so. */
const setSize = (page) =>
  page.locator(LAB).evaluate((lab) => {
    const field = [...lab.querySelectorAll("input[type=number]")].at(-1);
    field.value = "65536";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

const pressRun = (page) =>
  page
    .locator(LAB)
    .evaluate(
      (lab, wanted) =>
        window.timed(lab, wanted, () => lab.querySelector(".run-button:not(.run-quiet)").click()),
      CHECKED,
    );

export async function labs(context, base) {
  title("Labs and programs, from the press to the verdict: least / median");
  const url = `${base}/${PAGE}`;
  const atOnce = await samples(RUNS, () =>
    onPage(context, url, async (page) => {
      await setSize(page);
      return pressRun(page);
    }),
  );
  const inView = await samples(RUNS, () =>
    onPage(context, url, async (page) => {
      await setSize(page);
      await page.locator(LAB).scrollIntoViewIfNeeded();
      await page.waitForTimeout(2000);
      return pressRun(page);
    }),
  );
  timeRow("lab, 65,536 threads, first, before it came into view", atOnce);
  timeRow("lab, 65,536 threads, first, in view for 2 s", inView, 100);
  await onPage(context, url, async (page) => {
    await setSize(page);
    await pressRun(page);
    timeRow("lab, 65,536 threads, again", await samples(RUNS, () => pressRun(page)), 100);
    const program = page.locator(".run-program").first();
    const run = () =>
      program.evaluate((box) =>
        window.timed(box, "^Passed.*(none|found \\d+)", () =>
          box.querySelector(".run-button").click(),
        ),
      );
    timeRow("whole program of chapter 3, counted and checked", await samples(3, run));
  });
}

async function openEditor(page) {
  await page.locator(`${LAB} .edit-open button`).click();
  await page.locator(`${LAB} .cm-content`).waitFor();
}

/** Another comment each time, so that nothing could know the answer. */
const compile = (page) =>
  page
    .locator(LAB)
    .evaluate(
      (lab, wanted) =>
        window.timed(lab, wanted, () => lab.querySelector(".edit-panel .run-button").click()),
      CHECKED,
    );

const compileFirst = (context, url, wait) =>
  onPage(context, url, async (page) => {
    await openEditor(page);
    await page.waitForTimeout(wait);
    return compile(page);
  });

export async function compiles(context, base) {
  title("Edited kernels, from the press to the verdict: least / median");
  const url = `${base}/${PAGE}`;
  timeRow("the very first, with loading", [await compileFirst(context, url, 0)]);
  const cold = await samples(3, () => compileFirst(context, url, 0));
  timeRow("cold, from the browser's cache, pressed at once", cold, 6000);
  const opened = await samples(3, () => compileFirst(context, url, 8000));
  timeRow("first, 8 s after the editor was opened", opened);
  await onPage(context, url, async (page) => {
    await openEditor(page);
    await compile(page);
    timeRow("warm", await samples(RUNS, () => compile(page)), 1000);
    await whileTyping(page);
  });
}

/** The longest task of the main thread while a reader types, and it compiles and runs. */
async function whileTyping(page) {
  await page.locator(`${LAB} .cm-content`).focus();
  await page.keyboard.press("Control+End");
  await page.evaluate(() => (window.longest = 0));
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type("// typed while it runs: 0123456789 abcdefghijklmnopqrstuvwxyz", {
    delay: 25,
  });
  await page
    .locator(LAB)
    .getByText(/^Checked/)
    .waitFor();
  const longest = await page.evaluate(() => window.longest);
  const value = longest === 0 ? "under 50 ms" : `${longest.toFixed(0)} ms`;
  row("longest task, typing while it compiles and runs", value, "≤ 50 ms", longest <= 50);
}
