// SPDX-License-Identifier: MIT
//
// Lets a reader sort a table of results by any column, and return to the book's order.

export type Direction = "none" | "ascending" | "descending";

/** What a click on a column's header does next. */
export function nextDirection(direction: Direction): Direction {
  const next = { none: "ascending", ascending: "descending", descending: "none" } as const;
  return next[direction];
}

/** The number in a cell, "33,554,432" or "1.59×", or null where it holds none. */
export function cellNumber(text: string): number | null {
  const plain = text.replaceAll(",", "").replace("\u2212", "-").replace(/[×%]$/, "").trim();
  return /^-?[\d.]+$/.test(plain) ? Number(plain) : null;
}

/** The order in which rows with these cells stand; equal cells keep their order, empty ones come last. */
export function sortedOrder(cells: readonly string[], direction: Direction): number[] {
  const order = cells.map((_, index) => index);
  if (direction === "none") return order;
  const sign = direction === "ascending" ? 1 : -1;
  const numbers = cells.map(cellNumber);
  const isEmpty = (index: number) => cells[index] === "–" || cells[index] === "";
  return order.sort((a, b) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const [left, right] = [numbers[a] ?? null, numbers[b] ?? null];
    if (left !== null && right !== null) return sign * (left - right);
    return sign * (cells[a] ?? "").localeCompare(cells[b] ?? "");
  });
}

/** Makes the headers of a table into buttons. */
export function makeSortable(table: HTMLTableElement): void {
  const body = table.tBodies[0];
  const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th")];
  if (!body || body.rows.length < 3 || table.querySelector(".sort-button")) return;
  const rows = [...body.rows];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort-button";
    button.append(...(head.querySelector("p") ?? head).childNodes);
    head.replaceChildren(button);
    head.ariaSort = "none";
    button.addEventListener("click", () => {
      const direction = nextDirection((head.ariaSort ?? "none") as Direction);
      for (const other of heads) other.ariaSort = "none";
      head.ariaSort = direction;
      const cells = rows.map((row) => row.cells[column]?.textContent?.trim() ?? "");
      body.append(...sortedOrder(cells, direction).flatMap((index) => rows[index] ?? []));
    });
  });
}

/** Makes the headers of all tables of results into buttons. */
export function startSorting(): void {
  document.querySelectorAll<HTMLTableElement>("table.results-table").forEach(makeSortable);
}
