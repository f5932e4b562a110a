# SPDX-License-Identifier: MIT
"""{lab} puts fields beside a kernel: change stride or layout, see what the memory is asked.

    ```{lab} strided-copy
    ```

The labs are listed in docs/web/labs.json, which names the chapter program whose kernel runs, and
described in docs/web/src/lab/labs.ts. The page component fills the box; a page without scripts
says how to run the program.
"""

import json
from pathlib import Path

from _kernel import kernel_source
from _nodes import live
from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils import nodes
from run import ASSETS, asset_address, program_name

LABS = Path("docs/web/labs.json")


def describe(text, name):
    """Return the entry of a lab in the list `text`: title, source, parts of it, uses of these."""
    labs = json.loads(text)
    if name not in labs:
        raise ResultsError(f"no lab '{name}' in {LABS}: there are {', '.join(sorted(labs))}")
    return labs[name]


class LabDirective(PageDirective):
    """Writes the box that the page component fills."""

    required_arguments = 1

    def make(self):
        """Return the box."""
        base = root(self.env)
        self.env.note_dependency(str(base / LABS))
        lab = self.arguments[0]
        entry = describe((base / LABS).read_text(encoding="utf-8"), lab)
        source = entry["source"]
        kernels = f"{program_name(source)}.device"
        asset = base / ASSETS / f"{kernels}.js"
        if not asset.is_file():
            raise ResultsError(
                f"no {ASSETS / asset.name}: compile first (the program needs WEB in CMakeLists.txt)"
            )
        self.env.note_dependency(str(asset))
        data = {
            "lab": lab,
            "object": kernels,
            "asset": asset_address(self.env.docname, kernels, asset.read_bytes()),
            "source": self._kernel(entry),
            "uses": "\n".join(entry.get("uses", [])),
        }
        return [live("", *_words(entry["title"], source), data=data, classes=["lab"])]

    def _kernel(self, entry):
        path = root(self.env) / entry["source"]
        if not path.is_file():
            raise ResultsError(f"no file {entry['source']}: correct it in {LABS}")
        self.env.note_dependency(str(path))
        return kernel_source(path.read_text(encoding="utf-8"), entry["parts"], entry["source"])


def _words(title, source):
    label = nodes.inline("", "Try it", classes=["box-label"])
    heading = nodes.paragraph("", "", label, nodes.Text(f" {title}"), classes=["box-title"])
    how = nodes.paragraph("", "", classes=["run-how"])
    how += nodes.Text("The kernel of ")
    how += nodes.literal("", Path(source).name)
    how += nodes.Text(" runs on the virtual GPU in this page. Change a value, and count again.")
    return [heading, how]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("lab", LabDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
