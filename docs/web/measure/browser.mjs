// SPDX-License-Identifier: MIT
//
// A server for the site, a real Chromium, and a stopwatch that runs inside the page, so that what
// drives the browser is not measured.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { chromium } from "playwright-core";

import { chromium as path, site } from "./places.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Sends compressed what hosts of static pages send compressed. */
async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const content = await readFile(join(site, decodeURIComponent(pathname))).catch(() => null);
  if (content === null) return response.writeHead(404).end();
  const type = TYPES[extname(pathname)] ?? "application/octet-stream";
  response.setHeader("Content-Type", type);
  response.setHeader("Cache-Control", "max-age=600");
  if (!/^(text|image)\//.test(type)) return response.end(content);
  response.setHeader("Content-Encoding", "gzip");
  response.end(await packed(pathname, content));
}

const known = new Map();
async function packed(pathname, content) {
  const { gzipSync } = await import("node:zlib");
  if (!known.has(pathname)) known.set(pathname, gzipSync(content));
  return known.get(pathname);
}

/** Serves the site while `body` runs; it gets the address. */
export async function serving(body) {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${server.address().port}`);
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
