# SPDX-License-Identifier: MIT
"""What the book's extensions share: settings of conf.py, located warnings, links to files.

Settings (all have a default, so that a test project needs none):

    book_results     folder of the results, relative to the source folder
    book_sources     file of what the text cites, relative to the source folder
    book_gpu         slug of the GPU whose numbers the text quotes
    book_repository  address of the repository, without a slash at the end
    book_branch      branch that links point at
"""

from pathlib import Path

from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def warn(message, location):
    """Report a page's mistake at its place; -W turns it into a failed build."""
    LOGGER.warning(message, location=location, type="book")


def root(env):
    """Return the folder that holds the book: chapters/, common/, results/."""
    return Path(env.srcdir)


def blob_url(config, path):
    """Return the address at which a reader finds `path` (relative to the root)."""
    return f"{config.book_repository}/blob/{config.book_branch}/{path}"


def split_list(text):
    """Split `a, b, "c, d"` at commas outside quotes, and drop the spaces around each part."""
    parts, quoted = [""], False
    for character in text:
        quoted ^= character == '"'
        if character == "," and not quoted:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def setup(app):
    """Register the settings."""
    app.add_config_value("book_results", "results", "env")
    app.add_config_value("book_sources", "sources.json", "env")
    app.add_config_value("book_gpu", "nvidia-h200", "env")
    app.add_config_value("book_repository", "https://github.com/cuda-measured/cuda-measured", "env")
    app.add_config_value("book_branch", "main", "env")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
