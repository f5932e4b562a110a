// SPDX-License-Identifier: MIT
//
// The compiler of a page: loaded on the first compilation, kept for the next ones.

import { asset, besideScript } from "../run/assets.ts";
import { unpacked } from "../run/unpack.ts";
import type { CompileMessage, CompileRequest } from "./compile_messages.ts";

/** What the compiler made: an object, or the reasons why there is none. */
export interface Compiled {
  object: Uint8Array | null;
  messages: string;
}

export type Pass = "count" | "check";

interface Toolkit {
  /** Of the pass that counts, and of the one with the compiler's own checks. */
  flags: Record<Pass, string[]>;
  headers: object;
}

/** About what travels on the first compilation; shown before it begins. */
export const COMPILER_MEGABYTES = 27;

export class Compiler {
  private worker: Worker | null = null;
  private toolkit: Promise<Toolkit> | null = null;
  private cancelled: (() => void) | null = null;

  /** Compiles device code; `onProgress` gets the megabytes that have arrived. */
  async compile(
    source: string,
    onProgress: (megabytes: number) => void,
    pass: Pass = "count",
  ): Promise<Compiled> {
    if (location.protocol === "file:") {
      throw new Error("Editing needs a server: open the book with ./book serve, or on its site.");
    }
    this.toolkit ??= asset("toolkit", besideScript("run/toolkit.js")).then(async (packed) => {
      return JSON.parse(new TextDecoder().decode(await unpacked(packed))) as Toolkit;
    });
    const { flags, headers } = await this.toolkit;
    this.worker ??= new Worker(besideScript("clang/worker.js"), { type: "module" });
    const bundle = besideScript("clang/bundle.js");
    return this.ask(this.worker, { bundle, source, flags: flags[pass], headers }, onProgress);
  }

  /** Gives up what is loading or compiling. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = null;
    this.cancelled?.();
  }

  private ask(
    worker: Worker,
    request: CompileRequest,
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
        this.cancel();
        reject(new Error(`The compiler broke: ${event.message}`));
      };
      worker.postMessage(request);
    });
  }
}
