// SPDX-License-Identifier: MIT
//
// The virtual GPU's report, JSON schema 1 of simt/src/report_json.cpp, as rows of a table.

/** One kind of access at one place of the source. */
export interface Access {
  file: string;
  line: number;
  column: number;
  space: string;
  access: string;
  bytes: number;
  requests: number;
  sectors?: number;
  ideal_sectors?: number;
  useful_bytes?: number;
  wavefronts?: number;
  ideal_wavefronts?: number;
}

export interface Kernel {
  name: string;
  file: string;
  line: number;
  launches: number;
  accesses: Access[];
}

export interface Finding {
  severity: string;
  kind: string;
  file: string;
  line: number;
  column: number;
  message: string;
}

export interface Report {
  schema: number;
  kernels: Kernel[];
  findings: Finding[];
}

/** Reads a report; null for what is none. */
export function parseReport(text: string): Report | null {
  try {
    const report = JSON.parse(text) as Report;
    return report.schema === 1 && Array.isArray(report.kernels) ? report : null;
  } catch {
    return null;
  }
}

/** A ratio with at most two decimals, "4" or "3.91". */
export function ratio(sum: number | undefined, count: number): string {
  if (sum === undefined || count === 0) return "–";
  return String(Math.round((sum / count) * 100) / 100);
}

/** "1 sector", "3.91 sectors". */
function counted(sum: number | undefined, count: number, noun: string): string {
  const number = ratio(sum, count);
  return `${number} ${noun}${number === "1" ? "" : "s"}`;
}

export const TRAFFIC_HEADER = ["Line", "Access", "Requests", "Per request", "Ideal", "Useful"];

/** Global memory moves sectors, shared memory takes wavefronts; others are left out. */
export function trafficRow(access: Access): string[] | null {
  const place = `${access.line}:${access.column}`;
  const what = `${access.space} ${access.access}, ${access.bytes} B`;
  const requests = access.requests.toLocaleString("en");
  if (access.sectors !== undefined) {
    const useful = access.sectors === 0 ? 0 : (access.useful_bytes ?? 0) / (32 * access.sectors);
    return [
      place,
      what,
      requests,
      counted(access.sectors, access.requests, "sector"),
      ratio(access.ideal_sectors, access.requests),
      `${Math.round(useful * 100)} %`,
    ];
  }
  if (access.wavefronts !== undefined) {
    return [
      place,
      what,
      requests,
      counted(access.wavefronts, access.requests, "wavefront"),
      ratio(access.ideal_wavefronts, access.requests),
      "",
    ];
  }
  return null;
}

/** Rows of a kernel's table, in the order of the source. */
export function trafficRows(kernel: Kernel): string[][] {
  return kernel.accesses.map(trafficRow).filter((row) => row !== null);
}
