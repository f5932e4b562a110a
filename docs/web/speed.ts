// SPDX-License-Identifier: MIT
//
// The executor's speed, for measure.mjs: observed launches of two kernels of simt/bench/kernels.cu.

import { WASI } from "@bjorn3/browser_wasi_shim";

import { Executor, type Argument, type LaunchPlan } from "./src/run/executor.ts";

const ELEMENTS = 1 << 20;
const MATRIX = 256;
const RUNS = 7;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
const bits = (value: number): Argument => ({
  u32s: [new Uint32Array(Float32Array.of(value).buffer)[0]!],
});

function plan(
  symbol: string,
  sizes: Record<string, number>,
  more: Partial<LaunchPlan>,
): LaunchPlan {
  const buffers = Object.entries(sizes).map(([name, count]) => {
    return { name, bytes: 4 * count, data: new Uint8Array(new Float32Array(count).fill(1).buffer) };
  });
  const followed = { block: 0, warp: 0 };
  return { symbol, buffers, followed, grid: [1, 1, 1], block: [1, 1, 1], arguments: [], ...more };
}

const PLANS = {
  saxpy: plan(
    "saxpy",
    { x: ELEMENTS, y: ELEMENTS },
    {
      grid: [ELEMENTS / 256, 1, 1],
      block: [256, 1, 1],
      arguments: [{ i32: ELEMENTS }, bits(2), { buffer: "x" }, { buffer: "y" }],
    },
  ),
  matmul: plan(
    "matmul",
    { c: MATRIX ** 2, a: MATRIX ** 2, b: MATRIX ** 2 },
    {
      grid: [MATRIX / 16, MATRIX / 16, 1],
      block: [16, 16, 1],
      arguments: [{ buffer: "c" }, { buffer: "a" }, { buffer: "b" }, { i32: MATRIX }],
    },
  ),
};

/** Thread-instructions a second by kernel, the best of some runs, copies of the data included. */
async function speed(executorBase64: string, object: string): Promise<Record<string, number>> {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const made = await WebAssembly.instantiate(bytesOf(executorBase64), imports);
  wasi.inst = made.instance as unknown as { exports: { memory: WebAssembly.Memory } };
  const executor = new Executor(made.instance);
  const best: Record<string, number> = {};
  for (let run = 0; run < RUNS; ++run) {
    for (const [name, one] of Object.entries(PLANS)) {
      const begin = performance.now();
      const answer = executor.launch(bytesOf(object), one);
      const seconds = (performance.now() - begin) / 1000;
      if (!answer.ok) throw new Error(answer.message);
      const { kernels } = JSON.parse(answer.report) as {
        kernels: { thread_instructions: number }[];
      };
      best[name] = Math.max(best[name] ?? 0, kernels[0]!.thread_instructions / seconds);
    }
  }
  return best;
}

Object.assign(window, { speed });
