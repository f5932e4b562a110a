// SPDX-License-Identifier: MIT
//
// A reader without a mouse: Tab reaches every control and leaves it again, and keys do the rest.

import { strict as assert } from "node:assert";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { address, chapterPath, onPage, withBrowser } from "./browser.ts";

withBrowser();

const PATH = chapterPath("chapter03_global_memory");
const MOST_STOPS = 1000;

/** Numbers the controls of the article that can be used now; of radio buttons one of each group. */
const numberControls = (page: Page) =>
  page.evaluate(() => {
    const wanted = "a[href], button, input, select, summary, [role=textbox], [role=slider]";
    const groups = new Set<string>();
    const controls = [...document.querySelectorAll<HTMLElement>(`article :is(${wanted})`)].filter(
      (one) => {
        if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(":disabled"))
          return false;
        if (one.tabIndex < 0) return false;
        if (!(one instanceof HTMLInputElement) || one.type !== "radio") return true;
        const known = groups.has(one.name);
        groups.add(one.name);
        return !known;
      },
    );
    controls.forEach((one, at) => (one.dataset["control"] = `${at}`));
    return controls.map((one) => one.outerHTML.slice(0, 100));
  });

/** Presses Tab from the page's start to its end; the numbers of the controls that had the focus. */
async function tabThrough(page: Page): Promise<Set<number>> {
  const reached = new Set<number>();
  await page.locator("a[href]").first().focus();
  for (let stop = 0; stop < MOST_STOPS; ++stop) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const focus = document.activeElement as HTMLElement | null;
      if (focus === null || focus === document.body) return null;
      return {
        number: Number(focus.dataset["control"] ?? -1),
        editor: focus.matches(".cm-content"),
      };
    });
    if (at === null) return reached;
    reached.add(at.number);
    if (at.editor) await page.keyboard.press("Escape"); // as the text below it says
  }
  assert.fail("Tab does not come to the end of the page");
}

test("Tab reaches every control of a page, and no editor keeps it", async () => {
  const options = { viewport: { width: 1280, height: 900 } };
  await onPage(address(PATH), options, async (page) => {
    const lab = page.locator('.lab[data-lab="strided-copy"]');
    await lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");
    await lab.getByRole("button", { name: "Run", exact: true }).press("Enter");
    await lab.getByText(/^Checked: all/).waitFor();
    const controls = await numberControls(page);
    assert.ok(controls.length > 50);
    const reached = await tabThrough(page);
    assert.deepEqual(
      controls.filter((_, at) => !reached.has(at)),
      [],
    );
  });
});

interface Stop {
  html: string;
  /** The look of the outline or shadow, with the focus and without it. */
  focused: string;
  plain: string;
}

/**
 * In a page: the outlines and shadows of an element and of the frame or icon that shows the focus for
 * it.
 * An outline of no width, or without a colour, is none. As text: see trouble.test.ts.
 */
const LOOK = `globalThis.lookOf = (of) =>
  [of, of.closest(".cm-editor, label") ?? of, of.querySelector(".toctree-toggle") ?? of].map((one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one);
    const none = outlineStyle === "none" || outlineWidth === "0px" || /, 0\\)$/.test(outlineColor);
    return (none ? "" : [outlineStyle, outlineWidth, outlineColor].join(" ")) + boxShadow;
  }).join("; ")`;
type WithLook = typeof globalThis & { lookOf: (of: Element) => string };

/** Presses Tab from start to end, and notes how each stop looks with the focus and without it. */
async function looksOfStops(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(LOOK);
  const visited = await page.evaluateHandle(() => [] as Element[]);
  await page.locator("a[href]").first().focus();
  for (let stop = 0; stop < MOST_STOPS; ++stop) {
    await page.keyboard.press("Tab");
    const { plain, now, editor } = await page.evaluate((before) => {
      const { lookOf } = globalThis as WithLook;
      const last = before.at(-1);
      const plain = last === undefined ? "" : lookOf(last);
      const focus = document.activeElement;
      if (focus === null || focus === document.body) return { plain, now: null, editor: false };
      before.push(focus);
      const now = { html: focus.outerHTML.slice(0, 100), focused: lookOf(focus) };
      return { plain, now, editor: focus.matches(".cm-content") };
    }, visited);
    if (stops.length > 0) stops.at(-1)!.plain = plain;
    if (now === null) return stops;
    stops.push({ ...now, plain: "" });
    if (editor) await page.keyboard.press("Escape");
  }
  assert.fail("Tab does not come to the end of the page");
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of ["index.html", PATH]) {
    test(`the focus is seen at every stop of ${path}, ${colorScheme}`, async () => {
      const options = { viewport: { width: 1280, height: 900 }, colorScheme };
      await onPage(address(path), options, async (page) => {
        if (path === PATH) {
          const lab = page.locator('.lab[data-lab="strided-copy"]');
          await lab.getByRole("button", { name: "Edit this kernel" }).press("Enter");
          await lab.getByRole("textbox", { name: "Kernel" }).waitFor();
        }
        const stops = await looksOfStops(page);
        assert.ok(stops.length > 20, `${stops.length} stops`);
        assert.deepEqual(
          stops.filter(({ focused, plain }) => focused === plain),
          [],
        );
      });
    });
  }
}
