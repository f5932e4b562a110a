// SPDX-License-Identifier: MIT
//
// A reader edits a kernel: an error, its repair, a wrong result, an endless loop, a link.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter03_global_memory");
const labOf = (page: Page) => page.locator('.lab[data-lab="strided-copy"]');

/** Replaces a piece of the code in the editor, with the keyboard as a reader would. */
async function replace(page: Page, lab: Locator, from: string, to: string): Promise<void> {
  const code = lab.getByRole("textbox", { name: "Kernel" });
  await code.focus();
  const text = (await lab.locator(".cm-line").allTextContents()).join("\n");
  assert.ok(text.includes(from), `no '${from}' in ${text}`);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text.replace(from, to));
}

test("edit, compile error, repair, wrong result, endless loop, reset", async () => {
  await onPage(address(PATH), {}, async (page) => {
    const lab = labOf(page);
    await lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");
    await replace(page, lab, "in[i * stride]", "in[i * strid]");
    await page.keyboard.press("Control+Enter");
    await lab
      .getByText(/Line \d+, column \d+: error: use of undeclared identifier 'strid'/)
      .waitFor();
    assert.ok((await lab.locator(".cm-lintRange-error").count()) > 0);

    await replace(page, lab, "in[i * strid]", "in[i * stride]");
    await page.keyboard.press("Control+Enter");
    await lab.getByText(/^Checked: all 10,007 outputs/).waitFor();
    await lab.getByRole("cell", { name: /^8 sectors|^7\.9\d sectors/ }).waitFor();

    await replace(page, lab, "in[i * stride]", "in[i * stride] + 1");
    await page.keyboard.press("Control+Enter");
    await lab.getByText(/^Wrong: out\[0\] is/).waitFor();

    await replace(
      page,
      lab,
      "out[i] = in[i * stride] + 1;",
      "for (;;) atomicAdd(reinterpret_cast<int*>(out), 1);",
    );
    await page.keyboard.press("Control+Enter");
    await lab.getByRole("button", { name: "Stop" }).press("Enter");
    await lab.getByText("Stopped.").waitFor();

    await lab.getByRole("spinbutton", { name: "Elements n" }).fill("1");
    await lab.getByText("The instruction limit is used up.").waitFor();

    await lab.getByRole("button", { name: "Reset" }).click();
    await lab.getByText(/^Checked: all 1 outputs/).waitFor();
  });
});

const BAD: [name: string, statement: string][] = [
  [
    "recursion without end",
    "struct R { static __device__ int f(int n) { return n == 0 ? 0 : 1 + f(n + 1); } }; out[i] = R::f(1 + threadIdx.x);",
  ],
  ["allocation without end", "for (;;) out[i] = *static_cast<float*>(malloc(1 << 20));"],
  ["a million lines", 'for (int k = 0; k < 1000000; ++k) printf("</script><b>line</b>\\n");'],
];

test("what recurses, allocates or prints without end is ended with a sentence", async () => {
  await onPage(address(PATH), {}, async (page) => {
    const lab = labOf(page);
    await lab.getByRole("spinbutton", { name: "Elements n" }).fill("64");
    await lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");
    const good = "out[i] = in[i * stride];";
    for (const [name, statement] of BAD) {
      await replace(page, lab, good, statement);
      await page.keyboard.press("Control+Enter");
      const status = lab.locator(".run-status");
      await status.filter({ hasText: /\.$/ }).filter({ hasNotText: "…" }).waitFor();
      assert.doesNotMatch((await status.textContent()) ?? "", /^Checked/, name);
      await replace(page, lab, statement, good);
      await page.keyboard.press("Control+Enter");
      await lab.getByText(/^Checked: all 64 outputs/).waitFor();
    }
  });
});

test("edits are kept, and a link brings them to another reader", async () => {
  let link = "";
  await onPage(address(PATH), {}, async (page) => {
    const lab = labOf(page);
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    await replace(page, lab, "out[i] =", "/* <b>mine</b> */ out[i] =");
    await page.reload();
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    await lab.getByText("/* <b>mine</b> */").waitFor();
    await lab.getByRole("button", { name: "Share as a link" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#kernel="));
    link = page.url();
  });
  await onPage(link, {}, async (page) => {
    await labOf(page).getByText("/* <b>mine</b> */").waitFor();
  });
  await onPage(`${address(PATH)}#kernel=strided-copy.nonsense!`, {}, async (page) => {
    await labOf(page)
      .getByText(/link's code is damaged/)
      .waitFor();
  });
});

test("a page that was opened from a file says what editing needs", async () => {
  await onPage(address(PATH, "file"), {}, async (page) => {
    const lab = labOf(page);
    await lab.getByRole("button", { name: "Edit this kernel" }).click();
    await lab.getByRole("button", { name: "Compile and run" }).click();
    await lab.getByText(/Editing needs a server/).waitFor();
  });
});
