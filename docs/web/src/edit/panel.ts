// SPDX-License-Identifier: MIT
//
// "Edit this kernel": the editor under a lab, its buttons, and what the compiler says.

import { asset, besideScript } from "../run/assets.ts";
import { element } from "../run/dom.ts";
import { NOT_KEPT, recall, remember } from "../store.ts";
import { compiler, COMPILER_MEGABYTES } from "./compiler.ts";
import { diagnosticsIn, type Diagnostic } from "./diagnostics.ts";
import type { Editor } from "./editor.ts";
import { codeIn, fragmentFor, labIn } from "./share.ts";

/** What the panel needs of its lab. */
export interface Subject {
  name: string;
  /** The chapter's kernel, and the lines that go with it unseen. */
  source: string;
  uses: string;
  /** Runs a compiled object, or the chapter's own for null. */
  run: (object: Uint8Array | null) => Promise<void>;
  say: (text: string) => void;
  /** Scrolls to what was said, if it is out of sight. */
  show: () => void;
}

/** Whether there is likely a keyboard that covers nothing. */
export const hasKeyboard = () => !matchMedia("(pointer: coarse)").matches;

const button = (text: string) =>
  element("button", { type: "button", className: "run-button run-quiet" }, text);

/** A list of what clang says, for those who do not see the squiggles. */
export function messageList(diagnostics: Diagnostic[]): HTMLElement {
  return element(
    "ul",
    { className: "findings" },
    ...diagnostics.map(({ line, column, severity, message }) =>
      element(
        "li",
        { className: `finding finding-${severity}` },
        `Line ${line}, column ${column}: ${severity}: ${message}`,
      ),
    ),
  );
}

export class EditPanel {
  private readonly openButton = button("Edit this kernel");
  private readonly runButton = element(
    "button",
    { type: "button", className: "run-button" },
    "Compile and run",
  );
  private readonly cancelButton = button("Cancel");
  private readonly messages = element("div", {});
  private readonly place = element("div", { className: "editor" });
  private readonly panel = element("div", { className: "edit-panel", hidden: true });
  private editor: Editor | null = null;
  private cancelling: AbortController | null = null;
  private answer: Promise<void> = Promise.resolve();

  constructor(
    box: HTMLElement,
    private readonly subject: Subject,
  ) {
    const reset = button("Reset");
    const copy = button("Copy");
    const download = button("Download");
    const share = button("Share as a link");
    reset.addEventListener("click", () => this.reset());
    copy.addEventListener("click", () => void this.copy(this.text(), "The code is copied."));
    download.addEventListener("click", () => this.download());
    share.addEventListener("click", () => void this.share());
    this.openButton.addEventListener("click", () => void this.open());
    this.runButton.addEventListener("click", () => void this.compileInSight());
    this.cancelButton.addEventListener("click", () => this.cancelling?.abort());
    this.cancelButton.hidden = true;
    this.panel.append(
      this.place,
      this.messages,
      element(
        "div",
        { className: "run-controls" },
        this.runButton,
        this.cancelButton,
        reset,
        copy,
        download,
        share,
      ),
      element(
        "p",
        { className: "run-how" },
        `Ctrl+Enter runs; Esc, then Tab leaves the code. The first time, the compiler is loaded, about ${COMPILER_MEGABYTES} MB; the browser keeps it. Nothing is sent anywhere.`,
      ),
    );
    box.append(
      element("div", { className: "run-controls edit-open" }, this.openButton),
      this.panel,
    );
    if (labIn(location.hash) === subject.name) void this.openLink();
  }

  private get key(): string {
    return `kernel:${this.subject.name}`;
  }

  private text(): string {
    return this.editor?.text() ?? this.subject.source;
  }

  /** What is compiled: the reader's text, and the lines that go with it unseen. */
  private whole(): string {
    return `${this.text()}\n#line 1 "uses"\n${this.subject.uses}\n`;
  }

  private async open(): Promise<void> {
    if (this.editor !== null) return this.editor.focus();
    try {
      await asset("editor", besideScript("run/editor.js"));
    } catch (error) {
      return this.subject.say(String(error));
    }
    const text = recall(this.key) ?? this.subject.source;
    const keep = () => {
      const edited = this.text() === this.subject.source ? null : this.text();
      if (!remember(this.key, edited)) this.subject.say(NOT_KEPT);
    };
    this.panel.hidden = false;
    this.openButton.hidden = true;
    const create = globalThis.cudaMeasuredEditor!;
    this.editor = create(this.place, text, () => void this.compile(), keep);
    void compiler.warm(this.whole());
    // A phone's keyboard would cover the code before it is read.
    (hasKeyboard() ? this.editor : this.runButton).focus();
  }

  private async openLink(): Promise<void> {
    try {
      const code = await codeIn(location.hash);
      await this.open();
      this.editor?.setText(code);
    } catch (error) {
      this.subject.say(error instanceof Error ? error.message : String(error));
    }
  }

  private reset(): void {
    this.editor?.setText(this.subject.source);
    this.show([]);
    void this.subject.run(null);
  }

  private show(diagnostics: Diagnostic[]): void {
    this.editor?.show(diagnostics);
    this.messages.replaceChildren(...(diagnostics.length > 0 ? [messageList(diagnostics)] : []));
  }

  /** What the button starts: on a small screen the answer stands above what is in sight. */
  private async compileInSight(): Promise<void> {
    await this.compile();
    await this.answer;
    this.subject.show();
  }

  private async compile(): Promise<void> {
    if (this.cancelling !== null) return;
    this.cancelling = new AbortController();
    this.runButton.disabled = true;
    this.cancelButton.hidden = false;
    this.subject.say("Compiling …");
    this.show([]);
    try {
      const progress = (megabytes: number) => {
        this.subject.say(
          `Loading the compiler: ${Math.round(megabytes)} of about ${COMPILER_MEGABYTES} MB …`,
        );
      };
      const compiled = await compiler.compile(this.whole(), progress, this.cancelling.signal);
      this.show(diagnosticsIn(compiled.messages));
      if (compiled.object !== null) this.answer = this.subject.run(compiled.object);
      else this.subject.say("It does not compile. The messages stand below the code.");
      if (compiled.object === null && this.messages.childElementCount === 0) {
        this.messages.replaceChildren(
          element("samp", { className: "run-output", tabIndex: 0 }, compiled.messages),
        );
      }
    } catch (error) {
      this.subject.say(error instanceof Error ? error.message : String(error));
    }
    this.cancelling = null;
    this.runButton.disabled = false;
    this.cancelButton.hidden = true;
  }

  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.subject.say(done);
    } catch {
      this.subject.say("This browser does not let the page copy: select the code and copy it.");
    }
  }

  private download(): void {
    const address = URL.createObjectURL(new Blob([this.text()], { type: "text/plain" }));
    element("a", { href: address, download: `${this.subject.name}.cu` }).click();
    URL.revokeObjectURL(address);
  }

  private async share(): Promise<void> {
    try {
      history.replaceState(null, "", await fragmentFor(this.subject.name, this.text()));
    } catch (error) {
      return this.subject.say(error instanceof Error ? error.message : String(error));
    }
    await this.copy(location.href, "The link is copied; it holds the code itself.");
  }
}
