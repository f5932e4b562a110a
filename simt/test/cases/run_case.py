# SPDX-License-Identifier: MIT
"""Runs one case on the virtual GPU and compares the findings with its comments.

    run_case.py SIMT_RUN CASE.cu

A line at fault carries `// expect KIND`, optionally followed by `: text | text`, where each text
occurs in the message or is `threads=N`. KIND is a finding's id, the first part of one ("race" for
"race-shared"), or several joined by " or ". `// or here` marks another line that may be named
instead. A case without such comments must show nothing above a note, and exit with 0.
"""

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

EXPECT = re.compile(r"//\s*expect\s+(?P<kinds>[a-z-]+(?: or [a-z-]+)*)(?::\s*(?P<texts>.*))?$")
OR_HERE = re.compile(r"//\s*or here\b")
FINDING_EXIT_CODE = 70


@dataclass
class Expectation:
    """What a case's comment asks for."""

    lines: list[int]
    kinds: list[str]
    texts: list[str]

    def matches_kind(self, finding: dict) -> bool:
        """True if the finding is of a kind that was asked for."""
        kind = finding["kind"]
        return any(kind == wanted or kind.startswith(wanted + "-") for wanted in self.kinds)

    def matches_line(self, finding: dict) -> bool:
        """True if the finding, or its other place, is where it was asked for."""
        other = finding["other"] or {}
        return finding["line"] in self.lines or other.get("line") in self.lines

    def missing_texts(self, finding: dict) -> list[str]:
        """The texts that the finding does not have."""
        text = f"{finding['message']} threads={finding['threads']} {finding['detail']}"
        return [
            wanted for wanted in self.texts if not re.search(re.escape(wanted) + r"(?!\d)", text)
        ]


def read_expectations(source: str) -> list[Expectation]:
    """The expectations of a case, each with the lines that may be named."""
    expectations, alternatives = [], []
    for number, line in enumerate(source.splitlines(), start=1):
        if OR_HERE.search(line):
            alternatives.append(number)
        found = EXPECT.search(line)
        if found:
            texts = [text.strip() for text in (found["texts"] or "").split("|")]
            kinds = found["kinds"].split(" or ")
            expectations.append(Expectation([number], kinds, [text for text in texts if text]))
    for expectation in expectations:
        expectation.lines += alternatives
    return expectations


def compare(expectations: list[Expectation], findings: list[dict]) -> list[str]:
    """What differs, one sentence each."""
    problems = []
    loud = [finding for finding in findings if finding["severity"] != "note"]
    for wanted in expectations:
        there = [f for f in loud if wanted.matches_kind(f) and wanted.matches_line(f)]
        if not there:
            problems.append(f"line {wanted.lines[0]}: no finding {' or '.join(wanted.kinds)}")
        for finding in there[:1]:
            problems += [
                f"line {finding['line']}: '{text}' is not in '{finding['message']}', "
                f"threads={finding['threads']}"
                for text in wanted.missing_texts(finding)
            ]
    for finding in loud:
        if any(w.matches_kind(finding) and w.matches_line(finding) for w in expectations):
            continue
        problems.append(
            f"line {finding['line']}: unexpected {finding['kind']}: {finding['message']}"
        )
    return problems


def run_case(simt_run: str, case: Path) -> list[str]:
    """Runs the case; the differences found."""
    expectations = read_expectations(case.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [simt_run, "--pass", "check", "--report", "json", "--report-file", str(report)]
        command.append(str(case))
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if not report.exists():
            return [f"no report, exit code {done.returncode}: {done.stderr.strip()}"]
        findings = json.loads(report.read_text(encoding="utf-8"))["findings"]
    problems = compare(expectations, findings)
    if not expectations and done.returncode != 0:
        problems.append(f"exit code {done.returncode}: {done.stderr.strip()}")
    errors = any(finding["severity"] == "error" for finding in findings)
    if errors and done.returncode == 0:
        problems.append(f"exit code 0 in spite of errors, not {FINDING_EXIT_CODE}")
    return problems


def main() -> int:
    """Runs the case of the command line; 1 if anything differs."""
    if len(sys.argv) != 3:
        print("usage: run_case.py SIMT_RUN CASE.cu", file=sys.stderr)
        return 2
    problems = run_case(sys.argv[1], Path(sys.argv[2]))
    for problem in problems:
        print(f"FAIL {sys.argv[2]}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
