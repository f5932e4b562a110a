// SPDX-License-Identifier: MIT
//
// How large what a page loads is, as it travels compressed.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { assets } from "./places.mjs";
import { row, sizeRow, title } from "./rows.mjs";

/** An asset holds gzip in base64, which a server's own compression undoes again. */
async function packed(path) {
  const content = await readFile(join(assets, path));
  return path.endsWith(".gz") ? content.length : gzipSync(content, { level: 9 }).length;
}

async function total(paths) {
  const sizes = await Promise.all(paths.map(packed));
  return sizes.reduce((sum, one) => sum + one, 0);
}

export async function sizes() {
  title("Sizes, compressed");
  const run = (await readdir(join(assets, "run"))).map((name) => `run/${name}`);
  const programs = run.filter((path) => /\/chapter[^/]*(?<!\.device)\.js$/.test(path));
  const devices = run.filter((path) => path.endsWith(".device.js"));
  const clang = (await readdir(join(assets, "clang"))).filter((name) => /\.(js|gz)$/.test(name));
  const rows = [
    ["executor", ["run/executor.js"], 250],
    ["page components, without the editor", ["book.js"], 250],
    ["editor, loaded when a reader edits", ["run/editor.js"], 200],
    ["worker that runs programs", ["run/worker.js"]],
    ["model of the warp", ["run/model.js"]],
    ["judge of the exercises", ["run/judge.js"]],
    ["CUDA headers for the compiler", ["run/toolkit.js"]],
    ["compiler, loaded when a reader compiles", clang.map((name) => `clang/${name}`)],
    ["what all programs have in common", ["run/base.js"]],
    [`${programs.length} whole programs, what differs from that`, programs],
    [`${devices.length} device objects for labs`, devices],
  ];
  for (const [name, paths, limit] of rows) sizeRow(name, await total(paths), limit);
  const largest = Math.max(...(await Promise.all(programs.map(packed))));
  row("largest of these", `${(largest / 1000).toFixed(0)} kB`);
  const parts = ["base", "executor", "model", "judge"].map((name) => `run/${name}.js`);
  const wasm = [...programs, ...devices, ...parts];
  sizeRow("all wasm of the site but the compiler's", await total(wasm), 40_000);
  const compiler = clang.filter((name) => name.includes(".wasm")).map((name) => `clang/${name}`);
  sizeRow("all wasm of the site with the compiler's", await total([...wasm, ...compiler]), 40_000);
}
