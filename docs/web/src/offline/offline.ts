// SPDX-License-Identifier: MIT
//
// Lets the book open without a network. Only what a reader has opened or run is kept; nothing is
// loaded ahead. A page that was opened from a file needs none of it.

import { besideScript } from "../run/assets.ts";

/** Has the worker keep this page and what it has loaded so far. */
function keepLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  worker?.postMessage([location.href.replace(/#.*$/, ""), ...loaded]);
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  // What is loaded between the first list and the moment from which all passes through the worker.
  serviceWorker.addEventListener("controllerchange", () => keepLoaded(serviceWorker.controller));
  await serviceWorker.register(besideScript("../sw.js"));
  keepLoaded((await serviceWorker.ready).active);
}

/** Starts keeping pages, where the browser can. */
export function startOffline(): void {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  // Forbidden in some private windows, and then the book needs its network.
  addEventListener("load", () => void start().catch(() => undefined));
}
