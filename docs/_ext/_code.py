# SPDX-License-Identifier: MIT
"""A piece of a source file on a page: its path, a link to its lines, the file to download.

Where a page first shows a program of a chapter, the commands follow that build and run all of it.
"""

from _commands import command_fold
from _project import blob_url, root
from docutils import nodes
from sphinx import addnodes

LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".hpp": "cpp", ".cpp": "cpp", ".py": "python"}


def code_figure(directive, path, code, line, caption=None, marked=None):
    """Return `code`, which begins at `line` of `path` (relative to the root), in its frame."""
    block = nodes.literal_block(code, code, language=LANGUAGES.get(path.suffix, "text"))
    if marked:
        numbers = [index + 1 for index, text in enumerate(code.split("\n")) if marked in text]
        block["highlight_args"] = {"hl_lines": numbers}
    directive.set_source_info(block)
    last = line + code.count("\n")
    url = f"{blob_url(directive.config, path.as_posix())}#L{line}-L{last}"
    bar = nodes.paragraph("", "", classes=["code-bar"])
    bar += nodes.reference("", caption or path.as_posix(), refuri=url, classes=["code-path"])
    bar += download(directive, path)
    fold = command_fold(directive, path)
    return nodes.container("", bar, block, *fold, classes=["code-frame"])


def download(directive, path):
    """Return a link that saves the file; it works offline, too."""
    full = root(directive.env) / path
    directive.env.note_dependency(str(full))
    link = addnodes.download_reference(
        "", "", refdoc=directive.env.docname, reftarget=f"/{path.as_posix()}", refexplicit=True
    )
    link += nodes.inline("", "download", classes=["download-label"])
    return link
