// SPDX-License-Identifier: MIT
//
// Runs clang, the package's own script, where that script has been loaded already.

import type { Files, Invocation } from "./invocation.ts";

interface Options {
  stdout: null;
  stderr: (bytes: Uint8Array | null) => void;
  fetchProgress: () => void;
  decodeASCII: boolean;
}

export interface Clang {
  /** Without arguments it loads what it needs and returns. */
  runClang(args: string[] | null, files: Files, options: Options): Promise<Files>;
}

/** What the compiler made: an object, or the reasons why there is none. */
export interface Compiled {
  object: Uint8Array | null;
  messages: string;
}

const QUIET: Options = {
  stdout: null,
  stderr: () => undefined,
  fetchProgress: () => undefined, // else it writes each step to the console
  decodeASCII: false,
};

/** Loads what clang needs. */
export async function load({ runClang }: Clang): Promise<void> {
  await runClang(null, {}, QUIET);
}

export async function run({ runClang }: Clang, invocation: Invocation): Promise<Compiled> {
  const decoder = new TextDecoder();
  let messages = "";
  const stderr = (bytes: Uint8Array | null) => {
    if (bytes !== null) messages += decoder.decode(bytes, { stream: true });
  };
  try {
    const made = await runClang(invocation.args, invocation.files, { ...QUIET, stderr });
    return { object: (made[invocation.result] as Uint8Array | undefined) ?? null, messages };
  } catch (error) {
    // clang ends with an exit code where there are errors; anything else is no answer.
    if (messages === "") throw error;
    return { object: null, messages };
  }
}
