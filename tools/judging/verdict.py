# SPDX-License-Identifier: MIT
"""A verdict as facts, and its words for a person."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from typing import Any

ACCEPTED = "accepted"
NOT_SOLVED = "not-solved"

_TITLES = {
    ACCEPTED: "accepted",
    NOT_SOLVED: "not solved yet: this is the starter as it came",
    "refused": "refused",
    "does-not-compile": "does not compile",
    "wrong-answer": "wrong answer",
    "not-written": "an output was not written",
    "wrote-outside": "wrote where nothing may be written",
    "input-changed": "an input was changed",
    "too-much-traffic": "right, but above a limit",
    "race-warp": "a race within a warp",
    "race-shared": "a race in shared memory",
    "race-global": "a race in global memory",
    "out-of-bounds": "an access out of bounds",
    "uninitialised": "a read of what nobody wrote",
    "instruction-limit": "a loop without an end, or far too much work",
    "deadlock": "no thread can go on",
    "too-slow": "right, but too slow by the model",
    "race-stream": "two pieces of work that nothing orders",
    "not-awaited": "returns before the work is done",
    "leak": "right, but something is never given back",
    "crashed": "the program ended before its time",
    "launch-failed": "a launch failed",
    "time-limit": "took too long",
    "output-limit": "wrote too much",
}
_BEFORE_DATA = ("refused", "does-not-compile")  # no case was run
_SHOWN_FINDINGS = 3
_MESSAGE_LINES = 12
# What the driver says, and clang's sum, which names a target that a student never chose.
_NO_MESSAGE = re.compile(r"simt-run:|\d+ (?:errors?|warnings?).* generated when compiling for ")


def compiler_message(errors: str) -> str:
    """Return the first lines of what a compiler said, as far as a student can use them."""
    lines = [line for line in errors.splitlines() if not _NO_MESSAGE.match(line)]
    return "\n".join(lines[:_MESSAGE_LINES])


@dataclass
class Verdict:
    """What the judge says of one submission."""

    exercise: str
    verdict: str
    fails_by: str = ""  # of a starter: the verdict that it would get otherwise
    target: str = "virtual"
    case: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)
    mismatch: dict[str, Any] | None = None
    message: str = ""
    findings: list[dict[str, Any]] = field(default_factory=list)
    limits: list[dict[str, Any]] = field(default_factory=list)
    cases: int = 0
    twice: bool = True  # each case, with other data
    seed: int = 0
    sandboxed: bool = True

    @property
    def accepted(self) -> bool:
        """True for the one verdict that is a pass."""
        return self.verdict == ACCEPTED

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return a few lines for a person."""
        title = _TITLES.get(self.verdict, self.verdict.replace("-", " "))
        where = "" if self.verdict in _BEFORE_DATA else f" ({_TARGETS[self.target]})"
        lines = [f"{self.exercise}: {title}{where}"]
        if self.case:
            numbers = ", ".join(f"{name} = {value:g}" for name, value in self.numbers.items())
            lines.append(f"  case     {self.case}" + (f": {numbers}" if numbers else ""))
        if self.mismatch:
            lines += _mismatch_lines(self.mismatch)
        for finding in self.findings[:_SHOWN_FINDINGS]:
            lines += _finding_lines(finding)
        if len(self.findings) > _SHOWN_FINDINGS:
            lines.append(f"  and {len(self.findings) - _SHOWN_FINDINGS} more findings")
        lines += [_limit_line(limit) for limit in self.limits]
        lines += [f"  {line}" for line in self.message.rstrip().splitlines()]
        if self.accepted:
            lines.append(f"  {self.cases} cases" + (", each twice with other data" * self.twice))
        elif self.verdict not in _BEFORE_DATA:
            lines.append(f"  seed     {self.seed}: --seed {self.seed} gives the same data again")
        if not self.sandboxed:
            lines.append(
                "  note     no sandbox here: bubblewrap is missing, or may not make one; "
                "judge no files of others"
            )
        return "\n".join(lines)


_TARGETS = {"virtual": "virtual GPU", "gpu": "GPU", "both": "virtual GPU and GPU"}


def _mismatch_lines(mismatch: dict[str, Any]) -> list[str]:
    place = f"{mismatch['buffer']}[{mismatch['index']}]"
    got = (
        "nothing was written" if mismatch["verdict"] == "not-written" else f"got {mismatch['got']}"
    )
    return [
        f"  element  {place}: {got}, expected {mismatch['want']}",
        f"           {mismatch['wrong']} of {mismatch['count']} elements are wrong",
    ]


def _finding_lines(finding: dict[str, Any]) -> list[str]:
    place = f"{finding['file']}:{finding['line']}: " if finding["file"] else ""
    # Some messages begin with the kind in words.
    message = finding["message"].removeprefix(f"{finding['kind'].replace('-', ' ')}: ")
    lines = [f"  {place}{finding['kind']}: {message}"]
    # The limits of the virtual GPU are the judge's to set.
    fix = re.sub(r"[,;] (?:or|for long work) raise --limit$", "", finding["fix"])
    if fix:
        lines.append(f"           {fix}")
    return lines


def _limit_line(limit: dict[str, Any]) -> str:
    mark = "  <- above" if limit["counted"] > limit["at_most"] else ""
    name = limit["metric"].replace("_", " ")
    return f"  {name}: {limit['counted']:,.0f}, limit {limit['at_most']:,.0f}{mark}"
