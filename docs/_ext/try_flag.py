# SPDX-License-Identifier: MIT
"""{try} gives a command line with one flag changed, and says first what the change does.

    ```{try} small_blocks
    ```

The entry of that name stands in the tries.json beside the page. A test of it, chapterNN.try.NAME,
runs both commands on the virtual GPU; the lines that change were recorded there and are shown
folded. ctest/run_try.py says what an entry holds.
"""

import importlib.util
from functools import cache
from pathlib import Path

from _nodes import make_fold
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils import nodes

NOTES = ("# as it is", "# one flag changed")


@cache
def _tool():
    path = Path(__file__).resolve().parents[2] / "ctest" / "run_try.py"
    spec = importlib.util.spec_from_file_location("run_try", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def commands(entry, source):
    """Return the two command lines, each below a note."""
    lines = (" ".join(["./book run", *words]) for words in _tool().words(entry, str(source)))
    return "\n".join(f"{note}\n{line}" for note, line in zip(NOTES, lines, strict=True))


def _output(label, lines):
    text = "\n".join(lines)
    return [nodes.paragraph("", label), nodes.literal_block(text, text, language="text")]


class TryDirective(PageDirective):
    """Writes sentence, commands and folded lines."""

    required_arguments = 1

    def make(self):
        """Return the box."""
        folder = Path(self.env.docname).parent
        tries = root(self.env) / folder / "tries.json"
        self.env.note_dependency(str(tries))
        try:
            entry = _tool().find_try(tries, self.arguments[0])
            source = _tool().program_of(tries, entry)
        except _tool().TryError as error:
            raise ResultsError(str(error).replace(f"{root(self.env)}/", "")) from error
        if not all(entry.get("shown", [[]])):
            raise ResultsError(f"{entry['name']} has no lines to show: record them first")
        label = nodes.inline("", "Try it yourself", classes=["box-label"])
        changed = entry["flag"].removeprefix(entry.get("instead", "")).strip()
        flag = nodes.literal("", changed)
        title = nodes.paragraph("", "", label, nodes.Text(" "), flag, classes=["box-title"])
        change, messages = self.parse_inline(entry["change"], lineno=self.lineno)
        said = nodes.paragraph("", "", *change)
        text = commands(entry, folder / source.name)
        block = nodes.literal_block(text, text, language="sh", highlight_args={"hl_lines": [4]})
        before, after = entry["shown"]
        if "same" in entry:
            summary, lines = "What stays the same", _output("With and without the flag:", before)
        else:
            summary = "What changes in the output"
            lines = [*_output("As it is:", before), *_output("With the flag changed:", after)]
        fold = make_fold([nodes.Text(summary)], lines)
        return [nodes.container("", title, said, *messages, block, fold, classes=["box", "try"])]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("try", TryDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
