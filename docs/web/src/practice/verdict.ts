// SPDX-License-Identifier: MIT
//
// From the lines that the judge prints, one for each case, to a verdict in words. It follows
// tools/judging/pipeline.py and verdict.py.

export interface Mismatch {
  verdict: string;
  buffer: string;
  index: number;
  got: string;
  want: string;
  wrong: number;
  count: number;
}

export interface Limit {
  metric: string;
  counted: number;
  at_most: number;
}

export interface JudgedFinding {
  severity: string;
  kind: string;
  file: string;
  line: number;
  message: string;
  fix: string;
}

/** What came of one case. */
export interface CaseLine {
  case: string;
  mismatch?: Mismatch;
  problem?: string;
  findings?: JudgedFinding[];
  limits?: Limit[];
  /** Of a run that counts: global_sectors, shared_wavefronts and others. */
  totals?: Record<string, number>;
}

export interface Verdict {
  accepted: boolean;
  title: string;
  /** What there is to say beside the title, a sentence each. */
  details: string[];
  /** Cases that were run. */
  cases: number;
}

const TITLES: Record<string, string> = {
  "wrong-answer": "Wrong answer",
  "not-written": "An output was not written",
  "wrote-outside": "It wrote where nothing may be written",
  "input-changed": "An input was changed",
  "too-much-traffic": "Right, but above a limit",
  "launch-failed": "A launch failed",
};

/** The cases of a run; what is no line of the judge's is passed over. */
export function caseLines(output: string): CaseLine[] {
  return output.split("\n").flatMap((line) => {
    try {
      const value = JSON.parse(line) as CaseLine;
      return typeof value.case === "string" ? [value] : [];
    } catch {
      return [];
    }
  });
}

const titleOf = (kind: string) =>
  TITLES[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;

function mismatchInWords(mismatch: Mismatch): string {
  const place = `${mismatch.buffer}[${mismatch.index}]`;
  const got = mismatch.verdict === "not-written" ? "was not written" : `is ${mismatch.got}`;
  return (
    `${place} ${got}, expected ${mismatch.want}; ` +
    `${mismatch.wrong} of ${mismatch.count} elements are wrong.`
  );
}

export function limitInWords({ metric, counted, at_most: most }: Limit): string {
  const name = metric.replaceAll("_", " ");
  const verdict =
    counted > most ? `${Math.round((100 * counted) / most)} % of the limit` : "within";
  return `${name}: ${counted.toLocaleString("en")}, limit ${most.toLocaleString("en")} (${verdict}).`;
}

/** What a reader's kernel moves against what the book's solution moves, a sentence for each kind. */
export function trafficInWords(
  own: Record<string, number>,
  reference: Record<string, number>,
): string[] {
  const kinds = [
    ["global_sectors", "sectors of global memory"],
    ["shared_wavefronts", "wavefronts of shared memory"],
  ] as const;
  return kinds.flatMap(([metric, words]) => {
    const [mine, theirs] = [own[metric] ?? 0, reference[metric] ?? 0];
    if (mine === 0 && theirs === 0) return [];
    if (mine === theirs) return [`Your kernel moves as many ${words} as the book's solution.`];
    const counts = `${mine.toLocaleString("en")} against ${theirs.toLocaleString("en")}`;
    if (theirs === 0) return [`Your kernel moves ${words}, the book's solution none: ${counts}.`];
    const times = Number((mine / theirs).toPrecision(2));
    return [`Your kernel moves ${times} times the ${words} of the book's solution: ${counts}.`];
  });
}

/** What is wrong with a case, or null. */
function fault(line: CaseLine): { kind: string; details: string[] } | null {
  const errors = (line.findings ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const told = errors.slice(0, 3).map(({ line: at, message, fix }) => {
      return `Line ${at}: ${message}.${fix === "" ? "" : ` What to do: ${fix}.`}`;
    });
    return { kind: errors[0]!.kind, details: told };
  }
  if (line.problem !== undefined) return { kind: "launch-failed", details: [line.problem] };
  if (line.mismatch !== undefined) {
    return { kind: line.mismatch.verdict, details: [mismatchInWords(line.mismatch)] };
  }
  if ((line.limits ?? []).some(({ counted, at_most: most }) => counted > most)) {
    return { kind: "too-much-traffic", details: [] };
  }
  return null;
}

/** The verdict on all lines so far. */
export function judge(lines: CaseLine[]): Verdict {
  const limits = lines.flatMap((line) => line.limits ?? []).map(limitInWords);
  for (const line of lines) {
    const found = fault(line);
    if (found === null) continue;
    const details = [`Case “${line.case}”.`, ...found.details, ...limits];
    return { accepted: false, title: `${titleOf(found.kind)}.`, details, cases: lines.length };
  }
  const title = `Accepted: ${lines.length} cases, each with other data than the last time.`;
  return { accepted: true, title, details: limits, cases: lines.length };
}
