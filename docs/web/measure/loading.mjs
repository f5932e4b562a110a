// SPDX-License-Identifier: MIT
//
// How pages load, by what Lighthouse weighs: on a computer, and on a phone with a processor four
// times slower and the slow mobile network that Lighthouse assumes. Accessibility is axe's.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { onPage } from "./browser.mjs";
import { row, title } from "./rows.mjs";

const PAGES = [
  "index.html",
  "chapters/chapter03_global_memory/index.html",
  "chapters/chapter05_tiling/index.html",
];
const RUNS = 3;

/** Each metric with its weight, and what earns 0.9 and 0.5 of its points. */
const METRICS = {
  desktop: {
    first: [0.1, 934, 1600],
    speed: [0.1, 1311, 2300],
    largest: [0.25, 1200, 2400],
    blocked: [0.3, 150, 350],
    shift: [0.25, 0.1, 0.25],
  },
  mobile: {
    first: [0.1, 1800, 3000],
    speed: [0.1, 3387, 5800],
    largest: [0.25, 2500, 4000],
    blocked: [0.3, 200, 600],
    shift: [0.25, 0.1, 0.25],
  },
};

/** Of the standard normal distribution, good to four digits. */
function normal(x) {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x > 0 ? 1 - tail : tail;
}

/** Lighthouse's curve: log-normal through the two points. */
function points(value, at90, at50) {
  if (value <= 0) return 1;
  const spread = Math.log(at50 / at90) / 1.2815515655;
  return 1 - normal(Math.log(value / at50) / spread);
}

/** The score of a page, out of 100. There is no film of the load, so the largest paint stands for
 * the speed index, which is never later. */
export function score(seen, metrics) {
  const values = { ...seen, speed: seen.largest };
  const parts = Object.entries(metrics).map(
    ([name, [weight, at90, at50]]) => weight * points(values[name], at90, at50),
  );
  return Math.round(100 * parts.reduce((sum, one) => sum + one, 0));
}

/** Paints, shifts and long tasks of the page so far; runs in the page. */
async function observed() {
  const entries = (type) =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type,
        buffered: true,
      });
      setTimeout(() => resolve([]), 300);
    });
  const [paints, largest, shifts] = await Promise.all(
    ["paint", "largest-contentful-paint", "layout-shift"].map(entries),
  );
  const first = paints.find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0;
  return {
    first,
    largest: largest.at(-1)?.startTime ?? first,
    shift: shifts.reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0),
    blocked: window.blocked,
    longest: window.longest,
  };
}

async function load(context, url, phone) {
  return onPage(context, "about:blank", async (page) => {
    const tools = await context.newCDPSession(page);
    await tools.send("Network.clearBrowserCache");
    if (phone) {
      await page.setViewportSize({ width: 360, height: 740 });
      await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await tools.send("Network.enable");
      await tools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: (1.6e6 / 8) * 0.9,
        uploadThroughput: 7.5e5 / 8,
      });
    }
    await page.goto(url);
    await page.waitForTimeout(2500);
    return page.evaluate(observed);
  });
}

/** Of each value the least of some loads: other programs can only add to it. */
function least(loads) {
  return Object.fromEntries(
    Object.keys(loads[0]).map((key) => [key, Math.min(...loads.map((one) => one[key]))]),
  );
}

async function accessibility(context, url) {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return onPage(context, url, async (page) => {
    await page.addScriptTag({ content: axe });
    const violations = await page.evaluate(() => window.axe.run().then((all) => all.violations));
    return violations.length;
  });
}

export async function loading(context, base) {
  for (const path of PAGES) {
    title(`Loading ${path}, empty cache, least of ${RUNS}`);
    for (const [device, metrics] of Object.entries(METRICS)) {
      const loads = [];
      for (let i = 0; i < RUNS; ++i) {
        loads.push(await load(context, `${base}/${path}`, device === "mobile"));
      }
      const seen = least(loads);
      row(`${device}: first paint`, `${seen.first.toFixed(0)} ms`);
      row(`${device}: largest paint`, `${seen.largest.toFixed(0)} ms`);
      row(`${device}: layout shift`, seen.shift.toFixed(3));
      row(`${device}: main thread blocked`, `${seen.blocked.toFixed(0)} ms`);
      row(`${device}: longest task`, `${seen.longest.toFixed(0)} ms`);
      const points = score(seen, metrics);
      row(`${device}: performance, weighed as Lighthouse does`, `${points}`, "≥ 90", points >= 90);
    }
    const violations = await accessibility(context, `${base}/${path}`);
    row("axe violations", `${violations}`, "0", violations === 0);
  }
}
