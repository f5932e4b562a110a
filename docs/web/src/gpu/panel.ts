// SPDX-License-Identifier: MIT
//
// "Your GPU": takes results files that a reader drops on a page or chooses, and shows them in every
// table and chart. The files stay in the browser.

import { element } from "../run/dom.ts";
import { Frame } from "./frames.ts";
import { readAll, type NamedText, type Results } from "./results.ts";
import { forgetResults, storedCount, storedGpu, storedResults, storeResults } from "./stored.ts";

const MAX_BYTES = 8_000_000;
const MAX_FILES = 1000;

const button = (text: string, kind = "") =>
  element("button", { type: "button", className: `run-button ${kind}`.trim() }, text);

/** All files of a drop; folders are opened. */
async function filesOf({ items, files: plain }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null);
  // What comes from no file system, as from another page, has no entries.
  const files = entries.length === 0 ? [...plain] : [];
  while (entries.length > 0 && files.length < MAX_FILES) {
    const entry = entries.shift()!;
    if (entry.isFile) {
      files.push(await new Promise<File>((ok, no) => (entry as FileSystemFileEntry).file(ok, no)));
      continue;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // A reader hands over a folder in parts.
      const part = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no));
      if (part.length === 0) break;
      entries.push(...part);
    }
  }
  return files;
}

async function textsOf(files: File[]): Promise<NamedText[]> {
  const read = files.length === 1 ? files : files.filter(({ name }) => /\.(json|csv)$/.test(name));
  if (read.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
    throw new Error("These files are too large to be results: ./book measure writes small ones.");
  }
  return Promise.all(read.map(async (file) => ({ name: file.name, text: await file.text() })));
}

class GpuPanel {
  private readonly dialog = element("dialog", { className: "yours-dialog" });
  private readonly status = element("p", { className: "run-status" });
  private readonly remove = button("Remove my GPU", "run-quiet");
  /** What a browser without a store shows on this page alone. */
  private here: Results[] = [];

  constructor(private readonly frames: Frame[]) {
    const title = element("h2", { id: "your-gpu-title" }, "Your GPU");
    const how = element(
      "p",
      {},
      "Measure it with ",
      element("code", {}, "./book measure"),
      ". Then drop the files, or the whole folder of your GPU under ",
      element("code", {}, "results/"),
      ", on any page, or choose them here. Every table and chart gets your numbers beside the " +
        "book's. They stay in this browser; nothing is sent anywhere.",
    );
    const close = button("Close", "run-quiet");
    close.addEventListener("click", () => this.dialog.close());
    this.remove.addEventListener("click", () => this.clear());
    this.status.setAttribute("role", "status");
    const choices = element(
      "div",
      { className: "run-controls" },
      this.chooser("Choose files", false),
      this.chooser("Choose a folder", true),
      this.remove,
      close,
    );
    this.dialog.setAttribute("aria-labelledby", title.id);
    this.dialog.append(title, how, choices, this.status);
    document.body.append(this.dialog);
    this.acceptDrops();
    this.show();
  }

  open(): void {
    this.tell("");
    this.dialog.showModal();
  }

  private chooser(text: string, folder: boolean): HTMLElement {
    const input = element("input", { type: "file", multiple: true, hidden: true });
    input.setAttribute("aria-label", text);
    input.webkitdirectory = folder;
    input.addEventListener("change", () => {
      void this.take(Promise.resolve([...(input.files ?? [])]));
      input.value = "";
    });
    const opener = button(text);
    opener.addEventListener("click", () => input.click());
    return element("span", {}, opener, input);
  }

  private acceptDrops(): void {
    const root = document.documentElement;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      root.classList.add("takes-files");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) root.classList.remove("takes-files");
    });
    document.addEventListener("drop", (event) => {
      root.classList.remove("takes-files");
      if (!hasFiles(event)) return;
      event.preventDefault();
      void this.take(filesOf(event.dataTransfer!));
    });
  }

  private async take(files: Promise<File[]>): Promise<void> {
    try {
      const { results, problems } = readAll(await textsOf(await files));
      this.add(results, problems);
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
    if (!this.dialog.open) this.dialog.showModal();
  }

  private add(results: Results[], problems: string[]): void {
    const said: string[] = [];
    if (results.length > 0) {
      const gpu = results[0]!.gpu;
      const stored = storeResults(results);
      this.here = stored ? [] : results;
      const programs = `${results.length} program${results.length === 1 ? "" : "s"}`;
      said.push(`Added: ${gpu}, ${programs}.`);
      if (!stored) said.push("This browser keeps nothing, so they are gone with this page.");
      this.show();
    }
    this.tell([...said, ...problems.slice(0, 3)].join(" "));
  }

  private clear(): void {
    forgetResults();
    this.here = [];
    this.show();
    this.tell("Removed.");
  }

  private tell(text: string): void {
    const gpu = storedGpu();
    const kept = gpu === null ? "" : `This browser holds ${storedCount()} programs of ${gpu}.`;
    this.status.textContent = text === "" ? kept : text;
  }

  private show(): void {
    for (const frame of this.frames) {
      const own = this.here.find(({ program }) => program === frame.program);
      frame.show(own ?? storedResults(frame.program));
    }
    this.remove.hidden = this.here.length === 0 && storedGpu() === null;
  }
}

/** Prepares the tables and charts of the page, and returns what opens the panel. */
export function startYourGpu(): () => void {
  let panel: GpuPanel | null = null;
  const open = () => panel?.open();
  const frames = [...document.querySelectorAll<HTMLElement>("script.asked")].map((asked) => {
    const origin = asked.closest(".results")?.querySelector<HTMLElement>(".origin") ?? null;
    const compare = element(
      "button",
      { type: "button", className: "link-button" },
      "Compare with your GPU",
    );
    compare.addEventListener("click", open);
    return new Frame(asked, origin, compare);
  });
  panel = new GpuPanel(frames);
  return open;
}
