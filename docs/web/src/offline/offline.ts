// SPDX-License-Identifier: MIT
//
// Lets the book open without a network. Only what a reader has opened or run is kept; nothing is
// loaded ahead. A page that was opened from a file needs none of it.

import { besideScript } from "../run/assets.ts";

const possible = () => location.protocol.startsWith("http") && "serviceWorker" in navigator;

/** Has the worker keep files that the page, or a worker of its own, has loaded. */
async function keep(addresses: string[]): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(addresses);
}

/**
 * Has the worker keep this page and all that it loads. Requests pass through the worker once it is
 * in control, but the first visit's do not, and those that are under way at that moment end later:
 * so each is told when it has ended.
 */
async function start(): Promise<void> {
  await navigator.serviceWorker.register(besideScript("../sw.js"));
  await keep([location.href]);
  const observer = new PerformanceObserver((list) => {
    void keep(list.getEntries().map(({ name }) => name));
  });
  observer.observe({ type: "resource", buffered: true });
}

/** Starts keeping pages, where the browser can. */
export function startOffline(): void {
  if (!possible()) return;
  // Forbidden in some private windows, and then the book needs its network.
  addEventListener("load", () => void start().catch(() => undefined));
}

/** Keeps a file that a worker of the page loaded: the page's own list of loaded files lacks it. */
export function keepLoaded(address: string): void {
  if (possible()) void keep([address]);
}
