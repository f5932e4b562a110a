// SPDX-License-Identifier: MIT
//
// Gets things ready before a reader asks: when they come into view, and the page has nothing else
// to do. Readers who save data are never given what they did not ask for.

interface Connection {
  saveData?: boolean;
}

/** Calls `action` when the page has nothing else to do. */
export const idle = (action: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(action) : setTimeout(action, 200);

/** Whether the reader's browser asks for as little data as can be. */
export const savesData = () =>
  (navigator as { connection?: Connection }).connection?.saveData === true;

/** Calls `action` once, when `element` is on the screen or nearly so. */
export function whenNear(element: Element, action: () => void): void {
  if (savesData()) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      idle(action);
    },
    { rootMargin: "25%" },
  );
  observer.observe(element);
}
