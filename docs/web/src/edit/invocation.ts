// SPDX-License-Identifier: MIT
//
// How clang is called: in the page, and once more when the site is built, where it reads the CUDA
// headers ahead. Both have to say the same, or the compiler refuses what was read ahead.

/** A file's text or bytes; a folder's entries by name. */
export type Files = { [name: string]: string | Uint8Array | Files };

export type Pass = "count" | "check";

/** What a page compiles with, beside the compiler; docs/web/toolkit.mjs writes it. */
export interface Toolkit {
  /** Of the pass that counts, and of the one with the compiler's own checks. */
  flags: Record<Pass, string[]>;
  headers: Files;
  /** Versions of the headers as read ahead, for each pass; absent where the build made none. */
  precompiled?: Record<Pass, string>;
}

const PREFIX = "prefix.h";
const PRECOMPILED = "prefix.pch";

/** What nvcc includes unasked, and what the book's kernels use. */
const PREFIX_TEXT = "#include <cuda_runtime.h>\n#include <cstddef>\n";

export interface Invocation {
  args: string[];
  files: Files;
  /** The file that it writes. */
  result: string;
}

const common = (flags: string[]) => [
  ...["clang++", "--target=wasm32-wasip1", ...flags],
  ...["-isystem", "include", "-fno-color-diagnostics"],
];

/** Reads the headers and keeps what was understood of them. */
export function readAhead(flags: string[], headers: Files): Invocation {
  const keep = ["-Xclang", "-emit-pch", "-Xclang", "-fno-pch-timestamp"];
  return {
    args: [...common(flags), ...keep, "-c", PREFIX, "-o", PRECOMPILED],
    files: { include: headers, [PREFIX]: PREFIX_TEXT },
    result: PRECOMPILED,
  };
}

/** Compiles device code, with the headers read ahead where they are given. */
export function compilation(
  source: string,
  flags: string[],
  headers: Files,
  precompiled: Uint8Array | null,
): Invocation {
  const prefix = precompiled === null ? ["-include", PREFIX] : ["-include-pch", PRECOMPILED];
  return {
    args: [...common(flags), ...prefix, "-c", "kernel.cu", "-o", "kernel.o"],
    files: {
      include: headers,
      [PREFIX]: PREFIX_TEXT,
      "kernel.cu": source,
      ...(precompiled === null ? {} : { [PRECOMPILED]: precompiled }),
    },
    result: "kernel.o",
  };
}
