// SPDX-License-Identifier: MIT
//
// Makes the items of a checklist into boxes that this browser remembers.  Without this script they
// are a plain list.

import { recall, remember } from "./store.ts";

const KEY = "book-checked";

/** The ticked items of a stored text; nonsense counts as none. */
export function parseChecked(text: string | null): Set<string> {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((item) => typeof item === "string") : []);
  } catch {
    return new Set();
  }
}

/** What stands for an item: its words, which survive a change of order. */
export function itemKey(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function makeBox(item: HTMLLIElement, checked: Set<string>): void {
  const key = itemKey(item.textContent ?? "");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = checked.has(key);
  box.addEventListener("change", () => {
    if (box.checked) checked.add(key);
    else checked.delete(key);
    remember(KEY, JSON.stringify([...checked]));
  });
  const label = document.createElement("label");
  const words = document.createElement("span");
  words.append(...(item.querySelector(":scope > p") ?? item).childNodes);
  label.append(box, words);
  item.replaceChildren(label);
}

/** Starts all checklists of the page. */
export function startChecklists(): void {
  const lists = document.querySelectorAll(".checklist");
  if (lists.length === 0) return;
  const checked = parseChecked(recall(KEY));
  for (const list of lists) {
    list.classList.add("live");
    for (const item of list.querySelectorAll("li")) makeBox(item, checked);
  }
}
