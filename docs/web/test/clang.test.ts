// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "node:test";

import { compilation, readAhead } from "../src/edit/invocation.ts";

// A script of the build, without types.
interface Script {
  isSpare(path: string): boolean;
  thinned(archive: Buffer): Buffer;
}
const script = (await import(new URL("../clang.mjs", import.meta.url).href)) as Script;

test("a page's compiler keeps the headers that a kernel may include", () => {
  const kept = [
    "include",
    "include/c++/v1/cmath",
    "include/wasm32-wasip1/stdio.h",
    "include/wasm32-wasip1/bits/alltypes.h",
    "include/cuda_wrappers/new",
    "include/stddef.h",
    "include/__stddef_size_t.h",
  ];
  const spare = [
    "lib/wasm32-wasip1/libc.a",
    "share/libc++/v1/std.cppm",
    "include/c++/v1/__cxx03/cmath",
    "include/avx512fintrin.h",
    "include/opencl-c.h",
    "include/ppc_wrappers/mm_malloc.h",
  ];
  assert.deepEqual(kept.filter(script.isSpare), []);
  assert.deepEqual(spare.filter(script.isSpare), spare);
});

/** An entry of a tar archive, as far as the compiler's package reads one. */
function entry(name: string, content: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name);
  head.write(content.length.toString(8).padStart(11, "0"), 124);
  const body = Buffer.alloc(512 * Math.ceil(content.length / 512));
  body.write(content);
  return Buffer.concat([head, body]);
}

test("a thinned archive holds the other files as they were", () => {
  const [one, two] = [entry("include/stddef.h", "a".repeat(700)), entry("include/stdint.h", "b")];
  const archive = Buffer.concat([one, entry("lib/libc.a", "c".repeat(512)), two]);
  const end = Buffer.alloc(1024);
  assert.deepEqual(script.thinned(Buffer.concat([archive, end])), Buffer.concat([one, two, end]));
});

test("headers that were read ahead take the place of those that are included", () => {
  const flags = ["-O1"];
  const headers = { "cuda_runtime.h": "" };
  const ahead = readAhead(flags, headers);
  const plain = compilation("", flags, headers, null);
  const quick = compilation("", flags, headers, new Uint8Array(1));
  // clang compares the headers' sizes with what it read ahead.
  assert.equal(quick.files["prefix.h"], ahead.files["prefix.h"]);
  assert.ok(quick.args.includes("-include-pch") && quick.args.includes(ahead.result));
  assert.ok(plain.args.includes("prefix.h") && !plain.args.includes("-include-pch"));
});
