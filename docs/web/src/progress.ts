// SPDX-License-Identifier: MIT
//
// Marks in the navigation which chapters the reader has begun and finished.

import { element } from "./run/dom.ts";
import { keysWith, recall, remember } from "./store.ts";

export type Progress = "unread" | "reading" | "done";

const WORDS: Record<Progress, string> = {
  unread: "not read yet",
  reading: "begun",
  done: "read",
};

/** The chapter that an address belongs to, "chapter03_global_memory", or null. */
export function chapterOf(address: string): string | null {
  return /\/(chapter\d\d_\w+)\//.exec(address)?.[1] ?? null;
}

/** Turns stored text into a state; what nobody wrote is unread. */
export function parseProgress(text: string | null): Progress {
  return text === "reading" || text === "done" ? text : "unread";
}

/** The state after a visit: a visit begins a chapter and never undoes "done". */
export function visited(state: Progress): Progress {
  return state === "unread" ? "reading" : state;
}

/** The label of the button that changes a state. */
export function buttonLabel(state: Progress): string {
  return state === "done"
    ? "You have read this chapter. Mark it as unread"
    : "Mark this chapter as read";
}

/** The mark of a chapter in words: how far it is read, and how many exercises are solved. */
export function markInWords(state: Progress, solved: number): string {
  if (solved === 0) return WORDS[state];
  return `${WORDS[state]}, ${solved} exercise${solved === 1 ? "" : "s"} solved`;
}

/** Under this key stands that an exercise, "chapter05_tiling/conv1d", is solved. */
export const solvedKey = (exercise: string) => `exercise-solved:${exercise}`;

const keyOf = (chapter: string) => `progress:${chapter}`;

/** Marks the chapters in the table of contents. */
export function showInNavigation(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav.bd-links a.internal")) {
    // A link to the page itself is written as "#".
    const chapter = chapterOf(link.href);
    if (chapter === null) continue;
    link.querySelector(".progress-place")?.remove();
    const state = parseProgress(recall(keyOf(chapter)));
    const solved = keysWith(solvedKey(`${chapter}/`)).length;
    const words = element(
      "span",
      { className: "visually-hidden" },
      `, ${markInWords(state, solved)}`,
    );
    const mark = element("span", { className: "progress-mark" }, words);
    mark.dataset["state"] = state;
    if (solved > 0) mark.dataset["solved"] = String(solved);
    link.append(element("span", { className: "progress-place" }, mark));
  }
}

function addButton(chapter: string): void {
  const article = document.querySelector("article.bd-article");
  if (!article) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "progress-button";
  const show = () => {
    button.textContent = buttonLabel(parseProgress(recall(keyOf(chapter))));
    showInNavigation();
  };
  button.addEventListener("click", () => {
    const done = parseProgress(recall(keyOf(chapter))) === "done";
    const kept = remember(keyOf(chapter), done ? null : "done");
    show();
    if (!kept) button.textContent = "This browser keeps nothing, or has no room left";
  });
  article.append(button);
  show();
}

/** Begins the chapter of this page and shows all states. */
export function startProgress(): void {
  const chapter = chapterOf(location.href);
  if (chapter !== null) {
    remember(keyOf(chapter), visited(parseProgress(recall(keyOf(chapter)))));
    addButton(chapter);
  }
  showInNavigation();
}
