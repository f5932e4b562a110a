# SPDX-License-Identifier: MIT
"""{run} lets a reader run a whole chapter program inside the page, on the virtual GPU.

    ```{run} access_pattern.cu
    ```

The file is sought beside the page, then from the root. The build compiled it to two assets in
build/web/run: base.js, which all programs have in common, and chapter03.access_pattern.js, what
differs from it. docs/web/src/run fills the box. A page without scripts says how to run the program
elsewhere.
"""

import hashlib
import json
import re
from pathlib import Path

from _commands import command_fold
from _nodes import live
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils import nodes
from snippets import find_file

ASSETS = Path("build/web/run")
NARROW = Path("docs/web/narrow.json")


def program_name(path):
    """Return the name by which tests and assets know the program at `path`."""
    match = re.fullmatch(r"(chapter\d\d)_\w+", Path(path).parent.name)
    if not match:
        raise ResultsError(f"{path} is no chapter program: it lies in no folder chapterNN_topic")
    return f"{match[1]}.{Path(path).stem}"


def asset_address(docname, name, content):
    """Return the address of an asset as page `docname` sees it; it changes with the content."""
    version = hashlib.sha256(content).hexdigest()[:8]
    return f"{'../' * docname.count('/')}_static/run/{name}.js?v={version}"


class RunDirective(PageDirective):
    """Writes the box that the page component fills."""

    required_arguments = 1

    def make(self):
        """Return the box."""
        path = find_file(root(self.env), self.env.docname, self.arguments[0])
        name = program_name(path)
        data = {"program": name, "base": self._address("base"), "asset": self._address(name)}
        words = [*_words(path), *self._narrow(name), *command_fold(self, path)]
        return [live("", *words, data=data, classes=["run-program"])]

    def _address(self, name):
        asset = root(self.env) / ASSETS / f"{name}.js"
        if not asset.is_file():
            raise ResultsError(
                f"no {ASSETS / asset.name}: compile first (the program needs WEB in CMakeLists.txt)"
            )
        self.env.note_dependency(str(asset))
        return asset_address(self.env.docname, name, asset.read_bytes())

    def _narrow(self, program):
        """Return a sentence for types that are narrower in a page; ctest/lint/widths.py asks."""
        file = root(self.env) / NARROW
        if not file.is_file():
            return []
        self.env.note_dependency(str(file))
        names = json.loads(file.read_text(encoding="utf-8")).get(program, [])
        if not names:
            return []
        line = nodes.paragraph("", "In the page a pointer takes 4 bytes, on a GPU 8. ")
        line["classes"].append("run-how")
        line += nodes.Text("The kernels take narrower copies of ")
        for index, name in enumerate(names):
            line += [nodes.Text(" and " if index else ""), nodes.literal("", name)]
        line += nodes.Text("; what they do with memory is the same.")
        return [line]


def _words(path):
    label = nodes.inline("", "Run it", classes=["box-label"])
    title = nodes.paragraph(
        "", "", label, nodes.Text(" The whole program: "), classes=["box-title"]
    )
    title += nodes.literal("", path.name)
    command = nodes.literal("", f"./book run {path} -- --quick")
    how = nodes.paragraph("", "", classes=["run-how"])
    how += nodes.Text("Its host code and its kernels run on the virtual GPU in this page, with ")
    how += nodes.literal("", "--quick")
    how += nodes.Text(". It counts and does not time, so times read n/a. On your computer: ")
    how += [command, nodes.Text(".")]
    return [title, how]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("run", RunDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
