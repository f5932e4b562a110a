// SPDX-License-Identifier: MIT
//
// What the native build of the virtual GPU says of a program, to hold a page to.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

import type { Experiment } from "../src/lab/labs.ts";
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

/** Runs a program, its path from the book's root, with both passes as pages do. */
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
        ...[resolve(ROOT, source), "--", ...args],
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

/** A program that makes one of some launches of the kernels of a source of the book. */
function launching(source: string, experiments: Experiment[]): string {
  const cases = experiments.map(({ plan, call }, at) => {
    const buffers = plan().buffers.map(({ name, bytes, type = "float" }) => {
      return `auto* ${name} = buffer<${type}>(${bytes});`;
    });
    const frees = plan().buffers.map(({ name }) => `cudaFree(${name});`);
    const body = [...buffers, `${call};`, ...frees].join(" ");
    return `if (std::atoi(argv[1]) == ${at}) { ${body} }`;
  });
  return [
    "#include <cstdlib>",
    "#define main the_programs_own",
    `#include "${source}"`,
    "#undef main",
    "template <class T> T* buffer(std::size_t bytes) {",
    "  void* place = nullptr;",
    "  cudaMalloc(&place, bytes);",
    "  cudaMemset(place, 0, bytes);",
    "  return static_cast<T*>(place);",
    "}",
    "int main(int, char** argv) {",
    ...cases,
    "  return cudaDeviceSynchronize();",
    "}",
  ].join("\n");
}

/** What the native build counts for launches of labs on the kernels of one source. */
export async function launchNatively(source: string, experiments: Experiment[]): Promise<Report[]> {
  // A place that stays, so that what did not change is not compiled again.
  const folder = join(BUILD, "lab-launches", source.split("/")[1]!);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, basename(source));
  writeFileSync(file, launching(source, experiments));
  const reports: Report[] = [];
  for (const at of experiments.keys()) reports.push((await runNatively(file, [`${at}`])).report);
  return reports;
}
