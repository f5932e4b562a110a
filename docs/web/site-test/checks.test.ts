// SPDX-License-Identifier: MIT
//
// The run with checks finds in a program for the page, whose pointers have 32 bits, what it finds
// natively: the chapters' programs have nothing to find, so the virtual GPU's own cases stand in.

import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";

import { runProgram } from "../src/run/process.ts";
import { BUILD, ROOT } from "./browser.ts";
import { COMPILER } from "./native.ts";

const folder = mkdtempSync(join(tmpdir(), "cuda-measured-"));
after(() => rmSync(folder, { recursive: true }));

interface Found {
  kind: string;
  line: number;
  threads: number;
  subject: { name: string; offset: number };
}

const told = (report: string) =>
  (JSON.parse(report) as { findings: Found[] }).findings.map(({ kind, line, threads, subject }) => {
    return [kind, line, threads, subject.name, subject.offset];
  });

function simtRun(...words: string[]): void {
  // A program with findings ends with another code than 0.
  const environment = { ...process.env, SIMT_CACHE_DIR: join(BUILD, "simt-cache") };
  try {
    execFileSync(join(BUILD, "simt/bin/simt-run"), [...COMPILER, ...words], {
      cwd: join(ROOT, "simt/test/cases"),
      env: environment,
      stdio: "ignore",
    });
  } catch (error) {
    if ((error as { status?: number }).status !== 70) throw error;
  }
}

for (const name of [
  "memory/local_array_overrun",
  "memory/uninitialised_local",
  "race/barrier_object_not_waited_for",
]) {
  test(`${name} is found in a page as it is natively`, async () => {
    const source = `${name}.cu`;
    const [report, program] = [join(folder, "report.json"), join(folder, "program.wasm")];
    simtRun("--pass", "check", "--report", "json", "--report-file", report, source);
    simtRun(
      "--web",
      "--link",
      join(BUILD, "wasm/bin/libsimt.a"),
      "--compile-only",
      program,
      source,
    );
    const end = await runProgram(
      {
        kind: "program",
        wasm: gzipSync(readFileSync(program)).toString("base64"),
        args: [name],
        environment: { SIMT_REPORT: "json", SIMT_PASS: "check" },
      },
      () => undefined,
    );
    const found = told(end.report);
    assert.ok(found.length > 0);
    assert.deepEqual(found, told(readFileSync(report, "utf8")));
  });
}
