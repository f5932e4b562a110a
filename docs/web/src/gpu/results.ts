// SPDX-License-Identifier: MIT
//
// Reads what `./book measure` writes: PROGRAM.json and PROGRAM.counters.csv. It follows
// docs/_ext/_results.py. A file that is none gets one sentence.

export type Value = number | string | boolean | null;

/** A measured row: what was asked, and all that came out, counters joined. */
export interface Row {
  params: Record<string, Value>;
  fields: Record<string, Value>;
}

/** One program on one GPU. */
export interface Results {
  program: string;
  gpu: string;
  date: string;
  rows: Row[];
}

export interface NamedText {
  name: string;
  text: string;
}

const KEYS = ["kernel", "variant", "params", "n", "launch"];
const MAX_ROWS = 20_000;
const MAX_NAME = 80;

/** Thrown for a file that cannot be used; the message is a sentence for the reader. */
export class BadFile extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isValue = (value: unknown): value is Value =>
  value === null || ["number", "string", "boolean"].includes(typeof value);

/** Those entries that a table can show. */
const plainEntries = (object: Record<string, unknown>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, Value] => isValue(entry[1])),
  );

function rowOf(item: unknown, name: string): Row {
  if (!isObject(item) || typeof item["kernel"] !== "string" || item["variant"] === undefined) {
    throw new BadFile(`${name}: a row has no kernel or no variant.`);
  }
  const { params, ...fields } = item;
  return { params: isObject(params) ? plainEntries(params) : {}, fields: plainEntries(fields) };
}

/** The results in a JSON file. */
export function resultsIn({ name, text }: NamedText): Results {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new BadFile(`${name} is no JSON.`);
  }
  if (!isObject(data) || typeof data["program"] !== "string" || !Array.isArray(data["rows"])) {
    throw new BadFile(`${name} is no results file: ./book measure writes those.`);
  }
  const measured = data["measured"];
  if (!isObject(measured) || typeof measured["gpu"] !== "string") {
    throw new BadFile(`${name} does not say which GPU it is of: ./book measure writes that.`);
  }
  if (data["quick"] === true || data["profile"] === true) {
    throw new BadFile(`${name} is of a quick trial, not a measurement: run ./book measure.`);
  }
  if (data["rows"].length > MAX_ROWS) throw new BadFile(`${name} has too many rows.`);
  return {
    program: data["program"],
    gpu: measured["gpu"].slice(0, MAX_NAME),
    date: typeof measured["date"] === "string" ? measured["date"].slice(0, 10) : "",
    rows: data["rows"].map((item) => rowOf(item, name)),
  };
}

/** A value as both kinds of file write it. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const number = Number(value);
  return typeof value !== "boolean" && Number.isFinite(number) ? String(number) : String(value);
}

const joinKey = (
  fields: Record<string, unknown>,
  params: [name: string, value: unknown][],
): string =>
  JSON.stringify([
    fields["kernel"],
    fields["variant"],
    params.map(([name, value]) => `${name}=${plain(value)}`).sort(),
    plain(fields["n"]),
  ]);

/** Adds the counters of a CSV file to the rows that they belong to. */
export function joinCounters(results: Results, { name, text }: NamedText): void {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  if (KEYS.some((key) => !names.includes(key))) {
    throw new BadFile(`${name} is no file of counters: ./book measure writes those.`);
  }
  // Rows of several launches have no one count. What can be added up is, as summed_NAME.
  const found = new Map<string, Record<string, number>>();
  const sums = new Map<string, Record<string, number>>();
  for (const line of lines) {
    const texts = line.split(",");
    const cells = Object.fromEntries(names.map((key, at) => [key, texts[at] ?? ""]));
    const params = (cells["params"] ?? "")
      .split(";")
      .filter((part) => part.includes("="))
      .map((part): [string, string] => {
        return [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)];
      });
    const key = joinKey(cells, params);
    const counted = counts(cells);
    found.set(key, found.has(key) ? {} : counted);
    const sum = sums.get(key) ?? {};
    for (const [name, count] of Object.entries(counted)) {
      if (/_per_|_percent$/.test(name)) continue;
      const summed = name.replace("counted_", "summed_");
      sum[summed] = (sum[summed] ?? 0) + count;
    }
    sums.set(key, sum);
  }
  for (const row of results.rows) {
    const key = joinKey(row.fields, Object.entries(row.params));
    Object.assign(row.fields, found.get(key), sums.get(key));
  }
}

function counts(cells: Record<string, string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(cells)
      .filter(
        ([name, text]) => !KEYS.includes(name) && !name.startsWith("predicted_") && text !== "",
      )
      .map(([name, text]): [string, number] => [`counted_${name}`, Number(text)])
      .filter(([, count]) => Number.isFinite(count)),
  );
}

/** All results in some files, and a sentence for each file that is none. */
export function readAll(files: NamedText[]): { results: Results[]; problems: string[] } {
  const results: Results[] = [];
  const problems: string[] = [];
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      problems.push(error.message);
    }
  };
  // A folder of results holds more than rows; what is named otherwise is passed over there.
  const known = files.filter(({ name }) => files.length === 1 || /^chapter\d\d\./.test(name));
  for (const file of known.filter(({ name }) => !name.endsWith(".csv"))) {
    attempt(() => results.push(resultsIn(file)));
  }
  for (const file of known.filter(({ name }) => name.endsWith(".csv"))) {
    const owner = results.find(({ program }) => file.name === `${program}.counters.csv`);
    if (owner !== undefined) attempt(() => joinCounters(owner, file));
    else problems.push(`${file.name} are counters alone: add the .json file beside it.`);
  }
  if (known.length === 0) problems.push("No results file is among these.");
  const gpus = [...new Set(results.map(({ gpu }) => gpu))];
  if (gpus.length > 1) {
    return { results: [], problems: [`These are of several GPUs: ${gpus.join(", ")}. Take one.`] };
  }
  return { results, problems };
}
