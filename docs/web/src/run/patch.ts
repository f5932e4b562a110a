// SPDX-License-Identifier: MIT
//
// Makes a program of the base that all programs have in common and of what differs from it. The
// build writes the difference; ../../difference.mjs says how.

/** FNV-1a of the bytes; the build has the same. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < bytes.length; ++i) sum = Math.imul(sum ^ bytes[i]!, 0x01000193);
  return sum >>> 0;
}

class Reader {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  distance(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

interface Step {
  fresh: number;
  copied: number;
  place: number;
}

function readSteps(plan: Reader): Step[] {
  let end = 0;
  return Array.from({ length: plan.number() }, () => {
    const fresh = plan.number();
    const copied = plan.number();
    const place = end + plan.distance();
    end = place + copied;
    return { fresh, copied, place };
  });
}

/** The program that `difference` makes of `base`. */
export function patched(base: Uint8Array, difference: Uint8Array): Uint8Array<ArrayBuffer> {
  const plan = new Reader(difference);
  const program = new Uint8Array(plan.number());
  const wanted = plan.number();
  const steps = readSteps(plan);
  let fresh = plan.at;
  let change = steps.reduce((sum, step) => sum + step.fresh, fresh);
  let at = 0;
  for (const step of steps) {
    program.set(difference.subarray(fresh, fresh + step.fresh), at);
    fresh += step.fresh;
    at += step.fresh;
    for (let i = 0; i < step.copied; ++i) {
      program[at++] = base[step.place + i]! + difference[change++]!;
    }
  }
  // The site may have been built anew between the page's files.
  if (checksum(program) !== wanted) {
    throw new Error("the page and the program are of different versions: load the page again");
  }
  return program;
}
