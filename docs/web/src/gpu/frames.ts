// SPDX-License-Identifier: MIT
//
// The tables and charts of a page: puts the reader's columns and series in, and takes them out.

import { element } from "../run/dom.ts";
import { makeSortable } from "../sort.ts";
import { drawChart, seriesFor, type ChartQuery } from "./chart.ts";
import { ask, nameFor, type Answer, type Query } from "./query.ts";
import type { Results } from "./results.ts";
import { drawTimeline, type TimelineQuery } from "./timeline.ts";

/** A cell as the book's own tables have it. */
function cell(name: "th" | "td", text: string, numeric: boolean): HTMLTableCellElement {
  return element(name, { className: numeric ? "num own" : "own" }, element("p", {}, text));
}

/** Adds the columns of an answer to a copy of the book's table. */
export function withColumns(
  book: HTMLTableElement,
  query: Query,
  answer: Answer,
): HTMLTableElement {
  const table = book.cloneNode(true) as HTMLTableElement;
  const head = table.tHead!.rows[0]!;
  const body = table.tBodies[0]!;
  const width = query.owners.length;
  answer.newLines.forEach((keys) => {
    const row = body.insertRow();
    for (let at = 0; at < width; ++at) {
      const numeric = head.cells[at]?.classList.contains("num") ?? false;
      const owner = query.owners[at]!;
      const text = query.columns[owner]!.key ? (keys.get(owner) ?? "–") : "–";
      row.append(cell(at === 0 ? "th" : "td", text, numeric));
    }
  });
  query.owners.forEach((owner, at) => {
    const text = head.cells[at]?.querySelector("p") ?? head.cells[at];
    if (query.columns[owner]!.key || text?.textContent?.includes(query.gpu)) return;
    text?.append(`, ${query.gpu}`);
  });
  // From the last to the first, so that places to the left stay as they are.
  for (const added of [...answer.added].reverse()) {
    const place = query.owners.lastIndexOf(added.column) + 1;
    const top = cell("th", added.header, added.numeric);
    top.scope = "col";
    head.insertBefore(top, head.cells[place] ?? null);
    [...body.rows].forEach((row, line) => {
      const text = added.cells[line] ?? "–";
      row.insertBefore(cell("td", text, added.numeric), row.cells[place] ?? null);
    });
  }
  return table;
}

/** One table or chart with what it asks. */
export class Frame {
  readonly program: string;
  private readonly query: Query;
  private readonly kind: string;
  private readonly bookTable: HTMLTableElement | null;
  private table: HTMLTableElement | null;
  private readonly bookPicture: SVGElement | null;
  private picture: Element | null;
  private changed = false;
  private readonly note = element("span", { className: "own-note" });

  /** `asked` is the data that the page carries beside the table. */
  constructor(asked: HTMLElement, origin: HTMLElement | null, button: HTMLElement) {
    this.query = JSON.parse(asked.textContent ?? "") as Query;
    this.kind = asked.dataset["kind"] ?? "";
    this.program = this.query.program;
    const frame = asked.closest(".results");
    this.table = frame?.querySelector<HTMLTableElement>("table.results-table") ?? null;
    this.bookTable = this.table?.cloneNode(true) as HTMLTableElement | null;
    this.bookPicture = frame?.querySelector<SVGElement>(".chart-figure svg") ?? null;
    this.picture = this.bookPicture;
    origin?.append(this.note, " ", button);
  }

  /** Shows the reader's results beside the book's; null: the book's alone. */
  show(results: Results | null): void {
    if (results === null && !this.changed) return;
    this.changed = true;
    const answer = results === null ? null : ask(results, this.query);
    if (this.table !== null && this.bookTable !== null) {
      const next =
        answer === null
          ? (this.bookTable.cloneNode(true) as HTMLTableElement)
          : withColumns(this.bookTable, this.query, answer);
      this.table.replaceWith(next);
      makeSortable(next);
      this.table = next;
    }
    this.showPicture(answer === null ? null : results);
    this.note.textContent =
      results === null
        ? ""
        : answer === null
          ? `. No row of ${nameFor(results, this.query)} belongs here.`
          : `, ${nameFor(results, this.query)}${results.date === "" ? "" : `, ${results.date}`}`;
  }

  private showPicture(results: Results | null): void {
    if (this.picture === null || this.bookPicture === null) return;
    const drawn = results === null ? null : this.drawn(results);
    const next = drawn ?? this.bookPicture;
    this.picture.replaceWith(next);
    this.picture = next;
  }

  private drawn(results: Results): Element | null {
    const name = nameFor(results, this.query);
    if (this.kind === "timeline") {
      const own = drawTimeline(results, this.query as TimelineQuery, name);
      const below = element("p", { className: "own-title" }, `The same on ${name}`);
      // Times of two GPUs do not share an axis: the reader's stands below the book's.
      return own && element("div", {}, this.bookPicture!.cloneNode(true), below, own);
    }
    if (this.kind !== "chart") return null;
    const query = this.query as ChartQuery;
    const series = seriesFor(results, query, name);
    return series && drawChart(series, query);
  }
}
