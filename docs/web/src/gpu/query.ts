// SPDX-License-Identifier: MIT
//
// Asks a reader's results what a table of the book asks of its own. The question comes with the
// page: docs/_ext/_asked.py writes it, and docs/_ext/_table.py answers it for the book's GPUs.

import { commonDecimals, written } from "./numbers.ts";
import { plain, type Results, type Row, type Value } from "./results.ts";

/** How to compute a cell: a field's name, a number, or an operator and what it takes. */
export type Formula = string | number | Operation;

interface Operation {
  op: string;
  of: Formula[];
}

export interface Column {
  label: string;
  unit: string;
  value: Formula;
  /** It holds what was asked, the same on every GPU. */
  key: boolean;
  predicted: boolean;
  digits: number | null;
  /** It has whole numbers, which are written as they are, among others or not. */
  whole: boolean;
  times: boolean;
}

export type Where = [name: string, wanted: boolean, values: string[]][];

export interface Query {
  program: string;
  /** The book's own GPU. */
  gpu: string;
  kernels: string[];
  variants: string[];
  where: Where;
  base: Where;
  sort: string[];
  across: string;
  columns: Column[];
  /** For each column of the book's table the one that it shows: an index into `columns`. */
  owners: number[];
  /** The lines of the book's table. */
  lines: Record<string, Value>[];
}

const KEYS = ["kernel", "variant", "n"];

/** What a filter compares: a param, else a field. */
const keyOf = (row: Row, name: string): Value => {
  const bare = name.replace(/^params\./, "");
  return row.params[bare] ?? row.fields[bare] ?? null;
};

/** What a column shows: a field, else a param. */
export const valueOf = (row: Row, name: string): Value =>
  row.fields[name] ?? row.params[name.replace(/^params\./, "")] ?? null;

function same(value: Value, text: string): boolean {
  if (typeof value === "boolean") return text.toLowerCase() === String(value);
  return plain(value) === plain(text);
}

function passes(row: Row, where: Where): boolean {
  return where.every(
    ([name, wanted, values]) => values.some((text) => same(keyOf(row, name), text)) === wanted,
  );
}

function compare(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

/** The rows that a query asks for, in its order. */
export function choose(results: Results, query: Query): Row[] {
  const { kernels, variants } = query;
  const rows = results.rows.filter(
    (row) =>
      (kernels.length === 0 || kernels.includes(String(keyOf(row, "kernel")))) &&
      (variants.length === 0 || variants.includes(String(keyOf(row, "variant")))) &&
      passes(row, query.where),
  );
  for (const name of [...query.sort].reverse()) {
    const field = name.replace(/^-/, "");
    const sign = name.startsWith("-") ? -1 : 1;
    rows.sort((a, b) => sign * compare(valueOf(a, field), valueOf(b, field)));
  }
  if (query.sort.length === 0 && variants.length > 0) {
    const place = (row: Row) => variants.indexOf(String(keyOf(row, "variant")));
    rows.sort((a, b) => place(a) - place(b));
  }
  return rows;
}

function baseOf(row: Row, rows: Row[], results: Results, query: Query): Row | null {
  if (query.base.length === 0) return rows[0] ?? null;
  const found = results.rows.filter(
    (other) => passes(other, query.base) && plain(keyOf(other, "n")) === plain(keyOf(row, "n")),
  );
  return found.length === 1 ? found[0]! : null;
}

const OPERATORS: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  abs: (a) => Math.abs(a),
};

/** The value of a formula; null where the rows lack something. */
export function evaluate(formula: Formula, row: Row, base: Row | null): Value {
  if (typeof formula === "number") return formula;
  if (typeof formula === "string") {
    if (!formula.startsWith("base.")) return valueOf(row, formula);
    return base === null ? null : valueOf(base, formula.slice("base.".length));
  }
  const [a, b = 0] = formula.of.map((operand) => evaluate(operand, row, base));
  if (typeof a !== "number" || typeof b !== "number") return null;
  const value = OPERATORS[formula.op]?.(a, b) ?? NaN;
  return Number.isFinite(value) ? value : null;
}

