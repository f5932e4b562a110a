// SPDX-License-Identifier: MIT
//
// What clang says, as places in the editor.

export interface Diagnostic {
  /** Counted from 1, as clang does. */
  line: number;
  column: number;
  severity: "error" | "warning" | "info";
  message: string;
}

const LINE = /^kernel\.cu:(\d+):(\d+): (fatal error|error|warning|note): (.*)$/;

/** The messages about the reader's own text, in clang's order. */
export function diagnosticsIn(text: string): Diagnostic[] {
  return text.split("\n").flatMap((line) => {
    const match = LINE.exec(line);
    if (match === null) return [];
    const kind = match[3] ?? "";
    const severity = kind.endsWith("error") ? "error" : kind === "warning" ? "warning" : "info";
    return [
      { line: Number(match[1]), column: Number(match[2]), severity, message: match[4] ?? "" },
    ];
  });
}
