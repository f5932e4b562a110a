# SPDX-License-Identifier: MIT
"""Holds the compiler's messages on the page of errors to what nvcc says.

    compiler_messages.py NVCC ROOT

Compiles each ROOT/ctest/old_calls/*.cu and each chapters/*/refused/*.cu. What the page quotes of
the compiler must be said of one of them, and of each old call the page must quote something, or it
compiles without a word. A comment "Since: 13.0" leaves a file out for an older nvcc, and "Flags:"
names flags of its own. Exit code: 0 all fits, 1 it does not.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = "docs/pages/errors.md"
HEADING = "## What the compiler says"
FLAGS = "-arch=sm_90"


def quoted(page: str) -> list[str]:
    """The messages that the page explains below its heading."""
    _, found, rest = page.partition(HEADING + "\n")
    section = rest.split("\n## ")[0] if found else ""
    terms = [line for line in section.splitlines() if line.startswith("`")]
    return [message for term in terms for message in re.findall("`([^`]+)`", term)]


def setting(source: str, name: str) -> str:
    """What the comment "NAME: ..." of a file says, or nothing."""
    found = re.search(rf"^// {name}: (.+)$", source, re.MULTILINE)
    return found[1] if found else ""


def version(text: str) -> tuple[int, ...]:
    """The number in a text such as "release 13.0", to compare with another."""
    found = re.search(r"(\d+)\.(\d+)", text)
    return tuple(map(int, found.groups())) if found else ()


def faults(said: dict[str, str], messages: list[str], left_out: bool) -> list[str]:
    """One sentence for each file and each message without the other.

    `said` has what nvcc said of each file, by the file's path. With `left_out` files are missing,
    so nothing follows from a message that nobody said.
    """
    sentences = []
    for name, text in said.items():
        if "old_calls" in name and text and not any(message in text for message in messages):
            sentences.append(f"{PAGE} quotes nothing of what nvcc says of {name}: {text[:200]}")
    for message in messages:
        if not left_out and not any(message in text for text in said.values()):
            sentences.append(f"{PAGE} quotes '{message}', which nvcc says of no file")
    return sentences


def compile_one(nvcc: str, path: Path) -> str:
    """What nvcc says of a file, in one line."""
    flags = setting(path.read_text(), "Flags") or FLAGS
    with tempfile.TemporaryDirectory() as scratch:
        kind = "-ptx" if "compute_" in flags else "-cubin"
        command = [nvcc, kind, *flags.split(), "-o", f"{scratch}/never", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return " ".join((done.stdout + done.stderr).split())


def main() -> int:
    """Compiles and compares; the exit code."""
    if len(sys.argv) != 3:
        print("usage: compiler_messages.py NVCC ROOT", file=sys.stderr)
        return 2
    nvcc, root = sys.argv[1], Path(sys.argv[2])
    told = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    release = version(told.partition("release")[2])
    paths = sorted([*root.glob("ctest/old_calls/*.cu"), *root.glob("chapters/*/refused/*.cu")])
    known = [p for p in paths if version(setting(p.read_text(), "Since")) <= release]
    said = {str(path.relative_to(root)): compile_one(nvcc, path) for path in known}
    wrong = faults(said, quoted((root / PAGE).read_text()), left_out=known != paths)
    for sentence in wrong:
        print(f"FAIL {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
