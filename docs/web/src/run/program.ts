// SPDX-License-Identifier: MIT
//
// "Run the whole program": host code and kernels on the virtual GPU, inside the page.

import { asset } from "./assets.ts";
import { element, table } from "./dom.ts";
import type { ProgramRequest } from "./messages.ts";
import { parseReport, TRAFFIC_HEADER, trafficRows, type Report } from "./report.ts";
import { Run, type Outcome } from "./runner.ts";

const SECONDS = 120;
const ENVIRONMENT = {
  SIMT_REPORT: "json",
  SIMT_MEMORY_MIB: "512",
  SIMT_MAX_INSTRUCTIONS: "2000000000",
};

/** What a program's exit code means; the same words for every program of the book. */
export function verdict(exitCode: number, findings: number): string {
  if (exitCode === 77) return "Skipped: the program says why.";
  if (exitCode !== 0) return `Failed with exit code ${exitCode}.`;
  if (findings > 0) return `It ended well, but ${findings} findings need a look.`;
  return "Passed: every result was checked, and nothing was found.";
}

/** How long a run took, in words; the virtual GPU itself has no times. */
export function elapsed(milliseconds: number): string {
  const text =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  return `It took this computer ${text}.`;
}

function findingList(report: Report): HTMLElement[] {
  return report.findings.map((finding) =>
    element(
      "li",
      { className: `finding finding-${finding.severity}` },
      `${finding.file}:${finding.line}: ${finding.severity}: ${finding.message}`,
    ),
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

  private async request(): Promise<ProgramRequest> {
    const wasm = await asset(this.name, this.box.dataset["asset"] ?? "");
    return { kind: "program", wasm, args: [this.name, "--quick"], environment: ENVIRONMENT };
  }

  private async start(): Promise<void> {
    if (this.run !== null) return;
    this.output.textContent = "";
    this.report.replaceChildren();
    this.status.textContent = "Running …";
    this.runButton.disabled = true;
    this.stopButton.hidden = false;
    const begin = performance.now();
    this.run = new Run(this.request(), (text) => this.write(text), SECONDS);
    const outcome = await this.run.outcome;
    this.run = null;
    this.show(outcome, performance.now() - begin);
  }

  private write(text: string): void {
    this.output.hidden = false;
    this.output.append(text);
  }

  private show(outcome: Outcome, milliseconds: number): void {
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = true;
    this.runButton.disabled = false;
    this.runButton.textContent = "Run again";
    if (hadFocus) this.runButton.focus();
    if (outcome.kind === "stopped") {
      this.status.textContent = "Stopped.";
    } else if (outcome.kind === "failure") {
      this.status.textContent = outcome.sentence;
    } else {
      const report = parseReport(outcome.report);
      const findings = report?.findings.length ?? 0;
      this.status.textContent = `${verdict(outcome.exitCode, findings)} ${elapsed(milliseconds)}`;
      if (report !== null) this.showReport(report);
    }
  }

  private showReport(report: Report): void {
    if (report.findings.length > 0) {
      this.report.append(element("ul", { className: "findings" }, ...findingList(report)));
    }
    this.report.append(traffic(report));
  }
}

/** Gives each box of a program its controls. */
export function startPrograms(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".run-program")) new ProgramBox(box);
}
