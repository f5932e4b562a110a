// SPDX-License-Identifier: MIT
//
// Runs in a worker: whole programs, and single kernels. The page ends the worker to stop what runs,
// so nothing here waits or polls.

import { WASI } from "@bjorn3/browser_wasi_shim";

import { Executor } from "./executor.ts";
import type { LaunchRequest, WorkerMessage, WorkerRequest } from "./messages.ts";
import { runProgram } from "./process.ts";
import { unpacked } from "./unpack.ts";

/** Memory of an answer is handed over and not copied. */
function post(message: WorkerMessage): void {
  const memory =
    message.kind === "launched" ? Object.values(message.answer.buffers).map((b) => b.buffer) : [];
  postMessage(message, { transfer: memory });
}

let executor: Executor | null = null;
let object: Uint8Array | null = null;

async function prepare(request: LaunchRequest): Promise<void> {
  if (request.executor !== undefined) {
    const wasi = new WASI([], [], [], { debug: false });
    const module = await WebAssembly.compile(await unpacked(request.executor));
    const imports = { wasi_snapshot_preview1: wasi.wasiImport };
    const instance = await WebAssembly.instantiate(module, imports);
    wasi.inst = instance as unknown as { exports: { memory: WebAssembly.Memory } };
    executor = new Executor(instance);
  }
  if (request.compiled !== undefined) object = request.compiled;
  else if (request.object !== undefined) object = new Uint8Array(await unpacked(request.object));
}

async function launch(request: LaunchRequest): Promise<WorkerMessage> {
  await prepare(request);
  if (executor === null || object === null) throw new Error("there is nothing to launch");
  return { kind: "launched", answer: executor.launch(object, request.plan) };
}

/** A reader's words for what WebAssembly throws. */
function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/memory/i.test(text)) return `It ran out of memory (${text}).`;
  return `It broke: ${text}.`;
}

addEventListener("message", (event: MessageEvent<WorkerRequest>) => {
  const request = event.data;
  const answer =
    request.kind === "program"
      ? runProgram(request, (text) => post({ kind: "output", text }))
      : launch(request);
  answer.then(post, (error: unknown) => post({ kind: "failure", sentence: sentence(error) }));
});
