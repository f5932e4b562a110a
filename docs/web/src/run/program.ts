// SPDX-License-Identifier: MIT
//
// "Run the whole program": host code and kernels on the virtual GPU, inside the page.

import { asset } from "./assets.ts";
import { element, table } from "./dom.ts";
import type { ProgramRequest } from "./messages.ts";
import { parseReport, TRAFFIC_HEADER, trafficRows, type Finding, type Report } from "./report.ts";
import { Run, type Outcome } from "./runner.ts";

type Pass = "count" | "check";

const SECONDS = 120;
const ENVIRONMENT = {
  SIMT_REPORT: "json",
  SIMT_MEMORY_MIB: "512",
  SIMT_MAX_INSTRUCTIONS: "2000000000",
};

/** How many findings need a look, and how many are notes, which only explain. */
export function countFindings(report: Report | null): { findings: number; notes: number } {
  const all = report?.findings ?? [];
  const notes = all.filter(({ severity }) => severity === "note").length;
  return { findings: all.length - notes, notes };
}

/** What a program's exit code means; the same words for every program of the book. */
export function verdict(exitCode: number, findings: number): string {
  if (exitCode === 77) return "Skipped: the program says why.";
  if (exitCode !== 0) return `Failed with exit code ${exitCode}.`;
  if (findings > 0) return `It ended well, but ${findings} findings need a look.`;
  return "Passed: every result was checked.";
}

/** What the second run adds: the one with the compiler's checks, which counts nothing. */
export function checkVerdict(exitCode: number, findings: number, notes = 0): string {
  if (exitCode !== 0) return `The run with checks failed with exit code ${exitCode}.`;
  if (findings > 0) return `The run with checks found ${findings}: see below.`;
  const below = notes > 0 ? " What it noted stands below." : "";
  return `A second run looked for races, reads of nothing and overflows, and found none.${below}`;
}

/** How long a run took, in words; the virtual GPU itself has no times. */
export function elapsed(milliseconds: number): string {
  const text =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  return `It took this computer ${text}.`;
}

/** A finding in one line. */
export function findingInWords({ file, line, severity, message }: Finding): string {
  return `${file}:${line}: ${severity}: ${message}`;
}

function findingList(report: Report): HTMLElement[] {
  return report.findings.map((finding) =>
    element("li", { className: `finding finding-${finding.severity}` }, findingInWords(finding)),
  );
}

function traffic(report: Report): HTMLElement {
  const tables = report.kernels
    .map((kernel) => ({ kernel, rows: trafficRows(kernel) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ kernel, rows }) =>
      element(
        "div",
        { className: "run-scroll", tabIndex: 0 },
        table(
          `${kernel.name}, line ${kernel.line}, ${kernel.launches} launches`,
          TRAFFIC_HEADER,
          rows,
        ),
      ),
    );
  return element(
    "details",
    { className: "fold run-traffic" },
    element("summary", {}, "What each line asked of the memory"),
    ...tables,
  );
}

class ProgramBox {
  private readonly runButton = element("button", { type: "button", textContent: "Run" });
  private readonly stopButton = element("button", {
    type: "button",
    textContent: "Stop",
    hidden: true,
  });
  private readonly status = element("p", { className: "run-status" });
  private readonly output = element("samp", { className: "run-output", hidden: true, tabIndex: 0 });
  private readonly report = element("div", { className: "run-report" });
  private run: Run | null = null;

  constructor(private readonly box: HTMLElement) {
    this.runButton.className = "run-button";
    this.stopButton.className = "run-button run-stop";
    this.status.setAttribute("role", "status");
    // The theme takes the tab stop away from every <pre>.
    this.output.setAttribute("role", "region");
    this.output.setAttribute("aria-label", `Output of ${this.name}`);
    this.runButton.addEventListener("click", () => void this.start());
    this.stopButton.addEventListener("click", () => this.run?.stop());
    box.append(
      element("div", { className: "run-controls" }, this.runButton, this.stopButton, this.status),
      this.output,
      this.report,
    );
  }

  private get name(): string {
    return this.box.dataset["program"] ?? "";
  }

  private async request(pass: Pass): Promise<ProgramRequest> {
    const [base, wasm] = await Promise.all([
      asset("base", this.box.dataset["base"] ?? ""),
      asset(this.name, this.box.dataset["asset"] ?? ""),
    ]);
    const environment = { ...ENVIRONMENT, SIMT_PASS: pass };
    return { kind: "program", wasm, base, args: [this.name, "--quick"], environment };
  }

  /** Counts, then checks. The second run's output is the same, so only its findings are shown. */
  private async start(): Promise<void> {
    if (this.run !== null) return;
    this.output.textContent = "";
    this.report.replaceChildren();
    this.status.textContent = "Running …";
    this.runButton.disabled = true;
    this.stopButton.hidden = false;
    const begin = performance.now();
    const counted = await this.runOnce("count", (text) => this.write(text));
    const said = this.show(counted, performance.now() - begin);
    if (counted.kind === "end" && counted.exitCode === 0) {
      this.status.textContent = `${said} Looking for races and other bugs …`;
      const checked = await this.runOnce("check", () => undefined);
      this.status.textContent = `${said} ${this.showCheck(checked)}`;
    }
    this.end();
  }

  private async runOnce(pass: Pass, onOutput: (text: string) => void): Promise<Outcome> {
    this.run = new Run(this.request(pass), onOutput, SECONDS);
    const outcome = await this.run.outcome;
    this.run = null;
    return outcome;
  }

  private end(): void {
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = true;
    this.runButton.disabled = false;
    this.runButton.textContent = "Run again";
    if (hadFocus) this.runButton.focus();
  }

  private write(text: string): void {
    this.output.hidden = false;
    this.output.append(text);
  }

  /** Shows the run that counts; returns what the status says. */
  private show(outcome: Outcome, milliseconds: number): string {
    const said = this.words(outcome, milliseconds);
    this.status.textContent = said;
    const report = outcome.kind === "end" ? parseReport(outcome.report) : null;
    if (report !== null) {
      this.showFindings(report);
      this.report.append(traffic(report));
    }
    return said;
  }

  private words(outcome: Outcome, milliseconds: number): string {
    if (outcome.kind === "stopped") return "Stopped.";
    if (outcome.kind === "failure") return outcome.sentence;
    const { findings } = countFindings(parseReport(outcome.report));
    const cut = outcome.cut ? " Its output was cut at 1 MiB." : "";
    return `${verdict(outcome.exitCode, findings)} ${elapsed(milliseconds)}${cut}`;
  }

  private showCheck(outcome: Outcome): string {
    if (outcome.kind === "stopped") return "The run with checks was stopped.";
    if (outcome.kind === "failure") return `The run with checks: ${outcome.sentence}`;
    const report = parseReport(outcome.report);
    if (report !== null) this.showFindings(report);
    const { findings, notes } = countFindings(report);
    return checkVerdict(outcome.exitCode, findings, notes);
  }

  private showFindings(report: Report): void {
    if (report.findings.length > 0) {
      this.report.prepend(element("ul", { className: "findings" }, ...findingList(report)));
    }
  }
}

/** Gives each box of a program its controls. */
export function startPrograms(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".run-program")) new ProgramBox(box);
}
