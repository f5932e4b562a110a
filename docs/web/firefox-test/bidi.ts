// SPDX-License-Identifier: MIT
//
// Drives Debian's Firefox over WebDriver BiDi, which it speaks itself: no driver of its own is
// needed, and what the tests of Chromium use knows only Firefox builds that it downloads.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Reply {
  id?: number;
  result?: unknown;
  message?: string;
}

/** What a script in the page gave back; the tests return texts alone. */
interface Evaluated {
  type: string;
  result?: { value?: unknown };
  exceptionDetails?: { text: string };
}

export class Firefox {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private count = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== undefined) this.waiting.get(reply.id)?.(reply);
    };
  }

  static async start(path: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "cuda-measured-firefox-"));
    const flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
    const process = spawn(path, flags, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise<string>((resolve, reject) => {
      process.on("exit", (code) => reject(new Error(`Firefox ended with code ${code}`)));
      createInterface({ input: process.stderr }).on("line", (line) => {
        const match = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line);
        if (match) resolve(`${match[1]}/session`);
      });
    });
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const firefox = new Firefox(process, profile, socket);
    await firefox.send("session.new", { capabilities: {} });
    return firefox;
  }

  /** Opens an address in a new tab; returns what names the tab. */
  async open(url: string): Promise<string> {
    const { context } = (await this.send("browsingContext.create", { type: "tab" })) as {
      context: string;
    };
    await this.send("browsingContext.navigate", { context, url, wait: "complete" });
    return context;
  }

  /** Runs an expression in the tab, and waits for its promise; texts come back. */
  async evaluate(context: string, expression: string): Promise<unknown> {
    const answer = (await this.send("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
    })) as Evaluated;
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.removeAllListeners("exit").on("exit", () => undefined);
    this.process.kill();
    this.socket.close();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
    rmSync(this.profile, { recursive: true, force: true });
  }

  private send(method: string, params: object): Promise<unknown> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (reply) => {
        this.waiting.delete(id);
        if (reply.result === undefined) reject(new Error(`${method}: ${reply.message}`));
        else resolve(reply.result);
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
