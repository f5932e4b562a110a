// SPDX-License-Identifier: MIT
//
// Lays the compiler beside the pages: its script as it is, its large files compressed, since many
// servers would send them as they are. The files are written once for each version.
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const PACKAGE = new URL("node_modules/@yowasp/clang/", import.meta.url);
/** Counts the changes of what this file makes of the package. */
const EDITION = 2;

/** Changes whenever what is laid beside the pages does. */
export async function compilerVersion() {
  const { version } = JSON.parse(await readFile(new URL("package.json", PACKAGE), "utf8"));
  return `${version}.${EDITION}`;
}

const BLOCK = 512;

const SPARE = [
  /^(lib|share)\//, // what is linked, and modules
  /\/__cxx03\//,
  /^include\/(?!c\+\+|wasm32|cuda_wrappers)\w+\//, // other languages and processors
  /^include\/\w*(intr|altivec|hexagon|opencl)[\w-]*\.h$/, // their instructions
];

/** Whether a file of the package's headers is one that no kernel needs. */
export const isSpare = (path) => SPARE.some((pattern) => pattern.test(path));

/** A tar archive without the files that `isSpare` names. */
export function thinned(archive) {
  const kept = [];
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const name = archive.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = parseInt(archive.toString("latin1", at + 124, at + 136), 8);
    const end = at + BLOCK * (1 + Math.ceil(size / BLOCK));
    if (!isSpare(name)) kept.push(archive.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK)]);
}

export async function copyCompiler(out) {
  const version = await compilerVersion();
  const stamp = `${out}version`;
  if ((await readFile(stamp, "utf8").catch(() => "")) === version) return;
  const files = new URL("gen/", PACKAGE);
  for (const name of await readdir(files)) {
    if (name === "bundle.js") {
      await copyFile(new URL(name, files), `${out}${name}`);
      continue;
    }
    const content = await readFile(new URL(name, files));
    const packed = await promisify(gzip)(name.endsWith(".tar") ? thinned(content) : content);
    await writeFile(`${out}${name}.gz`, packed);
  }
  await writeFile(stamp, version);
}
