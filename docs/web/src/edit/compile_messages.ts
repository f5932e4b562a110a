// SPDX-License-Identifier: MIT
//
// What the page and the worker with the compiler say to each other.

export interface CompileRequest {
  /** Address of the compiler's own script. */
  bundle: string;
  source: string;
  flags: string[];
  /** The CUDA headers: folders are objects, files are texts. */
  headers: object;
}

export type CompileMessage =
  | { kind: "progress"; bytes: number }
  | { kind: "compiled"; object: Uint8Array | null; messages: string }
  | { kind: "failure"; sentence: string };
