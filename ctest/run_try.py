#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a chapter's program with and without one flag, and shows that the output changes as said.

    run_try.py run TRIES NAME COMMAND...
    run_try.py record TRIES [COMMAND...]
    run_try.py check ROOT

TRIES is the tries.json beside a chapter's page, a list of

    {"name", "program", "flag", "change", "before", "after", "shown"}

`program` lies in the same folder, `flag` is what the second command has more than the first, and
`change` is the sentence that the page says first. `before` and `after` are regular expressions of
lines: the first must fit a line of the first output and none of the second, the second the other
way round. In place of both, `same` says that everything printed must be equal, and which lines to
show. Optional: `instead`, what the first command has in the flag's place; `head`, which further
lines to show; `exits`, the exit codes, both 0 if nothing is said. `shown` holds the lines that the
page shows.

COMMAND runs a program of the book on the virtual GPU (./book run if nothing is said). `run` runs
the try NAME and compares; `record` runs all of a file and writes what they show into it. `check`
runs nothing: it says which try of the book does not fit its program and its page.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TIMES = ("before", "after")
KEYS = {"name", "program", "flag", "change"}
SAME = KEYS | {"same"}
OPTIONAL = {"instead", "head", "exits", "shown"}
MOST_LINES = 12


class TryError(Exception):
    """A try that does not fit; the text is one sentence."""


def read_tries(path: Path) -> list[dict]:
    """The entries of a file, each with the right keys and a name of its own."""
    try:
        tries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TryError(f"{path}: no JSON list of tries ({error})") from error
    if not isinstance(tries, list) or not tries:
        raise TryError(f"{path}: a list of at least one try is wanted")
    names = set()
    for entry in tries:
        if not isinstance(entry, dict) or set(entry) - OPTIONAL not in (KEYS | {*TIMES}, SAME):
            wanted = ", ".join(sorted(KEYS))
            raise TryError(f"{path}: each try has the keys {wanted}, before and after, or same")
        name = entry["name"]
        if not re.fullmatch(r"[a-z0-9_]+", name) or name in names:
            raise TryError(f"{path}: {name!r} is no new snake_case name")
        names.add(name)
        for key in (*TIMES, "same", "head"):
            try:
                re.compile(entry.get(key, ""))
            except re.error as error:
                raise TryError(f"{path}: {name}: {key} is no regular expression") from error
    return tries


def find_try(path: Path, name: str) -> dict:
    """The entry called `name`."""
    found = next((entry for entry in read_tries(path) if entry["name"] == name), None)
    if found is None:
        raise TryError(f"{path}: there is no try {name}")
    return found


def words(entry: dict, source: str) -> tuple[list[str], list[str]]:
    """What follows the command, without the flag and with it."""
    flags = (entry.get("instead", "").split(), entry["flag"].split())
    without, changed = ([*flag, source, "--", "--quick"] for flag in flags)
    return without, changed


