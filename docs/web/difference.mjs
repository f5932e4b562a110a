// SPDX-License-Identifier: MIT
//
// Writes a program as its difference to the common base, which src/run/patch.ts applies. The linker
// puts what they share in front, so most of a program is a piece of the base, with small changes
// where it names a place behind the shared part.
//
// A difference is: the program's length, its checksum and the number of steps; the steps; the fresh
// bytes of all steps; the changes of all steps. A step is three numbers: how many fresh bytes come
// first, how many bytes are then copied, and how far on in the base they stand, seen from the end of
// the copy before. To each copied byte a change is added, nearly always nothing. Numbers are in
// LEB128; a distance has its sign in the lowest bit.

/** A copy that is shorter costs more than it saves. */
const BLOCK = 16;
/** How many bytes may differ, beyond those that agree, before a copy has ended. */
const PATIENCE = 24;
const HASH_BITS = 20;

/** FNV-1a of the bytes; src/run/patch.ts has the same. */
export function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/** Where in the base each block stands, by a hash of its bytes: the first place of each hash. */
class Places {
  constructor(base) {
    this.base = base;
    this.first = new Int32Array(1 << HASH_BITS).fill(-1);
    for (let at = base.length - BLOCK; at >= 0; --at) this.first[hash(base, at)] = at;
  }

  /** Where a block like that of `bytes` at `at` stands; -1 if nowhere. */
  of(bytes, at) {
    if (at + BLOCK > bytes.length) return -1;
    const place = this.first[hash(bytes, at)];
    return place >= 0 && this.agrees(place, bytes, at) ? place : -1;
  }

  agrees(place, bytes, at) {
    if (place < 0 || at + BLOCK > bytes.length) return false;
    for (let i = 0; i < BLOCK; ++i) if (this.base[place + i] !== bytes[at + i]) return false;
    return true;
  }
}

function hash(bytes, at) {
  let sum = 0;
  for (let i = 0; i < BLOCK; ++i) sum = Math.imul(sum, 0x01000193) + bytes[at + i];
  return (sum ^ (sum >>> 15)) & ((1 << HASH_BITS) - 1);
}

/** How long it pays to copy from `place`, with bytes that differ within. */
function copyLength(base, place, bytes, at) {
  const most = Math.min(base.length - place, bytes.length - at);
  let score = 0;
  let best = 0;
  let length = 0;
  for (let i = 0; i < most && score >= best - PATIENCE; ++i) {
    score += base[place + i] === bytes[at + i] ? 1 : -1;
    if (score > best) [best, length] = [score, i + 1];
  }
  return length;
}

/** The steps that make `bytes` of `base`. */
function stepsOf(base, bytes) {
  const places = new Places(base);
  const steps = [];
  let fresh = 0;
  let ahead = 0; // how far on in the base the last copy stands
  for (let at = 0; at < bytes.length;) {
    const place = places.agrees(at + ahead, bytes, at) ? at + ahead : places.of(bytes, at);
    if (place < 0) {
      ++at;
      ++fresh;
      continue;
    }
    const copied = copyLength(base, place, bytes, at);
    steps.push({ fresh, copied, place });
    ahead = place - at;
    at += copied;
    fresh = 0;
  }
  return [...steps, { fresh, copied: 0, place: 0 }];
}

class Writer {
  bytes = [];

  number(value) {
    for (; value >= 0x80; value = Math.floor(value / 0x80)) this.bytes.push((value & 0x7f) | 0x80);
    this.bytes.push(value);
  }

  distance(value) {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }
}

/** What has to be known beside `base` to make `bytes`. */
export function difference(base, bytes) {
  const steps = stepsOf(base, bytes);
  const plan = new Writer();
  plan.number(bytes.length);
  plan.number(checksum(bytes));
  plan.number(steps.length);
  const fresh = [];
  const changes = [];
  let at = 0;
  let end = 0;
  for (const step of steps) {
    plan.number(step.fresh);
    plan.number(step.copied);
    plan.distance(step.place - end);
    fresh.push(bytes.subarray(at, at + step.fresh));
    at += step.fresh;
    const copy = base.subarray(step.place, step.place + step.copied);
    changes.push(copy.map((byte, i) => bytes[at + i] - byte));
    at += step.copied;
    end = step.place + step.copied;
  }
  return Buffer.concat([Uint8Array.from(plan.bytes), ...fresh, ...changes]);
}
