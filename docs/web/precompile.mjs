// SPDX-License-Identifier: MIT
//
// Reads the CUDA headers ahead for the page's compiler, with that same compiler: they are most of
// what it reads of a small kernel. By hand, in docs/web:
//
//   node --import tsx precompile.mjs TOOLKIT.json FOLDER
//
// It writes FOLDER/PASS.pch.gz for each pass, and puts their versions into the toolkit.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { compilerVersion } from "./clang.mjs";
import { load, run } from "./src/edit/clang.ts";
import { readAhead } from "./src/edit/invocation.ts";

const PASSES = ["count", "check"];
const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);

/** All or nothing, since Sphinx may be copying the folder. */
async function writeWhole(path, content) {
  await writeFile(`${path}.tmp`, content);
  await rename(`${path}.tmp`, path);
}

async function precompile(toolkit, folder) {
  const clang = await import("@yowasp/clang");
  await load(clang);
  const versions = {};
  for (const pass of PASSES) {
    const { object, messages } = await run(clang, readAhead(toolkit.flags[pass], toolkit.headers));
    if (object === null) throw new Error(`the headers of pass ${pass}: ${messages}`);
    await writeWhole(join(folder, `${pass}.pch.gz`), gzipSync(object, { level: 9 }));
    versions[pass] = hash(object);
  }
  return versions;
}

const [toolkitFile, folder] = process.argv.slice(2);
const toolkit = JSON.parse(await readFile(toolkitFile, "utf8"));
const inputs = PASSES.map((pass) => readAhead(toolkit.flags[pass], toolkit.headers));
const key = hash(JSON.stringify([await compilerVersion(), inputs]));
const stamp = join(folder, "precompiled.json");
const made = JSON.parse(await readFile(stamp, "utf8").catch(() => "{}"));
let { versions } = made;
if (made.key !== key) {
  await mkdir(folder, { recursive: true });
  versions = await precompile(toolkit, folder);
  await writeWhole(stamp, JSON.stringify({ key, versions }));
}
await writeFile(toolkitFile, JSON.stringify({ ...toolkit, precompiled: versions }));
