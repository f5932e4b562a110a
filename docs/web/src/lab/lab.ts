// SPDX-License-Identifier: MIT
//
// A lab: fields beside a kernel, and what the virtual GPU says for them. It is loaded when the lab
// comes into view; after the first answer that a reader asks for, every change is answered at once.

import { EditPanel } from "../edit/panel.ts";
import { element, table } from "../run/dom.ts";
import type { LaunchAnswer, Step } from "../run/executor.ts";
import { whenNear } from "../run/near.ts";
import { parseReport, TRAFFIC_HEADER, trafficRows } from "../run/report.ts";
import { Bench } from "./bench.ts";
import { form } from "./fields.ts";
import { LABS, type Experiment, type Lab, type Values } from "./labs.ts";
import { globalPicture, sharedPicture } from "./picture.ts";

/** One sentence for a request. */
export function stepInWords(step: Step): string {
  const where = step.space === "shared" ? "shared memory" : step.buffer;
  const unit = step.space === "shared" ? "wavefront" : "sector";
  const count = `${step.cost} ${unit}${step.cost === 1 ? "" : "s"}`;
  const verb = { load: "reads", store: "writes", atomic: "updates" }[step.access];
  return `Line ${step.line} ${verb} ${where}, ${step.bytes} bytes a lane: ${count}, ideally ${step.ideal}.`;
}

/** The first request that costs most above its ideal: the one worth a look. */
export function costliest(steps: Step[]): number {
  const waste = steps.map(({ cost, ideal }) => cost - ideal);
  return Math.max(0, waste.indexOf(Math.max(...waste)));
}

/** What the check of the outputs found. */
export function checkInWords(wrong: string | null, checked: number): string {
  const count = checked.toLocaleString("en");
  if (wrong !== null) return `Wrong: ${wrong}.`;
  return `Checked: all ${count} outputs are right.`;
}

const STOP_AFTER_MILLISECONDS = 400;

class LabBox {
  private readonly bench: Bench;
  private readonly read: () => Values;
  private readonly runButton = element(
    "button",
    { type: "button", className: "run-button" },
    "Run",
  );
  private readonly stopButton = element(
    "button",
    { type: "button", className: "run-button run-stop", hidden: true },
    "Stop",
  );
  private readonly status = element("p", { className: "run-status" });
  private readonly call = element("pre", { className: "lab-call" });
  private readonly answer = element("div", { className: "lab-answer" });
  private started = false;
  private busy = false;
  private again = false;
  /** The request that is drawn; null: the one that costs most above the ideal. */
  private step: number | null = null;

  constructor(
    box: HTMLElement,
    private readonly lab: Lab,
  ) {
    this.bench = new Bench({
      name: box.dataset["object"] ?? "",
      address: box.dataset["asset"] ?? "",
    });
    const [fields, read] = form(lab.fields, () => this.changed());
    this.read = read;
    this.status.setAttribute("role", "status");
    this.runButton.addEventListener("click", () => void this.run());
    this.stopButton.addEventListener("click", () => {
      this.again = false;
      this.bench.stop();
      this.runButton.focus();
    });
    box.append(
      fields,
      this.call,
      element("div", { className: "run-controls" }, this.runButton, this.stopButton, this.status),
      this.answer,
    );
    this.call.textContent = this.lab.experiment(this.read()).call;
    whenNear(box, () => this.bench.warm(this.lab.experiment(this.read()).plan()));
    const source = box.dataset["source"];
    if (source !== undefined) this.addEditor(box, source);
  }

  private addEditor(box: HTMLElement, source: string): void {
    new EditPanel(box, {
      name: box.dataset["lab"] ?? "",
      source,
      uses: box.dataset["uses"] ?? "",
      run: (object) => {
        this.bench.use(object);
        this.step = null;
        return this.run();
      },
      say: (text) => {
        this.status.textContent = text;
      },
      show: () => this.status.scrollIntoView({ block: "nearest" }),
    });
  }

  private changed(): void {
    this.call.textContent = this.lab.experiment(this.read()).call;
    this.step = null;
    if (this.started) void this.run();
  }

  /** Runs for the fields as they are; changes during a run are answered by one more. */
  private async run(): Promise<void> {
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    this.started = true;
    const first = this.answer.childElementCount === 0;
    // Answers come at once; the button is for those that do not.
    const late = setTimeout(() => {
      this.stopButton.hidden = false;
      this.status.textContent = first ? "Loading the virtual GPU …" : "Running …";
    }, STOP_AFTER_MILLISECONDS);
    const experiment = this.lab.experiment(this.read());
    try {
      this.show(experiment, await this.bench.launch(experiment.plan()));
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
    }
    clearTimeout(late);
    this.stopButton.hidden = true;
    this.busy = false;
    if (this.again) void this.run();
  }

  private show(experiment: Experiment, answer: LaunchAnswer): void {
    const report = parseReport(answer.report);
    const wrong = answer.ok ? experiment.check(answer.buffers) : null;
    this.status.textContent = answer.ok ? checkInWords(wrong, experiment.checked) : answer.message;
    const findings = (report?.findings ?? []).map((finding) =>
      element(
        "li",
        { className: `finding finding-${finding.severity}` },
        `Line ${finding.line}: ${finding.message}`,
      ),
    );
    const rows = report?.kernels.flatMap(trafficRows) ?? [];
    this.answer.replaceChildren(
      ...(findings.length > 0 ? [element("ul", { className: "findings" }, ...findings)] : []),
      element(
        "div",
        { className: "run-scroll", tabIndex: 0 },
        table("The whole launch", TRAFFIC_HEADER, rows),
      ),
      this.stepper(answer.steps),
    );
  }

  /** Steps through the requests of the watched warp. */
  private stepper(steps: Step[]): HTMLElement {
    if (steps.length === 0) {
      return element("p", {}, "The watched warp asks nothing of the memory for these values.");
    }
    const words = element("p", { className: "lab-step" });
    words.setAttribute("aria-live", "polite");
    const picture = element("div", { className: "lab-picture" });
    const back = element("button", { type: "button", className: "run-button run-quiet" }, "Back");
    const next = element("button", { type: "button", className: "run-button run-quiet" }, "Next");
    const show = (at: number) => {
      this.step = at;
      const step = steps[at]!;
      words.textContent = `Request ${at + 1} of ${steps.length} of the warp. ${stepInWords(step)}`;
      picture.replaceChildren(
        ...(step.space === "shared" ? sharedPicture(step, Infinity) : globalPicture(step)),
      );
      back.disabled = at === 0;
      next.disabled = at === steps.length - 1;
    };
    const move = (by: number) => () => show((this.step ?? 0) + by);
    back.addEventListener("click", move(-1));
    next.addEventListener("click", move(1));
    show(Math.min(this.step ?? costliest(steps), steps.length - 1));
    return element(
      "div",
      { className: "lab-steps" },
      element("div", { className: "run-controls" }, back, next, words),
      picture,
    );
  }
}

/** Gives each lab of the page its fields. */
export function startLabs(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".lab")) {
    const lab = LABS[box.dataset["lab"] ?? ""];
    if (lab !== undefined) new LabBox(box, lab);
  }
}
