// SPDX-License-Identifier: MIT
//
// What is the reader's own, at the end of the navigation: the GPU, and the progress with its export,
// import and end. Predictions, edits and solved exercises belong to the progress.

import { element } from "./run/dom.ts";
import { keysWith, recall, remember } from "./store.ts";

const KINDS = ["progress:", "exercise-", "predict:", "kernel:"];
const FORMAT = "cuda-measured-progress";

const progressKeys = () => KINDS.flatMap(keysWith);

/** The text of an exported file. */
export function exported(entries: [key: string, text: string][]): string {
  return `${JSON.stringify({ format: FORMAT, entries: Object.fromEntries(entries) }, null, 1)}\n`;
}

function parsed(text: string): { format?: unknown; entries?: unknown } | null {
  try {
    return JSON.parse(text) as { format?: unknown; entries?: unknown } | null;
  } catch {
    return null;
  }
}

/** What an exported file holds; an error with a sentence for what is none. */
export function imported(text: string): [key: string, text: string][] {
  const data = parsed(text);
  if (data?.format !== FORMAT || typeof data.entries !== "object" || data.entries === null) {
    throw new Error("This file holds no progress: “Export” writes one that does.");
  }
  return Object.entries(data.entries).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && KINDS.some((kind) => entry[0].startsWith(kind)),
  );
}

const button = (text: string, action: () => void) => {
  const made = element("button", { type: "button", className: "run-button run-quiet" }, text);
  made.addEventListener("click", action);
  return made;
};

class ProgressDialog {
  private readonly dialog = element("dialog", { className: "yours-dialog" });
  private readonly status = element("p", { className: "run-status" });
  private readonly clear = button("Clear", () => this.askThenClear());

  constructor() {
    const title = element("h2", { id: "your-progress-title" }, "Your progress");
    const file = element("input", { type: "file", hidden: true, accept: ".json" });
    file.setAttribute("aria-label", "Import");
    file.addEventListener("change", () => void this.take(file));
    this.status.setAttribute("role", "status");
    this.dialog.setAttribute("aria-labelledby", title.id);
    this.dialog.append(
      title,
      element(
        "p",
        {},
        "What you have read, predicted, edited and solved is kept in this browser alone. " +
          "Export it to have it elsewhere.",
      ),
      element(
        "div",
        { className: "run-controls" },
        button("Export", () => this.save()),
        button("Import", () => file.click()),
        file,
        this.clear,
        button("Close", () => this.dialog.close()),
      ),
      this.status,
    );
    document.body.append(this.dialog);
  }

  open(): void {
    const solved = keysWith("exercise-solved:").length;
    const read = keysWith("progress:").filter((key) => recall(key) === "done").length;
    this.status.textContent = `Chapters read: ${read}. Exercises solved: ${solved}.`;
    this.clear.textContent = "Clear";
    this.dialog.showModal();
  }

  private save(): void {
    const entries = progressKeys().map((key): [string, string] => [key, recall(key) ?? ""]);
    const blob = new Blob([exported(entries)], { type: "application/json" });
    const address = URL.createObjectURL(blob);
    element("a", { href: address, download: "cuda-measured-progress.json" }).click();
    URL.revokeObjectURL(address);
    this.status.textContent = "Exported.";
  }

  private async take(file: HTMLInputElement): Promise<void> {
    try {
      const text = (await file.files?.[0]?.text()) ?? "";
      if (!imported(text).every(([key, value]) => remember(key, value))) {
        throw new Error("This browser keeps nothing, or has no room left.");
      }
      location.reload(); // Editors and predictions of the page show what they hold now.
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
    }
    file.value = "";
  }

  private askThenClear(): void {
    const sure = "Clear all of it";
    if (this.clear.textContent !== sure) {
      this.clear.textContent = sure;
      this.status.textContent = "This cannot be undone.";
      return;
    }
    for (const key of progressKeys()) remember(key, null);
    location.reload();
  }
}

/** Adds the two buttons; `openGpu` shows the panel of the GPU. */
export function startYours(openGpu: () => void): void {
  const navigation = document.querySelector("nav.bd-links");
  if (navigation === null) return;
  const dialog = new ProgressDialog();
  navigation.append(
    element(
      "div",
      { className: "yours" },
      button("Your GPU", openGpu),
      button("Your progress", () => dialog.open()),
    ),
  );
}
