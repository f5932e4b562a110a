# SPDX-License-Identifier: MIT
"""The line that says on which GPU, with which driver and toolkit, and when a page was measured.

It stands where a page puts {last-measured} or {chapter-header}, else below the title of each
page that uses results. It covers the programs that the page uses and those it names.

    ```{last-measured} chapter03.access_pattern
    ```
"""

from _page import PageDirective, unknown
from _project import root, split_list, warn
from _results import load
from _rows import ResultsError
from _stale import stale
from docutils import nodes
from sphinx.transforms import SphinxTransform


class last_measured(nodes.General, nodes.Element):  # noqa: N801
    """Holds the place until the whole page has been read; `programs` are those named."""


def machine(measured):
    """Write one machine and day: what a reader needs to compare with their own."""
    return (
        f"{measured['gpu']}, driver {measured['driver']}, CUDA {measured['toolkit']}, "
        f"{measured['date'][:10]}"
    )


def commit(measured):
    """Write the state of the code."""
    dirty = " with uncommitted changes" if measured.get("dirty") else ""
    return f"{str(measured['commit'] or 'unknown')[:10]}{dirty}"


def describe(runs):
    """Write what several programs' runs have in common once, with all states of the code."""
    commits = {}
    for measured in runs:
        commits.setdefault(machine(measured), {})[commit(measured)] = None
    return "; ".join(
        f"{where}, {'commits' if len(states) > 1 else 'commit'} {', '.join(states)}"
        for where, states in commits.items()
    )


class LastMeasuredDirective(PageDirective):
    """Marks the place of the line."""

    optional_arguments = 1
    final_argument_whitespace = True

    def make(self):
        """Return the mark."""
        return [last_measured(programs=split_list(" ".join(self.arguments)))]


class FillLastMeasured(SphinxTransform):
    """Writes the line once all roles and directives of the page have run."""

    default_priority = 500

    def apply(self):
        """Replace the mark, or set the line below the title."""
        marks = list(self.document.findall(last_measured))
        used = {
            program
            for node in self.document.findall(lambda node: isinstance(node, nodes.Element))
            for program in node.get("programs", ())
        }
        if not marks and used:
            marks = [last_measured(programs=[])]
            title = next(iter(self.document.findall(nodes.title)))
            title.parent.insert(title.parent.index(title) + 1, marks[0])
        for mark in marks:
            mark.replace_self(self._line(sorted(used | set(mark["programs"]))))

    def _line(self, programs):
        folder = root(self.env) / self.config.book_results
        found = []
        for program in programs:
            try:
                found.append(load(folder, self.config.book_gpu, program))
            except ResultsError as error:
                warn(str(error), self.env.docname)
        line = nodes.paragraph("", "Measured on ", classes=["last-measured"])
        if not found:
            line += unknown()
            return [line] if programs else []
        line += nodes.Text(describe(item.measured for item in found))
        self._add_stale(line, [item for item in found if stale(root(self.env), item)])
        return [line]

    def _add_stale(self, line, old):
        if not old:
            return
        names = " ".join(item.program for item in old)
        line += nodes.Text(". ")
        line += nodes.inline("", "stale", classes=["stale-badge"])
        line += nodes.Text(f" {names} changed since: run ")
        line += nodes.literal("", f"./book measure {names}")


def setup(app):
    """Register the directive and the transform."""
    app.setup_extension("_page")
    app.add_node(last_measured)
    app.add_directive("last-measured", LastMeasuredDirective)
    app.add_transform(FillLastMeasured)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
