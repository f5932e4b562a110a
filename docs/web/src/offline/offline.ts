// SPDX-License-Identifier: MIT
//
// Lets the book open without a network. Only what a reader has opened or run is kept; nothing is
// loaded ahead. A page that was opened from a file needs none of it.

import { besideScript } from "../run/assets.ts";

async function start(): Promise<void> {
  await navigator.serviceWorker.register(besideScript("../sw.js"));
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage([location.href.replace(/#.*$/, ""), ...loaded]);
}

/** Starts keeping pages, where the browser can. */
export function startOffline(): void {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  // Forbidden in some private windows, and then the book needs its network.
  addEventListener("load", () => void start().catch(() => undefined));
}
