// SPDX-License-Identifier: MIT
//
// Lets the keyboard into what is wider than its place: charts and formulas on a narrow screen.

const WIDE = ".chart-figure, div.math";

/** Whether something of that width has to be scrolled to be seen. */
export function mustScroll(content: number, place: number): boolean {
  return content > place;
}

function update(): void {
  for (const element of document.querySelectorAll<HTMLElement>(WIDE)) {
    if (mustScroll(element.scrollWidth, element.clientWidth)) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

/** Starts it, and follows the width of the window. */
export function startScrolling(): void {
  if (!document.querySelector(WIDE)) return;
  update();
  window.addEventListener("resize", update);
}
