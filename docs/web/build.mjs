// SPDX-License-Identifier: MIT
//
// Bundles the page components, their worker and the book's font into build/web, which Sphinx copies
// to the site.
import { copyFile, mkdir, writeFile } from "node:fs/promises";

import { build } from "esbuild";

import { compilerVersion, copyCompiler } from "./clang.mjs";
import { assetScript } from "./pack.mjs";

const out = new URL("../../build/web/", import.meta.url).pathname;
await mkdir(`${out}run`, { recursive: true });
await build({
  entryPoints: ["src/main.ts"],
  outfile: `${out}book.js`,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
await build({
  entryPoints: ["src/fonts.css"],
  outfile: `${out}fonts.css`,
  bundle: true,
  minify: true,
  assetNames: "[name]",
  loader: { ".woff2": "file" },
  logLevel: "warning",
});
const worker = await build({
  entryPoints: ["src/run/worker.ts"],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
await writeFile(`${out}run/worker.js`, assetScript("worker", worker.outputFiles[0].text));
await build({
  entryPoints: ["src/edit/editor.ts"],
  outfile: `${out}run/editor.js`,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
// At the root of the site, because it answers for what lies below it.
await build({
  entryPoints: ["src/offline/worker.ts"],
  outfile: new URL("../../build/web-root/sw.js", import.meta.url).pathname,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
});
await mkdir(`${out}clang`, { recursive: true });
await build({
  entryPoints: ["src/edit/compile_worker.ts"],
  outfile: `${out}clang/worker.js`,
  define: { CLANG_VERSION: JSON.stringify(await compilerVersion()) },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
});
await copyCompiler(`${out}clang/`);
const font = "node_modules/@fontsource-variable/source-serif-4/LICENSE";
await copyFile(new URL(font, import.meta.url), `${out}source-serif-4-LICENSE.txt`);
