// SPDX-License-Identifier: MIT
//
// What the theme's frame around a page lacks for readers who do not see it.

/** Gives names to what has none, and a landmark to what stands outside of all. */
export function mendFrame(): void {
  for (const summary of document.querySelectorAll("nav.bd-links summary")) {
    const above = summary.closest("li")?.querySelector("a")?.textContent?.trim() ?? "";
    summary.setAttribute("aria-label", `Pages under ${above}`);
  }
  // Its text names it; the label says something else.
  document.querySelector("button.search-button-field")?.removeAttribute("aria-label");
  const sidebar = document.querySelector(".bd-sidebar-primary");
  sidebar?.setAttribute("role", "region");
  sidebar?.setAttribute("aria-label", "The book");
}
