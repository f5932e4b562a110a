#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check that every chapter program is built, tested and told about.

Each chapters/*/*.cu is in the build tree's programs.json, and its chapter's page shows it: a slice
of it or its results. Each counters.json and results file belongs to a program.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tree import at, files, main


def program_of(source: str) -> str:
    """Return the name of a program: chapter03.access_pattern for its source's path."""
    path = Path(source)
    return f"{path.parent.name.split('_')[0]}.{path.stem}"


def faults(root: Path, programs: Path) -> Iterator[str]:
    """Yield a sentence for each program that is missing somewhere."""
    try:
        known = {entry["source"] for entry in json.loads(programs.read_text(encoding="utf-8"))}
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield f"{programs}: cannot be read as a list of programs: {error!r}"
        return
    names = {program_of(source) for source in known}
    for path in files(root, "chapters/*/*.cu"):
        source = path.relative_to(root).as_posix()
        if source not in known:
            yield f"{at(root, path)} add add_chapter_program({path.stem}) to its CMakeLists.txt"
        if not _told(path, program_of(source)):
            yield f"{at(root, path)} no page beside it shows a slice of it or its results"
    for path in files(root, "chapters/*/*.counters.json"):
        if not path.with_name(path.name.replace(".counters.json", ".cu")).is_file():
            yield f"{at(root, path)} there is no program of that name beside it"
    for path in files(root, "results/*/chapter*.json", "results/*/chapter*.csv"):
        if path.name.split(".counters.")[0].removesuffix(".json") not in names:
            yield f"{at(root, path)} there is no program of that name: remove the file"


def _told(path: Path, name: str) -> bool:
    said = re.compile(
        rf"\{{snippet\}}\s+(\S*/)?{re.escape(path.name)}\s|{re.escape(name)}(?![\w.])"
    )
    return any(said.search(page.read_text(encoding="utf-8")) for page in path.parent.glob("*.md"))


if __name__ == "__main__":
    # The build tree's list comes first: programs.py build/dev/programs.json
    main(partial(faults, programs=Path(sys.argv.pop(1))), __doc__)
