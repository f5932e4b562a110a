# SPDX-License-Identifier: MIT
"""{exercise} shows an exercise: what it takes, task, starter, how it is judged, hints, solution.

    ```{exercise} chapter03_global_memory/count_sectors
    ```

The starter is exercises/ARG.cu, the solution solutions/ARG.cu. Task and hints are the body of
the directive, else exercises/ARG.md, else the task is what the starter's header says after
`Task:`. Of both sources the part between `// [exercise]` and `// [/exercise]` is shown. Kind,
minutes, difficulty and title come from exercises/ARG/judge.json.

{exercise-path} lists all exercises from easy to hard, each with a link to its box.
"""

import json
import re
from pathlib import Path

from _code import code_figure
from _nodes import live, make_fold
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from snippets import cut
from sphinx import addnodes


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


def short_name(argument):
    """Return the name by which the judge knows an exercise."""
    folder, _, name = argument.partition("/")
    if not (re.match(r"chapter\d\d_", folder) and name):
        raise ResultsError(f"'{argument}' names no exercise: write chapterNN_topic/name")
    return name


def effort(data):
    """Return what an exercise takes, in a few words."""
    return f"{data['kind']}, {data['topic']}, about {data['minutes']} minutes, " + (
        f"level {data['difficulty']} of 5"
    )


def label_of(name):
    """Return the label under which an exercise's box is found."""
    return f"exercise {name}".lower()


class ExerciseDirective(PageDirective):
    """Writes the exercise's box."""

    required_arguments = 1
    has_content = True
    option_spec = {"title": directives.unchanged_required}  # noqa: RUF012

    def make(self):
        """Return the box."""
        name = self.arguments[0]
        short = short_name(name)
        starter, solution = (Path(part, f"{name}.cu") for part in ("exercises", "solutions"))
        text = self._read(starter)
        title, task = header_of(text)
        data = self._data(name)
        title = data.get("title", title)
        box = nodes.container(classes=["exercise"], ids=[f"exercise-{short}"])
        self._register(name, box["ids"][0], title)
        title, messages = self.parse_inline(self.options.get("title", title), lineno=self.lineno)
        label = nodes.inline("", "Exercise", classes=["box-label"])
        box += nodes.paragraph(
            "", "", label, nodes.Text(" "), *title, *messages, classes=["box-title"]
        )
        if data:
            box += nodes.paragraph("", f"{effort(data)}. {data['proves']}", classes=["effort"])
        box += self._task(task)
        box += self._figure(starter, text)
        command = nodes.literal("", f"./book judge {short}")
        box += nodes.paragraph("", "", nodes.Text("Judge it with "), command, nodes.Text("."))
        box += self._practice(starter, text)
        box += make_fold(
            [nodes.Text("Solution")], [self._figure(solution, self._read(solution))], "solution"
        )
        return [box]

    def _data(self, name):
        path = root(self.env) / "exercises" / name / "judge.json"
        if not path.is_file():
            return {}
        self.env.note_dependency(str(path))
        return json.loads(path.read_text(encoding="utf-8"))

    def _register(self, name, target, title):
        """Let {exercise-path} and others link to the box by the exercise's name."""
        domain = self.env.get_domain("std")
        domain.labels[label_of(name)] = self.env.docname, target, title
        domain.anonlabels[label_of(name)] = self.env.docname, target

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

    def _practice(self, starter, text):
        """Return what the page needs to judge the exercise itself; nothing where it cannot."""
        folder = starter.with_suffix("")
        if not (root(self.env) / folder / "judge.cuh").is_file():
            return []
        after = folder / "judge_after.cuh"
        solution = Path("solutions", *starter.parts[1:])
        data = {
            "exercise": self.arguments[0],
            "before": self._read(folder / "judge.cuh"),
            "after": self._read(after) if (root(self.env) / after).is_file() else "",
            "part": cut(text, "exercise", str(starter))[0] + "\n",
            "solution": cut(self._read(solution), "exercise", str(solution))[0] + "\n",
            "cases": self._read(folder / "judge.json"),
        }
        return [live("", data=data, classes=["practice"])]

    def _read(self, path):
        full = root(self.env) / path
        if not full.is_file():
            raise ResultsError(f"no file {path}: add it or correct the exercise's name")
        self.env.note_dependency(str(full))
        return full.read_text(encoding="utf-8")

    def _figure(self, path, text):
        code, line = cut(text, "exercise", str(path))
        return code_figure(self, path, code, line)


class ExercisePathDirective(PageDirective):
    """Writes the list of all exercises, or of those of one `:chapter: chapter03`."""

    option_spec = {"chapter": directives.unchanged_required}  # noqa: RUF012

    def make(self):
        """Return one table, from easy to hard."""
        found = []
        chapter = self.options.get("chapter", "")
        for path in sorted((root(self.env) / "exercises").glob(f"{chapter}*/*/judge.json")):
            self.env.note_dependency(str(path))
            data = json.loads(path.read_text(encoding="utf-8"))
            found.append(
                (data["difficulty"], f"{path.parent.parent.name}/{path.parent.name}", data)
            )
        if not found:
            raise ResultsError(f"exercises/ has none of chapter '{chapter}'")
        table = nodes.table("", nodes.tgroup("", cols=5), classes=["exercise-path"])
        group = table[0]
        group += [nodes.colspec("", colwidth=width) for width in (5, 30, 12, 12, 41)]
        header = ("Level", "Exercise", "Kind", "Minutes", "What it proves")
        group += nodes.thead("", _row([nodes.paragraph("", text) for text in header]))
        body = nodes.tbody()
        group += body
        for level, name, data in sorted(found, key=lambda entry: entry[:2]):
            texts = (data["kind"], str(data["minutes"]), data["proves"])
            cells = [nodes.paragraph("", str(level)), self._link(name, data["title"])]
            body += _row(cells + [nodes.paragraph("", text) for text in texts])
        return [table]

    def _link(self, name, title):
        link = addnodes.pending_xref(
            "",
            nodes.inline("", title),
            refdomain="std",
            reftype="ref",
            reftarget=label_of(name),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        link.source, link.line = self.get_source_info()
        return nodes.paragraph("", "", link)


def _row(cells):
    row = nodes.row()
    row += [nodes.entry("", cell) for cell in cells]
    return row


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("exercise", ExerciseDirective)
    app.add_directive("exercise-path", ExercisePathDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
