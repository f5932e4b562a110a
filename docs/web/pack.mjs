// SPDX-License-Identifier: MIT
//
// Writes assets that pages load on demand (src/run/assets.ts). With a base it writes what differs
// from it. By hand:
//
//   node docs/web/pack.mjs NAME PROGRAM.wasm ASSET.js [BASE.wasm]
import { readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { difference } from "./difference.mjs";

/** A classic script that hands `text` to the page under `name`. */
export function assetScript(name, text) {
  return `cudaMeasured.provide(${JSON.stringify(name)}, ${JSON.stringify(text)});\n`;
}

async function pack(name, from, to, base) {
  const whole = await readFile(from);
  const content = base === undefined ? whole : difference(await readFile(base), whole);
  const packed = gzipSync(content, { level: 9 }).toString("base64");
  const script = assetScript(name, packed);
  // A file that did not change keeps its time, and Sphinx its page.
  if ((await readFile(to, "utf8").catch(() => "")) === script) return;
  // All or nothing, since Sphinx may be copying the folder.
  await writeFile(`${to}.tmp`, script);
  await rename(`${to}.tmp`, to);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, from, to, base] = process.argv.slice(2);
  if (to === undefined) {
    console.error("usage: node pack.mjs NAME PROGRAM.wasm ASSET.js [BASE.wasm]");
    process.exit(2);
  }
  await pack(name, from, to, base);
}
