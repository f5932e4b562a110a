// SPDX-License-Identifier: MIT
//
// What the native build of the virtual GPU says of a program, to hold a page to.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseReport, type Report } from "../src/run/report.ts";
import { BUILD, ROOT } from "./browser.ts";

export interface NativeRun {
  output: string;
  report: Report;
}

/** Runs a program of the book, its path from the root, with the settings that pages use. */
export function runNatively(source: string, args: string[]): NativeRun {
  const folder = mkdtempSync(join(tmpdir(), "cuda-measured-"));
  const reportFile = join(folder, "report.json");
  try {
    const output = execFileSync(
      join(BUILD, "simt/bin/simt-run"),
      ["--pass", "count", "--report", "json", "--report-file", reportFile, "-I."].concat(
        ["--link", join(BUILD, "common/libcm_report_simt.a"), source, "--"],
        args,
      ),
      {
        cwd: ROOT,
        encoding: "utf8",
        env: { ...process.env, SIMT_CACHE_DIR: join(BUILD, "simt-cache") },
      },
    );
    const report = parseReport(readFileSync(reportFile, "utf8"));
    if (report === null) throw new Error(`${source}: no report`);
    return { output, report };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
