// SPDX-License-Identifier: MIT
//
// What the page and its worker say to each other.

import type { LaunchAnswer, LaunchPlan } from "./executor.ts";

/** Asks the worker to run a whole program. */
export interface ProgramRequest {
  kind: "program";
  /** The program's WebAssembly, compressed with gzip, in base64; with a base what differs from it. */
  wasm: string;
  /** What it has in common with other programs, packed alike. */
  base?: string;
  /** Name and arguments. */
  args: string[];
  /** Settings of the virtual GPU, as simt/src/runtime/options.hpp lists them. */
  environment: Record<string, string>;
  /** What it finds in its root folder. */
  files?: Record<string, Uint8Array>;
}

/** Asks the worker to launch one kernel. */
export interface LaunchRequest {
  kind: "launch";
  /** The executor and the device object, packed like a program; only the first request needs them. */
  executor?: string;
  object?: string;
  /** An object that the page compiled itself; it takes the place of the other. */
  compiled?: Uint8Array;
  plan: LaunchPlan;
}

export type WorkerRequest = ProgramRequest | LaunchRequest;

/** The program has written something. */
export interface OutputMessage {
  kind: "output";
  text: string;
}

/** The program has ended. */
export interface EndMessage {
  kind: "end";
  exitCode: number;
  /** JSON of the virtual GPU's report; empty where there is none. */
  report: string;
  /** Whether it wrote more than a page shows. */
  cut: boolean;
}

/** The launch has ended. */
export interface LaunchMessage {
  kind: "launched";
  answer: LaunchAnswer;
}

/** The request could not be met, or what ran broke. */
export interface FailureMessage {
  kind: "failure";
  sentence: string;
}

export type WorkerMessage = OutputMessage | EndMessage | LaunchMessage | FailureMessage;
