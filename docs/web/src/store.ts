// SPDX-License-Identifier: MIT
//
// What a reader's browser remembers.  It stays in the browser; nothing is sent anywhere.

const PREFIX = "cuda-measured:";

/** Reads the text stored under `key`, or null where there is none or storing is forbidden. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null; // Some browsers forbid it, for file:// pages or by the reader's wish.
  }
}

/** Stores `text` under `key`, or forgets the key if `text` is null. */
export function remember(key: string, text: string | null): void {
  try {
    if (text === null) {
      localStorage.removeItem(PREFIX + key);
    } else {
      localStorage.setItem(PREFIX + key, text);
    }
  } catch {
    // The page works without a memory.
  }
}
