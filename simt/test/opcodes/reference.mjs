// SPDX-License-Identifier: MIT
//
// node reference.mjs VECTORS.json: repeats each operation in Node's WebAssembly engine and compares
// bit by bit, lane by lane. Any NaN equals any other, since wasm leaves its bits open. Where wasm
// traps, the GPU's rule is expected: division by zero gives all ones and leaves the dividend, and
// the one signed overflow wraps.
import { readFileSync } from 'node:fs';

const CELL = 16;
const [out, a, b, c] = [48, 0, 16, 32];

function isNanIn(name, view) {
  if (/^(f32x4|f64x2)/.test(name) || /^(f32|f64)\./.test(name)) {
    return name.startsWith('f32')
      ? (lane) => Number.isNaN(view.getFloat32(4 * lane, true))
      : (lane) => Number.isNaN(view.getFloat64(8 * lane, true));
  }
  return () => false;
}

/** True if two cells hold the same, taking NaNs of the result's type as equal. */
function same(name, got, want) {
  if (Buffer.compare(got, want) === 0) return true;
  const width = name.startsWith('f32') ? 4 : name.startsWith('f64') ? 8 : 0;
  if (width === 0) return false;
  const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, CELL);
  const gotNan = isNanIn(name, view(got));
  const wantNan = isNanIn(name, view(want));
  for (let lane = 0; lane < CELL / width; ++lane) {
    const part = (buffer) => buffer.subarray(lane * width, (lane + 1) * width);
    if (Buffer.compare(part(got), part(want)) === 0) continue;
    if (!gotNan(lane) || !wantNan(lane)) return false;
  }
  return true;
}

/** What the GPU gives where wasm traps, or null where wasm must not have trapped. */
function withoutTrap(name, first, second) {
  const match = /^i(32|64)\.(div|rem)_[su]$/.exec(name);
  if (!match) return null;
  const bytes = Number(match[1]) / 8;
  const want = Buffer.alloc(CELL);
  const byZero = second.subarray(0, bytes).every((byte) => byte === 0);
  if (match[2] === 'div' && byZero) want.fill(0xff, 0, bytes);
  else first.copy(want, 0, 0, bytes);
  return want;
}

function check(test) {
  const module = new WebAssembly.Module(Buffer.from(test.module, 'hex'));
  const { m, f } = new WebAssembly.Instance(module).exports;
  const memory = Buffer.from(m.buffer);
  let traps = 0;
  test.got.forEach((hex, lane) => {
    const operands = [test.a[lane], test.b[lane], test.c[lane]].map((text) =>
      Buffer.from(text, 'hex'),
    );
    operands.forEach((operand, i) => operand.copy(memory, [a, b, c][i]));
    memory.fill(0, out, out + CELL);
    let want = memory.subarray(out, out + CELL);
    try {
      f(out, a, b, c);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      ++traps;
      want = withoutTrap(test.name, operands[0], operands[1]);
      if (want === null) throw new Error(`${test.name} trapped: ${error.message}`);
    }
    const got = Buffer.from(hex, 'hex');
    if (same(test.name, got, want)) return;
    const [x, y] = operands.map((operand) => operand.toString('hex'));
    throw new Error(
      `${test.name}, lane ${lane}, operands ${x} ${y}: the virtual GPU gives ${hex}, ` +
        `wasm ${want.toString('hex')}`,
    );
  });
  return { lanes: test.got.length, traps };
}

const tests = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let lanes = 0;
let traps = 0;
let failures = 0;
for (const test of tests) {
  try {
    const done = check(test);
    lanes += done.lanes;
    traps += done.traps;
    if (done.lanes === 0) throw new Error(`${test.name} ran in no lane`);
  } catch (error) {
    ++failures;
    console.log(`FAIL ${error.message}`);
  }
}
console.log(
  `${tests.length} operations, ${lanes} lanes, ${traps} by the GPU's rule; ${failures} failed`,
);
process.exit(failures === 0 && tests.length > 0 ? 0 : 1);
