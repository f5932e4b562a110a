// SPDX-License-Identifier: MIT
//
// Runs in a module worker beside the compiler's files: clang as WebAssembly. The files are stored
// compressed; they are opened here, their arrival is reported, and the browser keeps them.

import type { CompileMessage, CompileRequest } from "./compile_messages.ts";

interface Clang {
  runClang(
    args: string[],
    files: Record<string, unknown>,
    options: {
      stdout: null;
      stderr: (bytes: Uint8Array | null) => void;
      fetchProgress: () => void;
    },
  ): Promise<Record<string, Uint8Array>>;
}

const CACHE = "cuda-measured-clang";
const post = (message: CompileMessage) => postMessage(message);
const plainFetch = globalThis.fetch.bind(globalThis);

let arrived = 0;

/** Counts what passes through. */
function counting(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.length;
      post({ kind: "progress", bytes: arrived });
      controller.enqueue(chunk);
    },
  });
}

/** The compressed file, from the browser's own store after the first time. */
async function stored(address: string): Promise<Response> {
  const cache = await caches.open(CACHE).catch(() => null); // forbidden in some private windows
  const known = await cache?.match(address);
  if (known !== undefined) return known;
  const response = await plainFetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded (${response.status})`);
  await cache?.put(address, response.clone()).catch(() => undefined); // no room: not kept
  return response;
}

/** What the compiler's bundle asks for lies beside it with ".gz" at the end. */
async function opened(address: string): Promise<Response> {
  const response = await stored(`${address}.gz`);
  const body = response
    .body!.pipeThrough(counting())
    .pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>);
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(body, { headers: { "Content-Type": type } });
}

globalThis.fetch = (input) => opened(String(input instanceof Request ? input.url : input));

let clang: Promise<Clang> | null = null;

async function compile(request: CompileRequest): Promise<CompileMessage> {
  clang ??= import(request.bundle) as Promise<Clang>;
  const { runClang } = await clang;
  const decoder = new TextDecoder();
  let messages = "";
  const files = { include: request.headers, "kernel.cu": request.source };
  const args = ["clang++", "--target=wasm32-wasip1", ...request.flags];
  args.push("-isystem", "include", "-include", "cuda_runtime.h", "-include", "cstddef");
  args.push("-fno-color-diagnostics", "-c", "kernel.cu", "-o", "kernel.o");
  try {
    const made = await runClang(args, files, {
      stdout: null,
      fetchProgress: () => undefined, // else it writes each step to the console
      stderr: (bytes) => {
        if (bytes !== null) messages += decoder.decode(bytes, { stream: true });
      },
    });
    return { kind: "compiled", object: made["kernel.o"] ?? null, messages };
  } catch (error) {
    // clang ends with an exit code where there are errors; anything else is no answer.
    if (messages === "") throw error;
    return { kind: "compiled", object: null, messages };
  }
}

addEventListener("message", (event: MessageEvent<CompileRequest>) => {
  compile(event.data).then(post, (error: unknown) => {
    post({ kind: "failure", sentence: error instanceof Error ? error.message : String(error) });
  });
});
