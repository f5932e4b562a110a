// SPDX-License-Identifier: MIT
//
// A reader edits a kernel: an error, its repair, a wrong result, a link, and all that a program may
// do to a page. One page serves most of it, since each page loads the compiler anew.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter03_global_memory");
const labOf = (page: Page) => page.locator('.lab[data-lab="strided-copy"]');
const codeOf = (lab: Locator) => lab.getByRole("textbox", { name: "Kernel" });
const GOOD = "out[i] = in[i * stride];";

const openEditor = (lab: Locator) =>
  lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");

/** Replaces a piece of the chapter's code in the editor. */
async function edit(lab: Locator, from: string, to: string): Promise<void> {
  const source = (await lab.getAttribute("data-source"))!;
  assert.ok(source.includes(from), `no '${from}' in ${source}`);
  await codeOf(lab).press("Control+A");
  await lab.page().keyboard.insertText(source.replace(from, () => to));
}

/** Runs what stands in the editor, and waits for the sentence. */
async function expectSaid(lab: Locator, wanted: RegExp): Promise<void> {
  const status = lab.locator(".run-status");
  await status.evaluate((one) => (one.textContent = ""));
  await codeOf(lab).press("Control+Enter");
  await status.filter({ hasText: wanted }).waitFor();
}

const LOOP = "for (;;) atomicAdd(reinterpret_cast<int*>(out), 1);";
const DEEP =
  "struct R { static __device__ int f(int n) { volatile int own[64]; own[n & 63] = n; " +
  "return f(n + 1) + own[(n + 1) & 63]; } }; if (i < n) out[i] = R::f(1);";

/** What ends by itself: a piece of the code, what takes its place, and the sentence. */
const BAD: [name: string, from: string, to: string, said: RegExp][] = [
  ["recursion", `if (i < n) ${GOOD}`, DEEP, /^A thread's stack is used up\.$/],
  [
    "allocation",
    GOOD,
    "for (;;) out[i] = *static_cast<float*>(malloc(1 << 20));",
    /^No thread can go on\.$/,
  ],
  [
    "printing",
    GOOD,
    'for (int k = 0; k < 1000000; ++k) printf("</script><b>line</b>\\n");',
    /^The kernel printed more than allowed\.$/,
  ],
  [
    "a megabyte of brackets",
    GOOD,
    `out[i] = ${"(".repeat(500_000)}1${")".repeat(500_000)};`,
    /^The compiler gave up on this code: .*\.$/,
  ],
];

const HTML = "</script><img src=x onerror=document.title='run'><b>bold</b>";

async function holdsNoMarkup(lab: Locator): Promise<void> {
  assert.equal(await lab.locator("img[src], b").count(), 0);
  assert.notEqual(await lab.page().title(), "run");
}

test("edited code is compiled and run, whatever it is", async (context) => {
  await onPage(address(PATH), {}, async (page) => {
    const lab = labOf(page);
    await lab.getByRole("spinbutton", { name: "Elements n" }).fill("64");
    await openEditor(lab);

    await context.test("a compile error has its place, and its repair runs", async () => {
      await edit(lab, "in[i * stride]", "in[i * strid]");
      await expectSaid(lab, /^It does not compile/);
      await lab
        .getByText(/Line \d+, column \d+: error: use of undeclared identifier 'strid'/)
        .waitFor();
      assert.ok((await lab.locator(".cm-lintRange-error").count()) > 0);
      await edit(lab, GOOD, GOOD);
      await expectSaid(lab, /^Checked: all 64 outputs/);
      assert.equal(await lab.locator(".cm-lintRange-error").count(), 0);
      await lab.getByRole("cell", { name: /^8 sectors/ }).waitFor();
    });

    await context.test("a wrong result is told", async () => {
      await edit(lab, GOOD, "out[i] = in[i * stride] + 1;");
      await expectSaid(lab, /^Wrong: out\[0\] is/);
    });

    await context.test("Stop ends a loop without end, and so does its budget", async () => {
      await edit(lab, GOOD, LOOP);
      await codeOf(lab).press("Control+Enter");
      await lab.getByRole("button", { name: "Stop" }).press("Enter");
      await lab.getByText("Stopped.").waitFor();
      await lab.getByRole("spinbutton", { name: "Elements n" }).fill("1");
      await lab.getByText("The instruction limit is used up.").waitFor();
    });

    for (const [name, from, to, said] of BAD) {
      await context.test(`${name} without end is ended with a sentence`, async () => {
        await edit(lab, from, to);
        await expectSaid(lab, said);
      });
    }

    await context.test("HTML in the code, its messages and its output stays text", async () => {
      await edit(lab, GOOD, `\n#error ${HTML}\n`);
      await expectSaid(lab, /^It does not compile/);
      await lab.getByText(`error: ${HTML}`).first().waitFor();
      await holdsNoMarkup(lab);
    });

    await context.test("a line of a megabyte compiles", async () => {
      await edit(lab, GOOD, `${GOOD} // ${HTML}${"x".repeat(1_000_000)}`);
      await expectSaid(lab, /^Checked: all 1 outputs/);
      await lab.getByRole("button", { name: "Share as a link" }).click();
      await lab.getByText(/too long for a link/).waitFor();
      await holdsNoMarkup(lab);
    });

    await context.test("Reset brings the chapter's kernel back", async () => {
      await lab.getByRole("button", { name: "Reset" }).click();
      await lab.getByText(/^Checked: all 1 outputs/).waitFor();
      assert.equal(
        await page.evaluate(() => localStorage.getItem("cuda-measured:kernel:strided-copy")),
        null,
      );
    });
  });
});

test("edits are kept, and a link brings them to another reader", async () => {
  let link = "";
  const mine = `/* ${HTML} */`;
  await onPage(address(PATH), {}, async (page) => {
    const lab = labOf(page);
    await openEditor(lab);
    await edit(lab, GOOD, `${mine} ${GOOD}`);
    await page.reload();
    await openEditor(lab);
    await lab.getByText(mine).waitFor();
    await lab.getByRole("button", { name: "Share as a link" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#kernel="));
    link = page.url();
  });
  await onPage(link, {}, async (page) => {
    const lab = labOf(page);
    await lab.getByText(mine).waitFor();
    await holdsNoMarkup(lab);
    const source = (await lab.getAttribute("data-source"))!;
    const lines = await lab.locator(".cm-line").allTextContents();
    assert.equal(lines.join("\n").trim(), source.replace(GOOD, () => `${mine} ${GOOD}`).trim());
  });
  await onPage(`${address(PATH)}#kernel=strided-copy.nonsense!`, {}, async (page) => {
    const lab = labOf(page);
    await lab.getByText(/link's code is damaged/).waitFor();
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await lab.getByText(/^Checked/).waitFor();
  });
});

test("a page that was opened from a file says what editing needs", async () => {
  await onPage(address(PATH, "file"), {}, async (page) => {
    const lab = labOf(page);
    await openEditor(lab);
    await lab.getByRole("button", { name: "Compile and run" }).click();
    await lab.getByText(/Editing needs a server/).waitFor();
  });
});
