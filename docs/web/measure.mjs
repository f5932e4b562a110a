// SPDX-License-Identifier: MIT
//
// Prints how large what a page loads is, and how long it takes in a real Chromium: sizes as they
// travel compressed, times from the click to the answer. By hand, after ./book build:
//
//   npm --prefix docs/web run measure
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
const site = process.env.CM_SITE ?? join(root, "build/site");
const assets = join(site, "_static");

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

async function timed(name, action) {
  const begin = performance.now();
  await action();
  console.log(`${name.padEnd(48)} ${(performance.now() - begin).toFixed(0).padStart(7)} ms`);
}

async function times() {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CM_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const base = `http://127.0.0.1:${server.address().port}/chapters`;
  await page.goto(`${base}/chapter03_global_memory/index.html`);
  const lab = page.locator('.lab[data-lab="strided-copy"]');
  await lab.getByRole("spinbutton", { name: "Elements n" }).fill("65536");
  const checked = () => lab.getByText(/^Checked/).waitFor();
  const cleared = () => lab.locator(".run-status").evaluate((one) => (one.textContent = ""));
  await timed("lab, 65 536 threads, first", async () => {
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await checked();
  });
  await cleared();
  await timed("lab, 65 536 threads, again", async () => {
    await lab.getByRole("button", { name: "Run", exact: true }).click();
    await checked();
  });
  const program = page.locator(".run-program");
  await timed("whole program access_pattern", async () => {
    await program.getByRole("button", { name: "Run" }).click();
    await program.getByText(/^Passed/).waitFor();
  });
  await lab.getByRole("button", { name: "Edit this kernel" }).click();
  await lab.getByRole("textbox", { name: "Kernel" }).focus();
  for (const name of ["first, with loading", "warm", "warm, again"]) {
    await cleared();
    await timed(`edited kernel, ${name}`, async () => {
      await page.keyboard.press("Control+Enter");
      await checked();
    });
  }
  await browser.close();
  server.close();
}

await sizes();
await times();
