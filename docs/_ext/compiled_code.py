# SPDX-License-Identifier: MIT
"""{sass} shows a few instructions of a kernel as the compiler made them, with what it uses.

    ```{sass} chapter07.spill capped
    :caption: The finding, as a sentence.
    ```

The label is an entry of the program's NAME.sass.json; ./book measure writes the answer to
results/<gpu>/sass/.
"""

import json

from _page import PageDirective
from _project import root
from _results import need, short
from _rows import ResultsError
from docutils import nodes
from docutils.parsers.rst import directives

REQUIRED = ("kernel", "registers", "stack_bytes", "instructions", "matching", "lines")


def read_kernel(path, label):
    """Return the toolkit and what the file says under `label`."""
    program = path.stem
    fix = f"run ./book measure {program} on the GPU"
    if not path.is_file():
        raise ResultsError(f"no {short(path)}: {fix}")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ResultsError(f"{short(path)} is no JSON ({error}): {fix}") from error
    need(data, ("toolkit", "kernels"), short(path), fix)
    if label not in data["kernels"]:
        known = ", ".join(data["kernels"])
        raise ResultsError(f"{short(path)} has no kernel '{label}'; it has {known}")
    need(data["kernels"][label], REQUIRED, f"'{label}' of {short(path)}", fix)
    return data["toolkit"], data["kernels"][label]


def summary(toolkit, kernel):
    """Return one line: what the kernel uses and how many instructions were looked for."""
    return (
        f"{kernel['registers']} registers, {kernel['stack_bytes']} bytes of stack frame, "
        f"{kernel['matching']} such instructions of {kernel['instructions']} (CUDA {toolkit})"
    )


class SassDirective(PageDirective):
    """Writes the instructions as code, with a caption."""

    required_arguments = 2
    option_spec = {"caption": directives.unchanged_required}  # noqa: RUF012 (docutils' convention)

    def make(self):
        """Return the figure."""
        program, label = self.arguments
        folder = root(self.env) / self.config.book_results / self.config.book_gpu / "sass"
        path = folder / f"{program}.json"
        self.env.note_dependency(str(path))
        toolkit, kernel = read_kernel(path, label)
        text = "\n".join([f"// {kernel['kernel']}", *kernel["lines"]])
        code = nodes.literal_block(text, text, language="text")
        note = nodes.paragraph("", summary(toolkit, kernel), classes=["sass-summary"])
        box = nodes.container("", code, note, classes=["sass"])
        if "caption" in self.options:
            content, _ = self.state.inline_text(self.options["caption"], self.lineno)
            box.insert(0, nodes.paragraph("", "", *content, classes=["sass-caption"]))
        return [box]


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("sass", SassDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
