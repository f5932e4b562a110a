// SPDX-License-Identifier: MIT
//
// Lays the compiler beside the pages: its script as it is, its large files compressed, since many
// servers would send them as they are. The files are written once for each version.
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const PACKAGE = new URL("node_modules/@yowasp/clang/", import.meta.url);

export async function copyCompiler(out) {
  const { version } = JSON.parse(await readFile(new URL("package.json", PACKAGE), "utf8"));
  const stamp = `${out}version`;
  if ((await readFile(stamp, "utf8").catch(() => "")) === version) return;
  const files = new URL("gen/", PACKAGE);
  for (const name of await readdir(files)) {
    if (name === "bundle.js") {
      await copyFile(new URL(name, files), `${out}${name}`);
    } else {
      const packed = await promisify(gzip)(await readFile(new URL(name, files)), { level: 6 });
      await writeFile(`${out}${name}.gz`, packed);
    }
  }
  await writeFile(stamp, version);
}