/** What tells a line of the table from the others, as text. */
export function lineKey(keys: Record<string, Value>): string {
  return JSON.stringify(
    Object.entries(keys)
      .map(([name, value]) => `${name}=${plain(value)}`)
      .sort(),
  );
}

function keysOf(row: Row, across: string): Record<string, Value> {
  const named = KEYS.map((name): [string, Value] => [name, row.fields[name] ?? null]);
  const all = { ...row.params, ...Object.fromEntries(named) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== across));
}

/** A column for the reader's GPU: one of the book's columns, or one value of what goes across. */
export interface Added {
  /** Index into the query's columns. */
  column: number;
  across: string;
  header: string;
  /** One for each line of the table, then one for each line that only the reader has. */
  cells: string[];
  numeric: boolean;
}

export interface Answer {
  added: Added[];
  /** Lines that the book's table lacks: the texts of their key columns, by index of the column. */
  newLines: Map<number, string>[];
}

/** Writes the cells of one column with one number of decimals. */
export function writeCells(column: Column, values: Value[]): string[] {
  const present = values.filter((value) => value !== null);
  const digits = column.digits ?? commonDecimals(present, !column.times);
  return values.map((value) => {
    if (value === null) return "–";
    const text = written(value, column.whole && Number.isInteger(value) ? null : digits);
    return text + (column.unit === "×" ? "×" : "");
  });
}

/** A column's header with its unit. */
export function header(column: Column, label: string): string {
  const silent = column.unit === "" || column.unit === "×" || label.includes("(");
  return silent ? label : `${label} (${column.unit})`;
}

/** How a page calls the reader's GPU, which may be the book's model. */
export const nameFor = (results: Results, query: Query) =>
  results.gpu === query.gpu ? `your ${results.gpu}` : results.gpu;

/** The reader's columns for a table; null where no row of theirs belongs to it. */
export function ask(results: Results, query: Query): Answer | null {
  const rows = choose(results, query);
  if (rows.length === 0) return null;
  const lines = query.lines.map(lineKey);
  const places = new Map<string, { column: number; across: string; cells: Map<string, Value> }>();
  const newKeys = new Map<string, Map<number, Value>>();
  for (const row of rows) {
    const line = lineKey(keysOf(row, query.across));
    const base = baseOf(row, rows, results, query);
    if (!lines.includes(line)) newKeys.set(line, newKeys.get(line) ?? new Map());
    query.columns.forEach((column, index) => {
      const value = evaluate(column.value, row, base);
      if (column.key) return void newKeys.get(line)?.set(index, value);
      const across = query.across === "" ? "" : String(valueOf(row, query.across));
      const name = `${index} ${across}`;
      const place = places.get(name) ?? { column: index, across, cells: new Map() };
      places.set(name, place.cells.set(line, value) && place);
    });
  }
  const all = [...lines, ...newKeys.keys()];
  const split = new Set(query.columns.filter(({ key, predicted }) => !key || predicted));
  const alone = query.across !== "" && split.size === 1;
  return {
    added: [...places.values()].map(({ column: index, across, cells }) => {
      const column = query.columns[index]!;
      const values = all.map((line) => cells.get(line) ?? null);
      const shown = header(column, alone ? across : column.label);
      return {
        column: index,
        across,
        header: [shown, alone ? "" : across, nameFor(results, query)]
          .filter((part) => part !== "")
          .join(", "),
        cells: writeCells(column, values),
        numeric: values.some((value) => typeof value === "number"),
      };
    }),
    newLines: [...newKeys.values()].map(
      (keys) =>
        new Map(
          [...keys].map(([index, value]) => [
            index,
            writeCells(query.columns[index]!, [value])[0]!,
          ]),
        ),
    ),
  };
}
