// SPDX-License-Identifier: MIT
//
// Prints how large what a page loads is, and how long it takes in a real Chromium: sizes as they
// travel compressed, times from the click to the answer, the executor's speed beside the native
// one, how long the main thread was held, how a page loads. By hand, after ./book build:
//
//   cmake --build build/dev --target engine_bench
//   npm --prefix docs/web run measure
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { cpus, loadavg } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
const site = process.env.CM_SITE ?? join(root, "build/site");
const assets = join(site, "_static");
const buildTree = process.env.CM_BUILD ?? join(root, "build/dev");

/** What travels. An asset holds gzip in base64, which a server's own compression undoes again. */
const packed = async (path) => {
  const content = await readFile(join(assets, path));
  return path.endsWith(".gz") ? content.length : gzipSync(content, { level: 9 }).length;
};
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

async function sizes() {
  const rows = [
    ["page components", ["book.js"], 250],
    ["worker", ["run/worker.js"]],
    ["executor", ["run/executor.js"], 250],
    ["model of the warp", ["run/model.js"]],
    ["editor", ["run/editor.js"], 200],
    ["judge", ["run/judge.js"]],
    ["headers for the compiler", ["run/toolkit.js"]],
  ];
  const run = await readdir(join(assets, "run"));
  for (const name of run.filter((one) => /^chapter.*\.js$/.test(one))) {
    rows.push([name.replace(/\.js$/, ""), [`run/${name}`]]);
  }
  const clang = (await readdir(join(assets, "clang"))).filter((one) => one !== "version");
  rows.push(["compiler", clang.map((one) => `clang/${one}`)]);
  for (const [name, paths, limit] of rows) {
    const total = (await Promise.all(paths.map(packed))).reduce((sum, one) => sum + one, 0);
    const verdict = limit === undefined ? "" : `  (limit ${limit} kB)`;
    console.log(`${name.padEnd(32)} ${kilobytes(total).padStart(10)}${verdict}`);
  }
  const wasm = run.filter((one) => /^(chapter|executor|model|judge)/.test(one));
  const all = (await Promise.all(wasm.map((one) => packed(`run/${one}`)))).reduce((a, b) => a + b);
  console.log(
    `${"all wasm of the site".padEnd(32)} ${kilobytes(all).padStart(10)}  (limit 40000 kB)`,
  );
}

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };

function serve() {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    readFile(join(site, path)).then(
      (content) => {
        response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const line = (name, value, wanted) =>
  console.log(`${name.padEnd(52)} ${value.padStart(14)}${wanted ? `  (${wanted})` : ""}`);

async function timed(name, wanted, action) {
  const begin = performance.now();
  await action();
  line(name, `${(performance.now() - begin).toFixed(0)} ms`, wanted);
}

const base = (server) => `http://127.0.0.1:${server.address().port}`;

async function newPage(context, url) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  return page;
}

/** Marks what a lab says as old, so that the next answer can be waited for. */
const clear = (lab) => lab.locator(".run-status").evaluate((one) => (one.textContent = ""));
const checked = (lab) => lab.getByText(/^Checked/).waitFor();

async function labs(context, url) {
  const page = await newPage(context, `${url}/chapters/chapter03_global_memory/index.html`);
  const lab = page.locator('.lab[data-lab="strided-copy"]');
  await lab.getByRole("spinbutton", { name: "Elements n" }).fill("65536");
  const run = async () => {
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await checked(lab);
  };
  await timed("lab, 65 536 threads, first", "", run);
  for (let i = 0; i < 3; ++i) {
    await clear(lab);
    await timed("lab, 65 536 threads, again", "100 ms", run);
  }
  const program = page.locator(".run-program").first();
  await timed("whole program, count and check", "", async () => {
    await program.getByRole("button", { name: "Run" }).click();
    await program.getByText(/^Passed.*none\.$/).waitFor();
  });
  await page.close();
}

async function compileOnce(page, name, wanted) {
  const lab = page.locator('.lab[data-lab="strided-copy"]');
  await clear(lab);
  await timed(`edited kernel, ${name}`, wanted, async () => {
    await lab.getByRole("textbox", { name: "Kernel" }).press("Control+Enter");
    await checked(lab);
  });
}

async function openEditor(context, url) {
  const page = await newPage(context, `${url}/chapters/chapter03_global_memory/index.html`);
  await page.locator('.lab[data-lab="strided-copy"] .edit-open button').click();
  await page.locator(".cm-content").first().waitFor();
  return page;
}

async function compiles(context, url) {
  const first = await openEditor(context, url);
  await compileOnce(first, "first of all, with loading", "");
  await first.close();
  const page = await openEditor(context, url);
  await compileOnce(page, "cold, compiler from the browser's cache", "6 s");
  for (let i = 0; i < 3; ++i) await compileOnce(page, "warm", "1 s");
  await longTasks(page);
  await page.close();
}

/** Types while it compiles and runs. */
async function longTasks(page) {
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        window.longest = Math.max(window.longest, duration);
      }
    }).observe({ type: "longtask" });
  });
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// typed while it runs: 0123456789 abcdefghijklmnopqrstuvwxyz", {
    delay: 25,
  });
  const longest = await page.evaluate(() => window.longest);
  line("longest task while typing and running", `${longest.toFixed(0)} ms`, "50 ms");
}

