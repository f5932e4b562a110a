// SPDX-License-Identifier: MIT
//
// The compiler of a page: loaded on the first compilation, kept for the next ones.

import { keepLoaded } from "../offline/offline.ts";
import { asset, besideScript } from "../run/assets.ts";
import type { Compiled } from "./clang.ts";
import type { CompileMessage, CompilerRequest } from "./compile_messages.ts";
import type { Pass } from "./invocation.ts";

const bundle = () => besideScript("clang/bundle.js");

const CANCELLED = "Cancelled.";

/** About what travels on the first compilation; shown before it begins. */
export const COMPILER_MEGABYTES = 26;

class Compiler {
  private worker: Promise<Worker> | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Compiles device code, after what others on the page asked for before; `onProgress` gets the
   * megabytes that have arrived. `signal` cancels it.
   */
  async compile(
    source: string,
    onProgress: (megabytes: number) => void,
    signal: AbortSignal,
    pass: Pass = "count",
  ): Promise<Compiled> {
    const turn = this.last.then(() => this.now(source, onProgress, signal, pass));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async now(
    source: string,
    onProgress: (megabytes: number) => void,
    signal: AbortSignal,
    pass: Pass,
  ): Promise<Compiled> {
    const worker = await this.started();
    if (signal.aborted) throw new Error(CANCELLED);
    const compiled = await this.ask(worker, { kind: "compile", source, pass }, onProgress, signal);
    keepLoaded(bundle());
    return compiled;
  }

  /**
   * Makes ready for the first compilation, if the browser has the compiler already: it is opened,
   * and compiles once for nobody. Loads nothing large.
   */
  async warm(source: string, pass: Pass = "count"): Promise<void> {
    if (location.protocol === "file:") return;
    const worker = await this.started().catch(() => null);
    worker?.postMessage({ kind: "warm", source, pass } satisfies CompilerRequest);
  }

  /** Ends the worker, whatever it does; the next compilation has another. */
  private end(worker: Worker): void {
    worker.terminate();
    this.worker = null;
  }

  private started(): Promise<Worker> {
    if (this.worker === null) {
      const starting = this.start();
      starting.catch(() => {
        if (this.worker === starting) this.worker = null;
      });
      this.worker = starting;
    }
    return this.worker;
  }

  private async start(): Promise<Worker> {
    if (location.protocol === "file:") {
      throw new Error("Editing needs a server: open the book with ./book serve, or on its site.");
    }
    const toolkit = await asset("toolkit", besideScript("run/toolkit.js"));
    const worker = new Worker(besideScript("clang/worker.js"), { type: "module" });
    worker.postMessage({ kind: "begin", bundle: bundle(), toolkit } satisfies CompilerRequest);
    return worker;
  }

  private ask(
    worker: Worker,
    request: CompilerRequest,
    onProgress: (megabytes: number) => void,
    signal: AbortSignal,
  ): Promise<Compiled> {
    const settled = new AbortController();
    return new Promise<Compiled>((resolve, reject) => {
      const cancel = () => {
        this.end(worker);
        reject(new Error(CANCELLED));
      };
      signal.addEventListener("abort", cancel, { signal: settled.signal });
      worker.onmessage = ({ data }: MessageEvent<CompileMessage>) => {
        if (data.kind === "progress") onProgress(data.bytes / 1e6);
        else if (data.kind === "compiled") resolve(data);
        else reject(new Error(data.sentence));
      };
      worker.onerror = (event) => {
        // Without a message where its script did not come.
        reject(new Error(`The compiler broke: ${event.message || "its script did not come"}.`));
        this.end(worker);
      };
      worker.postMessage(request);
    }).finally(() => settled.abort());
  }
}

/** One for all of a page: each would hold some hundred megabytes, and take seconds to open. */
export const compiler = new Compiler();
