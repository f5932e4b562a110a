// SPDX-License-Identifier: MIT
//
// Which lanes meet where, for pictures and their text twins. Costs come from the engine, which
// counts with common/warp_model.hpp; here stands only how to lay them out, and a test holds the two
// together.

export const LANES = 32;
const SECTOR_BYTES = 32;
const BANKS = 32;
const BANK_BYTES = 4;

/** The part of an access that decides its cost. */
export interface WarpAccess {
  mask: number;
  /** For each lane. */
  bytes: number;
  at: number[];
}

export interface Sector {
  /** Counted from the start of the buffer. */
  index: number;
  lanes: number[];
  usefulBytes: number;
}

export const isActive = (access: WarpAccess, lane: number) => ((access.mask >>> lane) & 1) === 1;

const activeLanes = (access: WarpAccess) =>
  Array.from({ length: LANES }, (_, lane) => lane).filter((lane) => isActive(access, lane));

/** The sectors that a request touches, in the order of their addresses. */
export function sectorsOf(access: WarpAccess): Sector[] {
  const lanesOf = new Map<number, number[]>();
  const addressesOf = new Map<number, Set<number>>();
  for (const lane of activeLanes(access)) {
    const address = access.at[lane] ?? 0;
    const index = Math.floor(address / SECTOR_BYTES);
    lanesOf.set(index, [...(lanesOf.get(index) ?? []), lane]);
    addressesOf.set(index, (addressesOf.get(index) ?? new Set<number>()).add(address));
  }
  return [...lanesOf]
    .map(([index, lanes]) => ({
      index,
      lanes,
      usefulBytes: access.bytes * (addressesOf.get(index)?.size ?? 0),
    }))
    .sort((a, b) => a.index - b.index);
}

/** A word that a bank delivers in one round, and who gets it. */
export interface Delivery {
  bank: number;
  word: number;
  lanes: number[];
}

const wordOf = (access: WarpAccess, lane: number) =>
  Math.floor((access.at[lane] ?? 0) / BANK_BYTES);

/** Lanes that go through the banks together: the whole warp, or parts of it for wide elements. */
function groups(access: WarpAccess): number[][] {
  const range = (first: number, last: number) =>
    activeLanes(access).filter((lane) => first <= lane && lane < last);
  const agree = (distance: number) =>
    activeLanes(access).every(
      (lane) =>
        !isActive(access, lane ^ distance) || access.at[lane] === access.at[lane ^ distance],
    );
  const joined = agree(1) || agree(2);
  const pair = (first: number, last: number) => {
    if (joined) return [range(first, last)];
    const middle = (first + last) / 2;
    return [range(first, middle), range(middle, last)];
  };
  if (access.bytes <= BANK_BYTES) return [range(0, LANES)];
  if (access.bytes === 8) return pair(0, LANES);
  return [...pair(0, LANES / 2), ...pair(LANES / 2, LANES)];
}

/** The deliveries of one group: in each round a bank delivers one word. */
function roundsOfGroup(access: WarpAccess, lanes: number[]): Delivery[][] {
  const words = Math.max(1, access.bytes / BANK_BYTES);
  const queues = Array.from({ length: BANKS }, () => new Map<number, number[]>());
  for (const lane of lanes) {
    for (let part = 0; part < words; ++part) {
      const word = wordOf(access, lane) + part;
      const queue = queues[word % BANKS]!;
      queue.set(word, [...(queue.get(word) ?? []), lane]);
    }
  }
  const count = Math.max(0, ...queues.map((queue) => queue.size));
  return Array.from({ length: count }, (_, round) =>
    queues.flatMap((queue, bank) => {
      const delivered = [...queue][round];
      return delivered === undefined ? [] : [{ bank, word: delivered[0], lanes: delivered[1] }];
    }),
  );
}

/** The rounds, or wavefronts, of a request to shared memory. */
export function roundsOf(access: WarpAccess): Delivery[][] {
  return groups(access).flatMap((lanes) => roundsOfGroup(access, lanes));
}

/** Lanes in words: "0–3, 7". */
export function lanesInWords(lanes: number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < lanes.length;) {
    let end = i;
    while (lanes[end + 1] === (lanes[end] ?? 0) + 1) ++end;
    parts.push(end === i ? `${lanes[i]}` : `${lanes[i]}–${lanes[end]}`);
    i = end + 1;
  }
  return parts.join(", ");
}
