// SPDX-License-Identifier: MIT
//
// Runs in a module worker beside the compiler's files: clang as WebAssembly.

import { unpacked } from "../run/unpack.ts";
import { load, run, type Clang, type Compiled } from "./clang.ts";
import type { BeginRequest, CompileMessage, CompilerRequest } from "./compile_messages.ts";
import { compilation, type Files, type Pass, type Toolkit } from "./invocation.ts";
import { isKept, opened } from "./kept.ts";

/** Version of the compiler's package; the build puts it in. */
declare const CLANG_VERSION: string;

const PROGRESS_STEP = 250_000;
const post = (message: CompileMessage) => postMessage(message);

let arrived = 0;
let told = 0;
function onBytes(bytes: number): void {
  arrived += bytes;
  if (arrived < told + PROGRESS_STEP) return;
  told = arrived;
  post({ kind: "progress", bytes: arrived });
}

const closed = (address: string) => `${address}.gz?v=${CLANG_VERSION}`;

// What the compiler's script asks for lies beside it with ".gz" at the end.
globalThis.fetch = (input) => {
  const address = String(input instanceof Request ? input.url : input);
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return opened(closed(address), type, onBytes);
};

/** Texts as bytes, once and not in every run. */
function encoded(files: Files): Files {
  const bytes = (entry: Files[string]) =>
    typeof entry === "string"
      ? new TextEncoder().encode(entry)
      : entry instanceof Uint8Array
        ? entry
        : encoded(entry);
  return Object.fromEntries(Object.entries(files).map(([name, entry]) => [name, bytes(entry)]));
}

class Workshop {
  private readonly toolkit: Promise<Toolkit>;
  private readonly precompiled = new Map<Pass, Promise<Uint8Array | null>>();
  private clang: Promise<Clang> | null = null;
  private asked = false;

  constructor(private readonly begin: BeginRequest) {
    this.toolkit = unpacked(begin.toolkit).then((bytes) => {
      const toolkit = JSON.parse(new TextDecoder().decode(bytes)) as Toolkit;
      return { ...toolkit, headers: encoded(toolkit.headers) };
    });
  }

  async compile(source: string, pass: Pass): Promise<Compiled> {
    this.asked = true;
    return this.run(source, pass);
  }

  /** The first run of the compiler takes far longer than the next ones: better before it counts. */
  async warm(source: string, pass: Pass): Promise<void> {
    if (!(await this.isHere(pass))) return;
    await Promise.all([this.loaded(), this.readAhead(pass)]);
    if (!this.asked) await this.run(source, pass);
  }

  private async run(source: string, pass: Pass): Promise<Compiled> {
    const { flags, headers } = await this.toolkit;
    // Side by side: the compiler, and what it has read ahead.
    const [clang, precompiled] = await Promise.all([this.loaded(), this.readAhead(pass)]);
    return run(clang, compilation(source, flags[pass], headers, precompiled));
  }

  /** Whether nothing has to be loaded over the network. */
  private async isHere(pass: Pass): Promise<boolean> {
    const core = closed(new URL("llvm.core.wasm", this.begin.bundle).href);
    const headers = await this.addressOf(pass);
    return (await isKept(core)) && (headers === null || (await isKept(headers)));
  }

  private loaded(): Promise<Clang> {
    if (this.clang === null) {
      this.clang = this.load();
      this.clang.catch(() => (this.clang = null)); // the next compilation tries again
    }
    return this.clang;
  }

  private async load(): Promise<Clang> {
    const clang = (await import(this.begin.bundle)) as Clang;
    await load(clang);
    return clang;
  }

  private async addressOf(pass: Pass): Promise<string | null> {
    const version = (await this.toolkit).precompiled?.[pass];
    if (version === undefined) return null;
    return new URL(`${pass}.pch.gz?v=${version}`, this.begin.bundle).href;
  }

  private readAhead(pass: Pass): Promise<Uint8Array | null> {
    let headers = this.precompiled.get(pass);
    if (headers === undefined) {
      headers = this.loadHeaders(pass);
      headers.catch(() => this.precompiled.delete(pass)); // the next compilation tries again
      this.precompiled.set(pass, headers);
    }
    return headers;
  }

  private async loadHeaders(pass: Pass): Promise<Uint8Array | null> {
    const address = await this.addressOf(pass);
    if (address === null) return null;
    const response = await opened(address, "application/octet-stream", onBytes);
    return new Uint8Array(await response.arrayBuffer());
  }
}

let workshop: Workshop | null = null;

async function answer(request: CompilerRequest): Promise<void> {
  if (request.kind === "begin") {
    workshop = new Workshop(request);
  } else if (request.kind === "compile") {
    post({ kind: "compiled", ...(await workshop!.compile(request.source, request.pass)) });
  } else {
    await workshop!.warm(request.source, request.pass);
  }
}

/** A reader's words for what is no message about the code. */
function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Its stack is the browser's, and smaller than clang would like.
  const broke = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
  return broke
    ? `The compiler gave up on this code: ${text}.`
    : `The compiler could not be loaded: ${text}.`;
}

addEventListener("message", ({ data }: MessageEvent<CompilerRequest>) => {
  answer(data).catch((error: unknown) => {
    if (data.kind === "warm") return; // the reader's own compilation will tell
    post({ kind: "failure", sentence: sentence(error) });
  });
});
