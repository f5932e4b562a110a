// SPDX-License-Identifier: MIT
//
// The executor's speed in the page: observed launches of two kernels of simt/bench/kernels.cu. Only
// the launch itself is timed, as simt/bench/engine_bench.cpp does it natively.

import { WASI } from "@bjorn3/browser_wasi_shim";

import { Executor, type Argument, type LaunchPlan } from "../src/run/executor.ts";

const ELEMENTS = 1 << 22;
const MATRIX = 256;
const RUNS = 15;

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

/** The executor, and how long its last launch took. */
async function timedExecutor(base64: string): Promise<[Executor, () => number]> {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: wasi.wasiImport };
  const { instance } = await WebAssembly.instantiate(bytesOf(base64), imports);
  wasi.inst = instance as unknown as { exports: { memory: WebAssembly.Memory } };
  let seconds = 0;
  const launch = instance.exports["simt_web_launch"] as (...values: unknown[]) => unknown;
  const timed = (...values: unknown[]) => {
    const begin = performance.now();
    const result = launch(...values);
    seconds = (performance.now() - begin) / 1000;
    return result;
  };
  const exports = { ...instance.exports, simt_web_launch: timed };
  return [new Executor({ exports }), () => seconds];
}

/** Thread-instructions a second by kernel, of each run. */
async function speed(executorBase64: string, object: string): Promise<Record<string, number[]>> {
  const [executor, seconds] = await timedExecutor(executorBase64);
  const rates: Record<string, number[]> = {};
  for (let run = 0; run < RUNS; ++run) {
    for (const [name, one] of Object.entries(PLANS)) {
      const answer = executor.launch(bytesOf(object), one);
      if (!answer.ok) throw new Error(answer.message);
      const { kernels } = JSON.parse(answer.report) as {
        kernels: { thread_instructions: number }[];
      };
      (rates[name] ??= []).push(kernels[0]!.thread_instructions / seconds());
    }
  }
  return rates;
}

Object.assign(window, { speed });
