// SPDX-License-Identifier: MIT
//
// The executor's speed in the page beside the native engine's, on the same device object, natively
// before and after. The native one counts processor time and the page can only look at the clock, so
// the ratio holds on a computer that does nothing else.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { onPage } from "./browser.mjs";
import { buildTree, root } from "./places.mjs";
import { row, title } from "./rows.mjs";

const KERNELS = ["saxpy", "matmul"];
const bench = join(buildTree, "simt/bench");
const giga = (rate) => `${(rate / 1e9).toFixed(2)} G/s`;

/** Column "counts" of the native table, in thread-instructions a second. */
function native() {
  const command = [join(bench, "kernels.o"), ...KERNELS];
  const text = execFileSync(join(bench, "engine_bench"), command, { encoding: "utf8" });
  const lines = text.split("\n").map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(
    KERNELS.map((name) => [name, 1e9 * Number(lines.find(([first]) => first === name)?.at(-2))]),
  );
}

async function inPage(context, base) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "docs/web/measure/engine.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  const files = [join(buildTree, "wasm/bin/executor.wasm"), join(bench, "kernels.o")];
  const base64 = await Promise.all(files.map((file) => readFile(file, "base64")));
  return onPage(context, `${base}/search.html`, async (page) => {
    await page.addScriptTag({ content: outputFiles[0].text });
    return page.evaluate(([executor, object]) => window.speed(executor, object), base64);
  });
}

export async function speed(context, base) {
  title("Speed of the engine, with counting: the best, thread-instructions a second");
  execFileSync("cmake", ["--build", buildTree, "--target", "engine_bench"], { stdio: "pipe" });
  const before = native();
  const rates = await inPage(context, base);
  const after = native();
  for (const name of KERNELS) {
    const best = Math.max(...rates[name]);
    const natively = Math.max(before[name], after[name]);
    row(`${name}, natively`, giga(natively));
    row(`${name}, in the page`, giga(best), "≥ 0.5 G/s", best >= 0.5e9);
    const ratio = best / natively;
    row(`${name}, page over native`, ratio.toFixed(2), "≥ 0.4", ratio >= 0.4);
  }
}
