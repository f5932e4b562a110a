// SPDX-License-Identifier: MIT
//
// What the native build of the virtual GPU says of a program, to hold a page to.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { parseReport, type Report } from "../src/run/report.ts";
import { BUILD, ROOT } from "./browser.ts";

export interface NativeRun {
  output: string;
  report: Report;
}

const compiler = process.env["CM_CLANG"];
/** The compiler that the build uses. */
export const COMPILER = compiler === undefined ? [] : ["--compiler", compiler];
/** As ctest/chapter_program.cmake has it, so that what its tests compiled is used again. */
const OPTIONS = [
  ...COMPILER,
  `-I${ROOT.replace(/\/$/, "")}`,
  // The settings of src/run/program.ts.
  ...["--limit", "memory-mib=512", "--limit", "instructions=2000000000"],
];

/** Runs a program of the book, its path from the root, with both passes as pages do. */
export async function runNatively(source: string, args: string[]): Promise<NativeRun> {
  const folder = mkdtempSync(join(tmpdir(), "cuda-measured-"));
  const reportFile = join(folder, "report.json");
  try {
    const { stdout } = await promisify(execFile)(
      join(BUILD, "simt/bin/simt-run"),
      [
        ...OPTIONS,
        ...["--report", "json", "--report-file", reportFile],
        ...["--link", join(BUILD, "common/libcm_report_simt.a")],
        ...[join(ROOT, source), "--", ...args],
      ],
      { cwd: ROOT, env: { ...process.env, SIMT_CACHE_DIR: join(BUILD, "simt-cache") } },
    );
    const report = parseReport(readFileSync(reportFile, "utf8"));
    if (report === null) throw new Error(`${source}: no report`);
    return { output: stdout, report };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
