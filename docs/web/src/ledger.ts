// SPDX-License-Identifier: MIT
//
// Filters the page of folklore: by words and by verdict.  Without this script all claims are shown.

const VERDICTS = [
  ["true", "True"],
  ["conditional", "It depends"],
  ["outdated", "Outdated"],
  ["wrong", "Wrong"],
] as const;

/** Whether a claim with this text and verdict is shown; no chosen verdict means any. */
export function matches(
  text: string,
  verdict: string,
  words: string,
  chosen: ReadonlySet<string>,
): boolean {
  if (chosen.size > 0 && !chosen.has(verdict)) return false;
  const plain = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/** "12 of 130 claims", for the reader's ears too. */
export function countLine(shown: number, all: number): string {
  return shown === all ? `${all} claims` : `${shown} of ${all} claims`;
}

function searchField(): HTMLInputElement {
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Words, such as float4";
  field.ariaLabel = "Show claims with these words";
  return field;
}

function verdictButton(text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.ariaPressed = "false";
  return button;
}

/** A chapter's heading stays only above claims that are shown. */
function hideEmptyTopics(): void {
  for (const claim of document.querySelectorAll(".ledger-claim")) {
    const topic = claim.closest("section");
    if (topic) topic.hidden = !topic.querySelector(".ledger-claim:not([hidden])");
  }
}

/** Puts the filter above the first claim. */
export function startLedger(): void {
  const claims = [...document.querySelectorAll<HTMLElement>(".ledger-claim")];
  const first = claims[0]?.closest("section");
  if (!first) return;
  const chosen = new Set<string>();
  const field = searchField();
  const count = document.createElement("output");
  const update = (): void => {
    for (const claim of claims) {
      const { verdict = "" } = claim.dataset;
      claim.hidden = !matches(claim.textContent ?? "", verdict, field.value.trim(), chosen);
    }
    hideEmptyTopics();
    count.textContent = countLine(claims.filter((claim) => !claim.hidden).length, claims.length);
  };
  const bar = document.createElement("div");
  bar.className = "ledger-filter";
  bar.role = "search";
  bar.append(field);
  for (const [verdict, text] of VERDICTS) {
    const button = verdictButton(text);
    button.addEventListener("click", () => {
      if (!chosen.delete(verdict)) chosen.add(verdict);
      button.ariaPressed = String(chosen.has(verdict));
      update();
    });
    bar.append(button);
  }
  bar.append(count);
  field.addEventListener("input", update);
  first.before(bar);
  update();
}