def output_of(command: list[str], exit_code: int) -> str:
    """Runs a command; what it printed, the report after the program's own output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    output = tidy(done.stdout + done.stderr)
    if done.returncode != exit_code:
        print(output)
        said = f"ended with {done.returncode}, not with {exit_code}"
        raise TryError(f"{' '.join(command)} {said}")
    return output


def tidy(output: str) -> str:
    """An output without what differs from machine to machine.

    That is where the book lies, how many instructions a compiler makes of a kernel, and so who
    comes first in an order that a seed chose.
    """
    output = output.replace(f"{ROOT}/", "").replace("./common/", "common/")
    output = re.sub(r"(?<=order in which threads run): .*with seed \d+", "", output)
    return re.sub(r", [\d,]+ warp instructions?$", "", output, flags=re.MULTILINE)


def outputs_of(entry: dict, source: Path, command: list[str]) -> tuple[str, str]:
    """Runs both commands; what they printed."""
    without, changed = words(entry, str(source))
    exits = entry.get("exits", [0, 0])
    if "same" in entry:  # what a compiler says comes in the first run alone
        output_of([*command, *without], exits[0])
    return output_of([*command, *without], exits[0]), output_of([*command, *changed], exits[1])


def lines_of(entry: dict, time: str, output: str) -> list[str]:
    """The lines of an output that the page shows, each once, in their order."""
    wanted = [re.compile(entry[key]) for key in (time, "same", "head") if key in entry]
    lines = dict.fromkeys(line.rstrip() for line in output.splitlines())
    return [line for line in lines if any(pattern.search(line) for pattern in wanted)]


def compare(entry: dict, outputs: tuple[str, str]) -> list[list[str]]:
    """The lines to show; TryError if the outputs do not change as the entry says."""
    if "same" in entry and outputs[0] != outputs[1]:
        raise TryError(f"{entry['name']}: the outputs are not the same")
    for time, own, other in zip(TIMES, outputs, reversed(outputs), strict=True):
        pattern = re.compile(entry.get("same", entry.get(time)), re.MULTILINE)
        if not pattern.search(own):
            raise TryError(f"{entry['name']}: no line {time} the change fits {pattern.pattern!r}")
        if "same" not in entry and pattern.search(other):
            raise TryError(f"{entry['name']}: '{time}' fits both outputs: nothing changed")
    shown = [lines_of(entry, time, output) for time, output in zip(TIMES, outputs, strict=True)]
    if max(map(len, shown)) > MOST_LINES:
        raise TryError(f"{entry['name']}: more than {MOST_LINES} lines to show: choose fewer")
    return shown


def run(tries: Path, name: str, command: list[str]) -> int:
    """Runs one try; returns the exit code."""
    entry = find_try(tries, name)
    outputs = outputs_of(entry, program_of(tries, entry), command)
    try:
        shown = compare(entry, outputs)
    except TryError:
        print(*outputs, sep="\n--- and with the flag:\n")
        raise
    for time, came, recorded in zip(TIMES, shown, entry.get("shown", [[], []]), strict=True):
        if came != recorded:
            print(*came, sep="\n")
            raise TryError(f"{tries}: {name}: these lines, not the recorded ones, came {time} it")
    return 0


def record(tries: Path, command: list[str]) -> int:
    """Writes what each try shows into the file; returns the exit code."""
    entries = read_tries(tries)
    for entry in entries:
        outputs = outputs_of(entry, program_of(tries, entry), command)
        entry["shown"] = compare(entry, outputs)
    text = json.dumps(entries, indent=2, ensure_ascii=False)
    tries.write_text(text + "\n", encoding="utf-8")
    return 0


def program_of(tries: Path, entry: dict) -> Path:
    """The program of a try."""
    path = tries.parent / f"{entry['program']}.cu"
    if not path.is_file():
        raise TryError(f"{tries}: {entry['name']}: there is no program {path}")
    return path


def complaints(tries: Path) -> list[str]:
    """A sentence for each entry of a file that fits its program or its page no longer."""
    found = []
    page = tries.with_name("index.md")
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    for entry in read_tries(tries):
        program_of(tries, entry)
        count = len(re.findall(rf"^```\{{try\}} {entry['name']}$", text, re.MULTILINE))
        if count != 1:
            found.append(f"{tries}: {entry['name']} stands {count} times on {page}, not once")
        if not all(entry.get("shown", [[], []])):
            found.append(f"{tries}: {entry['name']} shows nothing: record it (ctest/run_try.py)")
    return found


def check(root: Path) -> int:
    """Prints a sentence for each try that does not fit; returns the exit code."""
    found = []
    for path in sorted(root.glob("chapters/*/tries.json")):
        try:
            found += complaints(path)
        except TryError as error:
            found.append(str(error))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    """Dispatches the commands; a wrong call exits with 2."""
    command, *rest = arguments or [""]
    try:
        if command == "check" and len(rest) == 1:
            return check(Path(rest[0]))
        if command == "run" and len(rest) > 2:
            return run(Path(rest[0]), rest[1], rest[2:])
        if command == "record" and rest:
            return record(Path(rest[0]), rest[1:] or ["./book", "run"])
    except TryError as error:
        print(error, file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
