# SPDX-License-Identifier: MIT
"""{snippet} quotes the lines between two markers of a source file.

    ```{snippet} access_pattern.cu strided-copy
    ```

The file is sought beside the page, then from the root. In the source the slice stands between
`// [snippet:strided-copy]` and `// [/snippet:strided-copy]`.
"""

import re
import textwrap
from pathlib import Path

from _code import code_figure
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils.parsers.rst import directives

MARKER = re.compile(r"\[/?(snippet:[\w-]+|exercise)\]")


def cut(text, tag, name):
    """Return (slice, number of its first line) of the source `text` of file `name`."""
    lines = text.splitlines()
    places = [_find(lines, f"[{slash}{tag}]", name) for slash in ("", "/")]
    begin, end = places
    if end < begin:
        raise ResultsError(f"{name} closes [{tag}] before it opens")
    inside = lines[begin + 1 : end]
    for line in inside:
        if MARKER.search(line):
            raise ResultsError(f"{name} has the marker '{line.strip()}' inside [{tag}]")
    if not any(line.strip() for line in inside):
        raise ResultsError(f"{name} has nothing between the markers of [{tag}]")
    return textwrap.dedent("\n".join(inside)).strip("\n"), begin + 2


def _find(lines, marker, name):
    found = [index for index, line in enumerate(lines) if marker in line]
    if len(found) == 1:
        return found[0]
    if found:
        raise ResultsError(f"{name} has the marker {marker} {len(found)} times")
    known = sorted(set(re.findall(r"\[snippet:([\w-]+)\]", "\n".join(lines))))
    raise ResultsError(f"{name} has no marker {marker}: there are {', '.join(known) or 'none'}")


def find_file(base, docname, text):
    """Return the path, relative to `base`, of a file named on page `docname`."""
    for candidate in (Path(docname).parent / text, Path(text)):
        if (base / candidate).is_file():
            return candidate
    raise ResultsError(f"no file {text} beside the page or at the root of the book")


class SnippetDirective(PageDirective):
    """Writes the slice with its file's name and links."""

    required_arguments = 2
    option_spec = {  # noqa: RUF012 (docutils' own convention)
        "highlight": directives.unchanged_required,
        "caption": directives.unchanged_required,
    }

    def make(self):
        """Return the framed code."""
        name, tag = self.arguments
        path = find_file(root(self.env), self.env.docname, name)
        text = (root(self.env) / path).read_text(encoding="utf-8")
        self.env.note_dependency(str(root(self.env) / path))
        code, line = cut(text, f"snippet:{tag}", str(path))
        marked = self.options.get("highlight")
        if marked and marked not in code:
            raise ResultsError(f"no line of [snippet:{tag}] in {path} holds '{marked}'")
        return [code_figure(self, path, code, line, self.options.get("caption"), marked)]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("snippet", SnippetDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
