// SPDX-License-Identifier: MIT
//
// Bundles the page components and the book's font into build/web, which Sphinx copies to the site.
import { copyFile, mkdir } from "node:fs/promises";

import { build } from "esbuild";

const out = new URL("../../build/web/", import.meta.url).pathname;
await mkdir(out, { recursive: true });
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
const font = "node_modules/@fontsource-variable/source-serif-4/LICENSE";
await copyFile(new URL(font, import.meta.url), `${out}source-serif-4-LICENSE.txt`);
