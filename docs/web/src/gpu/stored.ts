// SPDX-License-Identifier: MIT
//
// The reader's results between pages: in the browser's store, one entry a program.

import { keysWith, recall, remember } from "../store.ts";
import type { Results } from "./results.ts";

const KEY = "gpu:";

/** The reader's results of a program, or null. */
export function storedResults(program: string): Results | null {
  try {
    return JSON.parse(recall(KEY + program) ?? "null") as Results | null;
  } catch {
    return null;
  }
}

/** The reader's GPU, or null where there is none. */
export function storedGpu(): string | null {
  const first = keysWith(KEY)[0];
  return first === undefined ? null : (storedResults(first.slice(KEY.length))?.gpu ?? null);
}

/** How many programs are stored. */
export const storedCount = () => keysWith(KEY).length;

/** Forgets all. */
export function forgetResults(): void {
  for (const key of keysWith(KEY)) remember(key, null);
}

/** Keeps results; those of another GPU go. False: the browser has no room for them, or no store. */
export function storeResults(results: Results[]): boolean {
  if (results.some(({ gpu }) => gpu !== storedGpu())) forgetResults();
  const kept = results.every((one) => remember(KEY + one.program, JSON.stringify(one)));
  if (!kept) forgetResults();
  return kept;
}
