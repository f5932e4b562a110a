// SPDX-License-Identifier: MIT
//
// A worker that keeps the executor and one device object, so that an answer takes milliseconds.

import { asset, besideScript } from "../run/assets.ts";
import type { LaunchAnswer, LaunchPlan } from "../run/executor.ts";
import type { LaunchRequest, WorkerMessage } from "../run/messages.ts";
import { startWorker } from "../run/runner.ts";

const SECONDS = 30;

export class Bench {
  private worker: Promise<Worker> | null = null;
  private running: Worker | null = null;
  private compiled: Uint8Array | null = null;
  private answered: ((message: WorkerMessage) => void) | null = null;

  /** `object` is the name and the address of the device object's asset. */
  constructor(private readonly object: { name: string; address: string }) {}

  /** From now on launches take this object, or the chapter's own for null. */
  use(object: Uint8Array | null): void {
    this.stop();
    this.compiled = object;
  }

  /** Launches a kernel. One launch runs at a time; wait for it before the next. */
  async launch(plan: LaunchPlan): Promise<LaunchAnswer> {
    const request: LaunchRequest = { kind: "launch", plan };
    if (this.worker === null) {
      this.worker = startWorker();
      this.worker.catch(() => undefined); // told below, where it is waited for
      [request.executor, request.object] = await Promise.all([
        asset("executor", besideScript("run/executor.js")),
        asset(this.object.name, this.object.address),
      ]);
      if (this.compiled !== null) request.compiled = this.compiled;
    }
    const worker = await this.worker.catch((error: unknown) => {
      this.worker = null;
      throw error;
    });
    this.running = worker;
    const message = await this.ask(worker, request);
    if (message.kind === "launched") return message.answer;
    this.stop();
    throw new Error(message.kind === "failure" ? message.sentence : "it did not answer");
  }

  /** Ends what runs, whatever it does; the next launch begins afresh. */
  stop(sentence = "Stopped."): void {
    this.running?.terminate();
    this.running = null;
    this.worker = null;
    this.answered?.({ kind: "failure", sentence });
  }

  private ask(worker: Worker, request: LaunchRequest): Promise<WorkerMessage> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.stop(`It ran for ${SECONDS} seconds and was ended.`);
      }, SECONDS * 1000);
      this.answered = (message) => {
        clearTimeout(limit);
        this.answered = null;
        resolve(message);
      };
      worker.onmessage = (event: MessageEvent<WorkerMessage>) => this.answered?.(event.data);
      worker.onerror = (event) => {
        this.answered?.({ kind: "failure", sentence: `The worker broke: ${event.message}` });
      };
      worker.postMessage(request);
    });
  }
}
