// SPDX-License-Identifier: MIT
//
// The compiler of a page: loaded on the first compilation, kept for the next ones.

import { keepLoaded } from "../offline/offline.ts";
import { asset, besideScript } from "../run/assets.ts";
import type { Compiled } from "./clang.ts";
import type { CompileMessage, CompilerRequest } from "./compile_messages.ts";
import type { Pass } from "./invocation.ts";

const bundle = () => besideScript("clang/bundle.js");

/** About what travels on the first compilation; shown before it begins. */
export const COMPILER_MEGABYTES = 26;

export class Compiler {
  private worker: Promise<Worker> | null = null;
  private cancelled: (() => void) | null = null;

  /** Compiles device code; `onProgress` gets the megabytes that have arrived. */
  async compile(
    source: string,
    onProgress: (megabytes: number) => void,
    pass: Pass = "count",
  ): Promise<Compiled> {
    const worker = await this.started();
    const compiled = await this.ask(worker, { kind: "compile", source, pass }, onProgress);
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

  /** Gives up what is loading or compiling. */
  cancel(): void {
    void this.worker?.then((worker) => worker.terminate()).catch(() => undefined);
    this.worker = null;
    this.cancelled?.();
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
  ): Promise<Compiled> {
    return new Promise((resolve, reject) => {
      this.cancelled = () => reject(new Error("Cancelled."));
      worker.onmessage = ({ data }: MessageEvent<CompileMessage>) => {
        if (data.kind === "progress") onProgress(data.bytes / 1e6);
        else if (data.kind === "compiled") resolve(data);
        else reject(new Error(data.sentence));
      };
      worker.onerror = (event) => {
        // Without a message where its script did not come.
        reject(new Error(`The compiler broke: ${event.message || "its script did not come"}.`));
        this.cancel();
      };
      worker.postMessage(request);
    });
  }
}
