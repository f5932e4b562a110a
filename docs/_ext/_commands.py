# SPDX-License-Identifier: MIT
"""The commands that build and run a whole program of a chapter, from the root of the book.

They say what the build does: its flags stand in cmake/cuda.cmake, and what a program needs besides
in the add_chapter_program of its chapter.
"""

import re
from pathlib import Path

from _nodes import make_fold
from _project import root
from docutils import nodes

FLAGS = re.compile(r'set\(CM_PROGRAM_FLAGS "(-O3[^"]*)"\)')
KEYWORDS = [
    "SLOW_RACECHECK",
    "FAILS_ON_PURPOSE",
    "WEB",
    "MIN_SM",
    "ARCHITECTURE",
    "UNSANITIZED",
    "FLAGS",
    "ARGS",
    "LIBS",
    "LABELS",
]
LIBRARIES = {"cm_cublas": ["-DCM_HAVE_CUBLAS=1", "-lcublas"]}


def wants_of(lists, name):
    """Return what add_chapter_program says of a program, by keyword; None where it is none."""
    match = re.search(rf"add_chapter_program\(\s*{re.escape(name)}\b([^)]*)\)", lists)
    if not match:
        return None
    wants, keyword = {}, ""
    for word in re.findall(r'"[^"]*"|\S+', match[1]):
        if word in KEYWORDS:
            keyword = word
            wants[keyword] = []
        else:
            wants[keyword].append(word)
    return wants


def build_command(flags, path, wants):
    """Return the call of nvcc that makes the program at `path`."""
    architecture = "".join(wants.get("ARCHITECTURE", [])) or None
    target = f"-arch=sm_{architecture}" if architecture else "-arch=native"
    parts = ["nvcc", *flags.split(), target, *wants.get("FLAGS", []), "-I.", "-o", Path(path).stem]
    libraries = [part for name in wants.get("LIBS", []) for part in LIBRARIES[name]]
    return " ".join([*parts, str(path), "common/*.cpp", "-lfmt", *libraries])


def commands(base, path):
    """Return the shell commands for a chapter's program; None for any other file."""
    lists = base / Path(path).parent / "CMakeLists.txt"
    settings = base / "cmake/cuda.cmake"
    if not (lists.is_file() and settings.is_file()):
        return None
    wants = wants_of(lists.read_text(encoding="utf-8"), Path(path).stem)
    if wants is None:
        return None
    flags = FLAGS.search(settings.read_text(encoding="utf-8"))[1]
    arguments = " ".join(["--quick", *wants.get("ARGS", [])])
    return (
        f"# without a GPU\n./book run {path} -- {arguments}\n"
        f"# with one\n{build_command(flags, path, wants)}\n./{Path(path).stem}"
    )


def command_fold(directive, path):
    """Return a fold with a program's commands, the first time that the page shows it."""
    env = directive.env
    shown = env.current_document.setdefault("book_commands", set())
    text = None if str(path) in shown else commands(root(env), path)
    if text is None:
        return []
    shown.add(str(path))
    for name in (Path(path).parent / "CMakeLists.txt", "cmake/cuda.cmake"):
        env.note_dependency(str(root(env) / name))
    block = nodes.literal_block(text, text, language="sh")
    return [make_fold([nodes.Text("Build and run the whole program")], [block], "commands")]