/** What Lighthouse weighs, for a wide screen and no throttling. */
async function loading(context, url) {
  for (const path of ["chapters/chapter03_global_memory/index.html", "index.html"]) {
    const page = await newPage(context, `${url}/${path}`);
    await page.waitForTimeout(1500);
    const seen = await page.evaluate(async () => {
      const entries = (type) =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({
            type,
            buffered: true,
          });
          setTimeout(() => resolve([]), 200);
        });
      const sum = (list, key) => list.reduce((total, entry) => total + key(entry), 0);
      const [paints, largest, shifts, tasks] = await Promise.all(
        ["paint", "largest-contentful-paint", "layout-shift", "longtask"].map(entries),
      );
      return {
        first: paints.find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0,
        largest: largest.at(-1)?.startTime ?? 0,
        shift: sum(shifts, (entry) => (entry.hadRecentInput ? 0 : entry.value)),
        blocked: sum(tasks, ({ duration }) => Math.max(0, duration - 50)),
      };
    });
    line(`${path.slice(0, 40)}: first paint`, `${seen.first.toFixed(0)} ms`, "0.9 s is good");
    line("  largest paint", `${seen.largest.toFixed(0)} ms`, "1.2 s is good");
    line("  layout shift", seen.shift.toFixed(3), "0.1 is good");
    line("  main thread blocked", `${seen.blocked.toFixed(0)} ms`, "150 ms is good");
    await page.close();
  }
}

async function speed(context, url) {
  const kernels = join(buildTree, "simt/bench/kernels.o");
  const device = join(buildTree, "wasm/bench.o");
  execFileSync(
    join(buildTree, "simt/bin/simt-run"),
    [...["--web", "--pass", "count", "--device-object", device, "simt/bench/kernels.cu"]],
    { cwd: root },
  );
  const { outputFiles } = await build({
    entryPoints: [join(root, "docs/web/speed.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  const page = await newPage(context, `${url}/index.html`);
  await page.addScriptTag({ content: outputFiles[0].text });
  const base64 = async (path) => (await readFile(path)).toString("base64");
  const packed = [await base64(join(buildTree, "wasm/bin/executor.wasm")), await base64(device)];
  const found = await page.evaluate(([executor, object]) => window.speed(executor, object), packed);
  const native = execFileSync(
    join(buildTree, "simt/bench/engine_bench"),
    [kernels, ...Object.keys(found)],
    {
      encoding: "utf8",
    },
  );
  for (const [name, rate] of Object.entries(found)) {
    line(
      `executor, ${name}, thread-instructions a second`,
      `${(rate / 1e9).toFixed(2)} G/s`,
      "0.5 G/s",
    );
  }
  console.log(`natively, in the same run:\n${native}`);
  await page.close();
}

async function times() {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CM_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: "block" });
  for (const part of [labs, compiles, loading, speed]) await part(context, base(server));
  await browser.close();
  server.close();
}

const load = () =>
  `load of this computer: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(", ")}`;
await sizes();
console.log(`${load()}; ${cpus().length} cores`);
await times();
console.log(load());
