// SPDX-License-Identifier: MIT
//
// Remembers what a reader predicted, and says it beside the answer.

import { recall, remember } from "./store.ts";

/** The sentence above an opened answer; `right` is null where the page names no right option. */
export function verdict(chosen: string | null, right: string | null): string {
  if (chosen === null) return "You opened this without a prediction.";
  if (right === null) return `You predicted (${chosen}).`;
  return chosen === right
    ? `You predicted (${chosen}): right.`
    : `You predicted (${chosen}). It is (${right}).`;
}

function startOne(box: Element): void {
  const radios = [...box.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  const answer = box.querySelector<HTMLDetailsElement>("details.answer");
  // The question is the key, so that a box keeps its choice when the page around it changes.
  const key = `predict:${location.pathname}:${box.querySelector(".box-title")?.textContent ?? ""}`;
  const stored = recall(key);
  for (const radio of radios) {
    radio.checked = radio.value === stored;
    radio.addEventListener("change", () => remember(key, radio.value));
  }
  if (!answer) return;
  const line = document.createElement("p");
  line.className = "prediction";
  answer.querySelector("summary")?.after(line);
  answer.addEventListener("toggle", () => {
    const chosen = radios.find((radio) => radio.checked)?.value ?? null;
    const right = box.querySelector<HTMLInputElement>("li.right input")?.value ?? null;
    line.textContent = verdict(chosen, right);
  });
}

/** Prepares all predictions of the page. */
export function startPredictions(): void {
  document.querySelectorAll(".predict").forEach(startOne);
}
