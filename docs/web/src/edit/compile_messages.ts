// SPDX-License-Identifier: MIT
//
// What the page and the worker with the compiler say to each other.

import type { Compiled } from "./clang.ts";
import type { Pass } from "./invocation.ts";

/** The first request of all: where the compiler lies, and the packed toolkit. */
export interface BeginRequest {
  kind: "begin";
  /** Address of the compiler's own script. */
  bundle: string;
  toolkit: string;
}

export interface CompileRequest {
  kind: "compile";
  source: string;
  pass: Pass;
}

/** Compiles for nobody, if all that needs is in the browser already. There is no answer. */
export interface WarmRequest {
  kind: "warm";
  source: string;
  pass: Pass;
}

export type CompilerRequest = BeginRequest | CompileRequest | WarmRequest;

export type CompileMessage =
  | { kind: "progress"; bytes: number }
  | ({ kind: "compiled" } & Compiled)
  | { kind: "failure"; sentence: string };
