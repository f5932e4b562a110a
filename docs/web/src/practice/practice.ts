// SPDX-License-Identifier: MIT
//
// Practice: the starter of an exercise in the editor, compiled and judged inside the page.

import { compiler, COMPILER_MEGABYTES } from "../edit/compiler.ts";
import { diagnosticsIn } from "../edit/diagnostics.ts";
import type { Editor } from "../edit/editor.ts";
import { hasKeyboard, messageList } from "../edit/panel.ts";
import { showInNavigation, solvedKey } from "../progress.ts";
import { asset, besideScript } from "../run/assets.ts";
import { element } from "../run/dom.ts";
import { Run } from "../run/runner.ts";
import { NOT_KEPT, recall, remember } from "../store.ts";
import { caseLines, judge, trafficInWords, type CaseLine, type Verdict } from "./verdict.ts";

const SECONDS = 60;
const encode = (text: string) => new TextEncoder().encode(text);

/** An exercise as the page carries it. */
interface Exercise {
  name: string;
  /** What stands before and after the reader's part. */
  before: string;
  after: string;
  part: string;
  /** The reader's part of the book's solution, to compare traffic with. */
  solution: string;
  /** judge.json. */
  cases: string;
}

/** What is compiled: ours, the reader's part, ours; lines count within the reader's part. */
export function assemble({ before, after }: Exercise, part: string): string {
  return `#line 1 "judge.cuh"\n${before}\n#line 1 "kernel.cu"\n${part}\n#line 1 "after.cuh"\n${after}\n`;
}

