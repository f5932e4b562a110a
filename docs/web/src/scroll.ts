// SPDX-License-Identifier: MIT
//
// Lets the keyboard into what is wider than its place: code, charts and formulas on a narrow screen.
// The theme looks at code, too, but not when a fold opens.

const WIDE = ".chart-figure, div.math, pre";

/** Whether something of that width has to be scrolled to be seen. */
export function mustScroll(content: number, place: number): boolean {
  return content > place;
}

function update(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (mustScroll(element.scrollWidth, element.clientWidth)) element.tabIndex = 0;
  else element.removeAttribute("tabindex");
}

/**
 * Starts it, and follows each place: its width changes with the window and when a fold opens, its
 * content when a chart is drawn anew.
 */
export function startScrolling(): void {
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target)));
  const contents = new MutationObserver((records) => {
    for (const { target } of records) update(target as Element);
  });
  for (const place of document.querySelectorAll(WIDE)) {
    sizes.observe(place); // reports once at the start, too
    contents.observe(place, { childList: true });
  }
}
