// SPDX-License-Identifier: MIT
//
// Tells where a number comes from, or what a chart's point stands for: on hover, focus and touch.
// Without this script a browser shows the same text as an element's title, to a mouse only.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;

/** Where a bubble of that size stands: above its anchor, below where there is no room, inside the window. */
export function place(
  anchor: Box,
  bubble: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const above = anchor.top - bubble.height - GAP;
  const below = anchor.top + anchor.height + GAP;
  const top = above >= GAP ? above : below;
  const middle = anchor.left + anchor.width / 2 - bubble.width / 2;
  const right = view.width - bubble.width - GAP;
  return { left: Math.max(GAP, Math.min(middle, right)), top };
}

/** The text of an element's bubble, moved from its title so that no browser shows both. */
function prepare(element: Element): void {
  const title = element.getAttribute("title");
  if (title !== null) {
    element.setAttribute("data-tip", title);
    element.removeAttribute("title");
    element.setAttribute("tabindex", "0");
  }
  element.querySelector(":scope > title")?.remove();
}

function show(bubble: HTMLElement, element: Element): void {
  bubble.textContent = element.getAttribute("data-tip");
  bubble.hidden = false;
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  // A value may break over two lines: its first line is the anchor.
  const anchor = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const { left, top } = place(anchor, bubble.getBoundingClientRect(), view);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
  element.setAttribute("aria-describedby", bubble.id);
}

/** Prepares all elements that have something to tell. */
export function startTooltips(): void {
  const selector = ".measured, .claim, [data-tip]";
  document.querySelectorAll(selector).forEach(prepare);
  const bubble = document.createElement("div");
  bubble.id = "book-tip";
  bubble.className = "book-tip";
  bubble.role = "tooltip";
  bubble.hidden = true;
  document.body.append(bubble);
  const hide = () => {
    bubble.hidden = true;
    document
      .querySelector(`[aria-describedby="${bubble.id}"]`)
      ?.removeAttribute("aria-describedby");
  };
  const follow = (event: Event) => {
    const element = event.target instanceof Element ? event.target.closest(selector) : null;
    hide();
    if (element) show(bubble, element);
  };
  for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, follow);
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { passive: true, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
