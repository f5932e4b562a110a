// SPDX-License-Identifier: MIT
//
// A worker that keeps the executor and one device object, so that an answer takes milliseconds.

import { asset, besideScript } from "../run/assets.ts";
import type { LaunchAnswer, LaunchPlan } from "../run/executor.ts";
import type { LaunchRequest, WorkerMessage } from "../run/messages.ts";
import { startWorker } from "../run/runner.ts";

const SECONDS = 30;

/** The memory of a plan's buffers, which is handed over and not copied. */
const memoryOf = (plan: LaunchPlan) => plan.buffers.flatMap(({ data }) => data?.buffer ?? []);

export class Bench {
  private worker: Promise<Worker> | null = null;
  private running: Worker | null = null;
  private warming: Promise<unknown> = Promise.resolve();
  private compiled: Uint8Array | null = null;
  private asked = false;
  /** What the worker has yet to be given. */
  private needs = { executor: true, object: true };
  private answered: ((message: WorkerMessage) => void) | null = null;

  /** `object` is the name and the address of the device object's asset. */
  constructor(private readonly object: { name: string; address: string }) {}

  /** From now on launches take this object, or the chapter's own for null. */
  use(object: Uint8Array | null): void {
    if (this.asked) this.stop();
    this.compiled = object;
    this.needs.object = true;
  }

  /**
   * Loads and compiles all, and launches once for nobody, so that the reader's first launch takes
   * no longer than the next ones. What goes wrong here is told when the reader asks.
   */
  warm(plan: LaunchPlan): void {
    if (this.worker === null) this.warming = this.start(plan).catch(() => undefined);
  }

  /** Launches a kernel. One launch runs at a time; wait for it before the next. */
  async launch(plan: LaunchPlan): Promise<LaunchAnswer> {
    await this.warming;
    this.asked = true;
    return this.start(plan).finally(() => (this.asked = false));
  }

  /** Ends what runs, whatever it does; the next launch begins afresh. */
  stop(sentence = "Stopped."): void {
    this.running?.terminate();
    this.running = null;
    this.worker = null;
    this.answered?.({ kind: "failure", sentence });
  }

  private async start(plan: LaunchPlan): Promise<LaunchAnswer> {
    const request: LaunchRequest = { kind: "launch", plan };
    const [worker] = await Promise.all([this.ready(), this.supply(request)]);
    if (worker !== this.running) throw new Error("Stopped.");
    const message = await this.ask(worker, request);
    if (message.kind === "launched") return message.answer;
    this.stop();
    throw new Error(message.kind === "failure" ? message.sentence : "it did not answer");
  }

  private async ready(): Promise<Worker> {
    if (this.worker === null) {
      this.worker = startWorker();
      this.needs = { executor: true, object: true };
    }
    try {
      this.running = await this.worker;
      return this.running;
    } catch (error) {
      this.worker = null;
      throw error;
    }
  }

  /** Puts into the request what the worker does not have yet. */
  private async supply(request: LaunchRequest): Promise<void> {
    const { name, address } = this.object;
    const [executor, object] = await Promise.all([
      this.needs.executor ? asset("executor", besideScript("run/executor.js")) : null,
      this.needs.object && this.compiled === null ? asset(name, address) : null,
    ]);
    if (executor !== null) request.executor = executor;
    if (object !== null) request.object = object;
    else if (this.needs.object && this.compiled !== null) request.compiled = this.compiled;
    this.needs = { executor: false, object: false };
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
      worker.postMessage(request, memoryOf(request.plan));
    });
  }
}