const sameCode = (a: string, b: string) => {
  const bare = (text: string) =>
    text
      .replace(/\/\/[^\n]*|\/\*.*?\*\//gs, " ")
      .split(/\s+/)
      .join(" ");
  return bare(a).trim() === bare(b).trim();
};

const button = (text: string, kind = "") =>
  element("button", { type: "button", className: `run-button ${kind}`.trim() }, text);

class PracticeBox {
  private readonly openButton = button("Solve it here");
  private readonly testButton = button("Run tests");
  private readonly stopButton = button("Stop", "run-stop");
  private readonly status = element("p", { className: "run-status" });
  private readonly verdict = element("div", { className: "verdict-box" });
  private readonly place = element("div", { className: "editor" });
  private readonly panel = element("div", { className: "edit-panel", hidden: true });
  private readonly exercise: Exercise;
  private editor: Editor | null = null;
  private run: Run | null = null;
  private stopping = new AbortController();

  constructor(box: HTMLElement) {
    const read = (key: string) => box.dataset[key] ?? "";
    this.exercise = {
      name: read("exercise"),
      before: read("before"),
      after: read("after"),
      part: read("part"),
      solution: read("solution"),
      cases: read("cases"),
    };
    this.status.setAttribute("role", "status");
    this.stopButton.hidden = true;
    const reset = button("Reset", "run-quiet");
    reset.addEventListener("click", () => this.editor?.setText(this.exercise.part));
    this.openButton.addEventListener("click", () => void this.open());
    this.testButton.addEventListener("click", () => void this.test());
    this.stopButton.addEventListener("click", () => this.stop());
    const how =
      "Ctrl+Enter runs the tests; Esc, then Tab leaves the code. The first time, the compiler is loaded, about " +
      `${COMPILER_MEGABYTES} MB; the browser keeps it. Nothing is sent anywhere.`;
    this.panel.append(
      this.place,
      element("div", { className: "run-controls" }, this.testButton, this.stopButton, reset),
      element("p", { className: "run-how" }, how),
    );
    box.append(
      element("div", { className: "run-controls edit-open" }, this.openButton, this.status),
      this.panel,
      this.verdict,
    );
    if (recall(solvedKey(this.exercise.name)) !== null)
      this.status.textContent = "You have solved this one.";
  }

  private get codeKey(): string {
    return `exercise-code:${this.exercise.name}`;
  }
  private text(): string {
    return this.editor?.text() ?? this.exercise.part;
  }
  private say(text: string): void {
    this.status.textContent = text;
  }

  private async open(): Promise<void> {
    try {
      await asset("editor", besideScript("run/editor.js"));
    } catch (error) {
      return this.say(String(error));
    }
    this.panel.hidden = false;
    this.openButton.hidden = true;
    const keep = () => {
      const text = this.text();
      if (!remember(this.codeKey, text === this.exercise.part ? null : text)) this.say(NOT_KEPT);
    };
    const text = recall(this.codeKey) ?? this.exercise.part;
    const create = globalThis.cudaMeasuredEditor!;
    this.editor = create(this.place, text, () => void this.test(), keep);
    void compiler.warm(assemble(this.exercise, text), "check");
    (hasKeyboard() ? this.editor : this.testButton).focus();
  }

  private stop(): void {
    this.stopping.abort();
    this.run?.stop();
  }

  private async test(): Promise<void> {
    if (this.testButton.disabled) return;
    this.testButton.disabled = true;
    this.stopButton.hidden = false;
    this.stopping = new AbortController();
    this.verdict.replaceChildren();
    this.editor?.show([]);
    try {
      const verdict = await this.judged();
      if (verdict !== null) this.show(verdict);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
    this.testButton.disabled = false;
    this.stopButton.hidden = true;
  }

  /** Check, then count, then the large cases; null when there is nothing to judge. */
  private async judged(): Promise<Verdict | null> {
    const part = this.text();
    const seed = String(Math.floor(Math.random() * 2 ** 31));
    const checked = await this.compiled(part, "check");
    if (checked === null) return null;
    const lines = await this.cases("check", checked, seed);
    if (!judge(lines).accepted) return judge(lines);
    const counted = await this.compiled(part, "count");
    if (counted === null) return null;
    const [count] = await this.cases("count", counted, seed);
    const { traffic, cases } = JSON.parse(this.exercise.cases) as {
      traffic?: object;
      cases: { large?: boolean }[];
    };
    if (traffic !== undefined && count !== undefined) lines.push(count);
    const hasLarge = cases.some(({ large }) => large === true);
    if (hasLarge && judge(lines).accepted) {
      lines.push(...(await this.cases("plain", counted, seed)));
    }
    const verdict = judge(lines);
    const compared = await this.compared(part, count, seed);
    return { ...verdict, details: [...verdict.details, ...compared] };
  }

  /** The traffic of the same case, same data, against the book's solution. */
  private async compared(
    part: string,
    count: CaseLine | undefined,
    seed: string,
  ): Promise<string[]> {
    if (count?.totals === undefined || sameCode(part, this.exercise.solution)) return [];
    const object = await this.compiled(this.exercise.solution, "count");
    if (object === null) return [];
    const [reference] = await this.cases("count", object, seed);
    return trafficInWords(count.totals, reference?.totals ?? {});
  }

  private async compiled(part: string, pass: "check" | "count"): Promise<Uint8Array | null> {
    this.say("Compiling …");
    const progress = (megabytes: number) => {
      this.say(
        `Loading the compiler: ${Math.round(megabytes)} of about ${COMPILER_MEGABYTES} MB …`,
      );
    };
    const source = assemble(this.exercise, part);
    const { object, messages } = await compiler.compile(
      source,
      progress,
      this.stopping.signal,
      pass,
    );
    const diagnostics = diagnosticsIn(messages);
    this.editor?.show(diagnostics);
    if (object !== null) return object;
    this.say("It does not compile.");
    this.verdict.replaceChildren(
      diagnostics.length > 0
        ? messageList(diagnostics)
        : element("samp", { className: "run-output", tabIndex: 0 }, messages),
    );
    return null;
  }

  private async cases(mode: string, object: Uint8Array, seed: string): Promise<CaseLine[]> {
    this.say("Running the tests …");
    let output = "";
    const wasm = asset("judge", besideScript("run/judge.js"));
    const request = wasm.then((packed) => ({
      kind: "program" as const,
      wasm: packed,
      args: ["judge-run", mode, this.exercise.name, "/judge.json", "/image.o", seed],
      environment: {},
      files: { "judge.json": encode(this.exercise.cases), "image.o": object },
    }));
    this.run = new Run(request, (text) => (output += text), SECONDS);
    const outcome = await this.run.outcome;
    this.run = null;
    if (this.stopping.signal.aborted) throw new Error("Stopped.");
    if (outcome.kind === "failure") throw new Error(outcome.sentence);
    if (outcome.kind === "end" && outcome.exitCode !== 0) throw new Error(output);
    return caseLines(output);
  }

  private show(verdict: Verdict): void {
    const untouched = sameCode(this.text(), this.exercise.part);
    this.say(
      untouched && !verdict.accepted
        ? `Not solved yet: this is the starter as it came. ${verdict.title}`
        : verdict.title,
    );
    const details = verdict.details.map((text) => element("li", {}, text));
    this.verdict.replaceChildren(element("ul", { className: "findings" }, ...details));
    if (!verdict.accepted) return;
    remember(solvedKey(this.exercise.name), "yes");
    showInNavigation();
  }
}

/** Gives each exercise that can be judged in the page its editor. */
export function startPractice(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".practice")) new PracticeBox(box);
}
