// SPDX-License-Identifier: MIT
//
// What takes long is tried in parts, another one each day, so that all of it comes round.

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The part of `items` that is tried on the day of `now` (milliseconds since 1970): every `parts`-th
 * of them. `parts` is a whole number of at least 1, and 1 takes everything.
 */
export function share<Item>(items: readonly Item[], parts: number, now: number): Item[] {
  if (!Number.isInteger(parts) || parts < 1) {
    throw new Error(`CM_PARTS is a whole number of at least 1, not '${parts}'`);
  }
  const today = Math.floor(now / DAY_MS) % parts;
  return items.filter((_, index) => index % parts === today);
}

/** The part of today, of as many as $CM_PARTS says; everything where it says nothing. */
export const ofToday = <Item>(items: readonly Item[]): Item[] =>
  share(items, Number(process.env["CM_PARTS"] ?? 1), Date.now());
