// SPDX-License-Identifier: MIT
//
// What a reader's browser remembers.  It stays in the browser; nothing is sent anywhere.

const PREFIX = "cuda-measured:";

/** For a reader whose code could not be stored. */
export const NOT_KEPT =
  "This browser keeps nothing, or has no room left: copy your code before you leave this page.";

/** Reads the text stored under `key`, or null where there is none or storing is forbidden. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null; // Some browsers forbid it, for file:// pages or by the reader's wish.
  }
}

/** Stores `text` under `key`, or forgets the key if `text` is null. False: there is no room, or no leave. */
export function remember(key: string, text: string | null): boolean {
  try {
    if (text === null) {
      localStorage.removeItem(PREFIX + key);
    } else {
      localStorage.setItem(PREFIX + key, text);
    }
    return true;
  } catch {
    return false; // The page works without a memory.
  }
}

/** All keys that begin with `start`. */
export function keysWith(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
