# SPDX-License-Identifier: MIT
"""{exercise} shows an exercise: task, starter, the command that judges it, hints, solution.

    ```{exercise} chapter03_global_memory/count_sectors
    ```

The starter is exercises/ARG.cu, the solution solutions/ARG.cu. Task and hints are the body of
the directive, else exercises/ARG.md, else the task is what the starter's header says after
`Task:`. Of both sources the part between `// [exercise]` and `// [/exercise]` is shown.
"""

import re
from pathlib import Path

from _code import code_figure
from _nodes import make_fold
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from snippets import cut


def header_of(text):
    """Return (title, task) that the first comment of a starter holds, "" where it has none."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    parts = [part.replace("\n", " ") for part in re.split(r"\n{2,}", "\n".join(lines))]
    title = next((part for part in parts[1:] if part), "")
    match = re.search(r"^Task:\s*(.+(?:\n(?!\w+:).+)*)", "\n".join(lines), re.MULTILINE)
    return title, re.sub(r"\s+", " ", match[1]) if match else ""


def ctest_name(argument):
    """Return the name that CTest knows an exercise by."""
    folder, _, name = argument.partition("/")
    match = re.match(r"chapter\d\d(?=_)", folder)
    if not (match and name):
        raise ResultsError(f"'{argument}' names no exercise: write chapterNN_topic/name")
    return f"{match[0]}.exercise.{name}"


class ExerciseDirective(PageDirective):
    """Writes the exercise's box."""

    required_arguments = 1
    has_content = True
    option_spec = {"title": directives.unchanged_required}  # noqa: RUF012

    def make(self):
        """Return the box."""
        name = self.arguments[0]
        test = ctest_name(name)
        starter, solution = (Path(part, f"{name}.cu") for part in ("exercises", "solutions"))
        text = self._read(starter)
        title, task = header_of(text)
        box = nodes.container(classes=["exercise"])
        title, messages = self.parse_inline(self.options.get("title", title), lineno=self.lineno)
        label = nodes.inline("", "Exercise", classes=["box-label"])
        box += nodes.paragraph(
            "", "", label, nodes.Text(" "), *title, *messages, classes=["box-title"]
        )
        box += self._task(task)
        box += self._figure(starter, text)
        command = nodes.literal("", f"ctest -R {test}")
        box += nodes.paragraph("", "", nodes.Text("Judge it with "), command, nodes.Text("."))
        box += make_fold(
            [nodes.Text("Solution")], [self._figure(solution, self._read(solution))], "solution"
        )
        return [box]

    def _task(self, task):
        sidecar = root(self.env) / "exercises" / f"{self.arguments[0]}.md"
        if self.content:
            return self.parse_content_to_nodes()
        if sidecar.is_file():
            self.env.note_dependency(str(sidecar))
            lines = sidecar.read_text(encoding="utf-8").splitlines()
            return self.parse_text_to_nodes(StringList(lines, source=str(sidecar)))
        if not task:
            raise ResultsError(f"exercise {self.arguments[0]} has no task: write {sidecar.name}")
        text, messages = self.parse_inline(task, lineno=self.lineno)
        return [nodes.paragraph("", "", *text), *messages]

    def _read(self, path):
        full = root(self.env) / path
        if not full.is_file():
            raise ResultsError(f"no file {path}: add it or correct the exercise's name")
        self.env.note_dependency(str(full))
        return full.read_text(encoding="utf-8")

    def _figure(self, path, text):
        code, line = cut(text, "exercise", str(path))
        return code_figure(self, path, code, line)


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("exercise", ExerciseDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
