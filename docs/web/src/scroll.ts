// SPDX-License-Identifier: MIT
//
// Lets the keyboard into what is wider than its place: code, tables, charts and formulas on a narrow
// screen.

import { idle } from "./run/near.ts";

const WIDE = ".chart-figure, div.math, pre, .pst-scrollable-table-container";
/** Milliseconds after which a look through many pauses, so that the page answers its reader. */
const PAUSE_AFTER = 8;

/** Whether something of that width has to be scrolled to be seen. */
export function mustScroll(content: number, place: number): boolean {
  return content > place;
}

function update(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  const wide = mustScroll(element.scrollWidth, element.clientWidth);
  if (wide === (element.tabIndex === 0)) return;
  if (wide) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
}

/**
 * Calls `look` for all, a few at a time while the page has nothing else to do. A second call begins
 * anew.
 */
export function lookThrough<Place>(look: (place: Place) => void, wait: typeof idle = idle) {
  let waiting: Place[] = [];
  const some = () => {
    const begin = performance.now();
    while (waiting.length > 0 && performance.now() - begin < PAUSE_AFTER) look(waiting.shift()!);
    if (waiting.length > 0) wait(some);
  };
  return (places: readonly Place[]): void => {
    if (waiting.length === 0 && places.length > 0) wait(some);
    waiting = [...places];
  };
}

/**
 * Starts it, and follows each place: its width changes with the window and when a fold opens, its
 * content when a chart is drawn anew. What is far from the screen is not laid out, and no observer
 * tells of it, so all are looked at when the page's width or its letters change.
 */
export function startScrolling(): void {
  const places = [...document.querySelectorAll(WIDE)];
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target)));
  const contents = new MutationObserver((records) => {
    for (const { target } of records) update(target as Element);
  });
  for (const place of places) {
    sizes.observe(place); // reports once when it is laid out, too
    contents.observe(place, { childList: true });
  }
  const lookAt = lookThrough(update);
  const title = document.querySelector("article h1");
  if (title !== null) new ResizeObserver(() => lookAt(places)).observe(title);
  document.addEventListener("toggle", () => lookAt(places), { capture: true });
}
