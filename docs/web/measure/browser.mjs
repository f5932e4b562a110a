// SPDX-License-Identifier: MIT
//
// A real Chromium on the built site, and a stopwatch that runs inside the page, so that what drives
// the browser is not measured.
import { chromium } from "playwright-core";

import { chromium as path } from "./places.mjs";
import { siteServer } from "./server.mjs";

/** Serves the site while `body` runs; it gets the address. */
export async function serving(body) {
  const server = await siteServer();
  try {
    await body(server.base);
  } finally {
    server.close();
  }
}

export const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

/** A browser with an empty profile while `body` runs; it gets a context. */
export async function browsing(body) {
  const browser = await chromium.launch({ executablePath: path, args: FLAGS });
  try {
    await body(await browser.newContext({ bypassCSP: true, serviceWorkers: "block" }));
  } finally {
    await browser.close();
  }
}

/** Opens an address, and closes the page after `body`. */
export async function onPage(context, url, body) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(stopwatch);
  await page.goto(url);
  try {
    return await body(page);
  } finally {
    await page.close();
  }
}

/** Runs in the page before its own scripts. */
function stopwatch() {
  /** Milliseconds from `act` until the next frame after the status of `box` says what is wanted. */
  window.timed = (box, wanted, act) =>
    new Promise((resolve) => {
      const status = box.querySelector(".run-status");
      status.textContent = "";
      const observer = new MutationObserver(() => {
        if (!new RegExp(wanted).test(status.textContent)) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begin));
      });
      observer.observe(status, { childList: true, characterData: true, subtree: true });
      const begin = performance.now();
      act();
    });
  window.longest = 0;
  window.blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.longest = Math.max(window.longest, duration);
      window.blocked += duration - 50;
    }
  }).observe({ type: "longtask", buffered: true });
}
