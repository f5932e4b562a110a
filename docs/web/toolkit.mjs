// SPDX-License-Identifier: MIT
//
// Writes what a page needs beside the compiler itself: the flags of the device passes, as simt-run
// writes them, and the CUDA headers of the virtual GPU. By hand:
//
//   simt-run --pass count --web-flags COUNT kernel.cu
//   simt-run --pass check --web-flags CHECK kernel.cu
//   node docs/web/toolkit.mjs COUNT CHECK simt/include TOOLKIT.json
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Flags with a value that name files of the computer that built the site. */
const WITH_PLACE = new Set(["-isystem", "-MF", "-o", "-c", "-include"]);
const PLACES = /^(-MD|-nostdinc|--target=.*|-ffile-(prefix-map|compilation-dir)=.*)$/;

/** The flags that hold anywhere. */
export function portableFlags(words) {
  const flags = [];
  for (let i = 1; i < words.length; ++i) {
    if (WITH_PLACE.has(words[i])) ++i;
    else if (!PLACES.test(words[i])) flags.push(words[i]);
  }
  return flags;
}

async function tree(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const read = async (entry) => {
    const path = join(folder, entry.name);
    return [entry.name, entry.isDirectory() ? await tree(path) : await readFile(path, "utf8")];
  };
  return Object.fromEntries(await Promise.all(entries.map(read)));
}

const flagsIn = async (file) => portableFlags((await readFile(file, "utf8")).trim().split("\n"));

const [count, check, headers, out] = process.argv.slice(2);
if (out !== undefined) {
  const flags = { count: await flagsIn(count), check: await flagsIn(check) };
  await writeFile(out, JSON.stringify({ flags, headers: await tree(headers) }));
}
