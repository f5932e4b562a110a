# SPDX-License-Identifier: MIT
"""Settings of the site; from the root: sphinx-build -n -W --keep-going -c docs . build/site."""

import sys
from pathlib import Path

from sphinx.util import logging

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS / "_ext"))

# --- the book -----------------------------------------------------------------

project = "CUDA, Measured"
author = "the authors of CUDA, Measured"
copyright = "the authors; text CC BY 4.0, code MIT"
language = "en"

# The one place that knows where the project lives; edit, report and file links use it.
book_repository = "https://github.com/cuda-measured/cuda-measured"
book_branch = "main"
# The text quotes this GPU; every other folder of results/ adds columns to the tables.
book_results = "results"
book_sources = "docs/sources.json"
book_gpu = "nvidia-h200"

# --- pages --------------------------------------------------------------------

root_doc = "index"
include_patterns = ["index.md", "chapters/**.md", "docs/pages/**.md"]
# Named only so that Sphinx does not walk through them.
exclude_patterns = [".git", ".venv", "build", "docs/web", "simt", "exercises", "solutions"]
# Text about programs that wait for their measurement: it cannot be shown before.
exclude_patterns += ["chapters/*/draft.md"]

extensions = [
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
    "breathe",
    "api",
    "boxes",
    "chip_map",
    "cited",
    "claim",
    "compiled_code",
    "covered",
    "csp",
    "doxygen_xml",
    "drawing",
    "exercise",
    "folklore",
    "lab",
    "last_measured",
    "ledger",
    "light_code",
    "light_page",
    "light_styles",
    "mathml",
    "measured",
    "predict",
    "results_chart",
    "results_context",
    "results_table",
    "results_timeline",
    "run",
    "selftest",
    "snippets",
    "terms",
    "try_flag",
    "unseen",
    "widget",
]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
nitpicky = True
# Names that nothing on the site describes: namespaces, the standard library, CUDA.
nitpick_ignore_regex = [("cpp:identifier", r"cm|(std|cuda\w*)(::.*)?")]

# --- API pages ----------------------------------------------------------------

breathe_projects = {"common": str(ROOT / "build/doxygen/xml")}
breathe_default_project = "common"
breathe_domain_by_extension = {"cuh": "cpp", "cu": "cpp", "hpp": "cpp"}
cpp_id_attributes = ["__global__", "__device__", "__host__", "__forceinline__"]

# --- look ---------------------------------------------------------------------

html_theme = "sphinx_book_theme"
html_title = project
html_favicon = "_static/favicon.svg"
html_logo = None
html_static_path = ["_static"]
html_css_files = ["tokens.css", "icons.css", "book.css", "live.css"]
html_js_files = []
if (ROOT / "build/web/book.js").is_file():
    html_static_path += ["../build/web"]
    html_extra_path = ["../build/web-root"]
    html_css_files += ["fonts.css"]
    html_js_files += [("book.js", {"defer": "defer"})]
else:
    logging.getLogger(__name__).warning(
        "the page components are not built: run npm --prefix docs/web run build"
    )
html_math_renderer = "mathml"
html_last_updated_fmt = ""
html_copy_source = False
html_show_sphinx = False
# Without it the theme complains of a missing mode on a reader's first visit.
html_context = {"default_mode": "auto"}
html_theme_options = {
    "repository_provider": "github",
    "repository_url": book_repository,
    "repository_branch": book_branch,
    "path_to_docs": "",
    "use_edit_page_button": True,
    "use_issues_button": True,
    "use_source_button": False,
    "use_repository_button": True,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "github-dark",
    "navbar_persistent": [],
    "home_page_in_toc": True,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
}
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True
