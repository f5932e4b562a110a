// SPDX-License-Identifier: MIT
//
// Runs one program in a worker of its own. To stop it, the worker is ended: that works whatever the
// program does.

import { asset, besideScript } from "./assets.ts";
import type { EndMessage, ProgramRequest, WorkerMessage } from "./messages.ts";

/** How a run ended. */
export type Outcome = EndMessage | { kind: "failure"; sentence: string } | { kind: "stopped" };

/** A worker from a text, which works from file://, too, where one from an address does not. */
export async function startWorker(): Promise<Worker> {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot run WebAssembly programs; a current one can.");
  }
  const source = await asset("worker", besideScript("run/worker.js"));
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

export class Run {
  readonly outcome: Promise<Outcome>;
  private worker: Worker | null = null;
  private settle: (outcome: Outcome) => void = () => {};
  private ended = false;

  /** Starts the program; `onOutput` gets what it writes. A run is given up after `seconds`. */
  constructor(
    request: Promise<ProgramRequest>,
    onOutput: (text: string) => void,
    private readonly seconds: number,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.start(request, onOutput).catch((error: unknown) => {
      this.end({
        kind: "failure",
        sentence: error instanceof Error ? error.message : String(error),
      });
    });
  }

  /** Ends the program now. */
  stop(): void {
    this.end({ kind: "stopped" });
  }

  private async start(
    request: Promise<ProgramRequest>,
    onOutput: (text: string) => void,
  ): Promise<void> {
    const [worker, message] = await Promise.all([startWorker(), request]);
    if (this.ended) return worker.terminate();
    this.worker = worker;
    this.worker.addEventListener("message", (event: MessageEvent<WorkerMessage>) => {
      if (event.data.kind === "output") onOutput(event.data.text);
      else if (event.data.kind !== "launched") this.end(event.data);
    });
    this.worker.addEventListener("error", (event) => {
      this.end({ kind: "failure", sentence: `The worker broke: ${event.message}` });
    });
    setTimeout(() => {
      this.end({
        kind: "failure",
        sentence: `The program ran for ${this.seconds} seconds and was ended.`,
      });
    }, this.seconds * 1000);
    this.worker.postMessage(message);
  }

  private end(outcome: Outcome): void {
    if (this.ended) return;
    this.ended = true;
    this.worker?.terminate();
    this.settle(outcome);
  }
}
