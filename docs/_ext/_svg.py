# SPDX-License-Identifier: MIT
"""Draws with matplotlib and gives SVG that belongs to its page: its colours, its font, its ids.

    figure = new_figure(6.4, 3.6)
    axes = figure.add_subplot()
    axes.plot(xs, ys, color=series_colour(0), gid="series-0")
    text = to_svg(figure, "chart-1", title="…", tips={"series-0": ["stride 1: 2611 GB/s", …]})

matplotlib knows no CSS, so colours that stand for a custom property are drawn in a stand-in
colour and replaced in the text.
"""

import io
import re
import xml.etree.ElementTree as ElementTree

from matplotlib import rc_context
from matplotlib.figure import Figure

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
SERIES = 6
TEXT, GRID = "#0a0b01", "#0a0b02"
STAND_INS = {TEXT: "--chart-text", GRID: "--chart-grid"} | {
    f"#0a0c{index:02x}": f"--chart-{index + 1}" for index in range(SERIES)
}
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "book",
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "text.color": TEXT,
    "axes.labelcolor": TEXT,
    "axes.edgecolor": GRID,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": TEXT,
    "ytick.labelcolor": TEXT,
    "legend.frameon": False,
}


def series_colour(index):
    """Return the stand-in colour of a series."""
    return list(STAND_INS)[2 + index % SERIES]


def style():
    """Return a context in which figures must be made and drawn."""
    return rc_context(STYLE)


def new_figure(width, height):
    """Return an empty figure of that many inches, without a background."""
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_visible(False)
    return figure


def to_svg(figure, name, title, tips):
    """Return the figure as SVG for a page.

    `name` begins all ids; `title` is read to who cannot see it; `tips` maps the gid of a drawn
    thing to the text of its points, or to one text.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", transparent=True)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(buffer.getvalue())
    _clean(root, name, title)
    for gid, texts in tips.items():
        _add_tips(root, gid, [texts] if isinstance(texts, str) else texts)
    _rename_ids(root, name)
    text = ElementTree.tostring(root, encoding="unicode")
    for colour, variable in STAND_INS.items():
        text = text.replace(colour, f"var({variable})")
    # The page's own font; matplotlib needed one only to measure.
    return re.sub(r"font-family: [^;\"]*;? ?", "", text)


def _clean(root, name, title):
    """Drop size, metadata and the style sheet that would reach beyond the figure."""
    for attribute in ("width", "height", "version"):
        root.attrib.pop(attribute, None)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}metadata", f"{{{SVG}}}style"):
                parent.remove(child)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title")
    label = ElementTree.Element(f"{{{SVG}}}title", id="title")
    label.text = title
    root.insert(0, label)


def _add_tips(root, gid, texts):
    group = root.find(f".//*[@id='{gid}']")
    points = list(group.iter(f"{{{SVG}}}use")) or [group]
    for point, text in zip(points, texts, strict=False):
        point.set("data-tip", text)
        ElementTree.SubElement(point, f"{{{SVG}}}title").text = text


def _rename_ids(root, name):
    """Put `name` before every id and every use of one, since many figures share a page."""
    for element in root.iter():
        for attribute, value in element.attrib.items():
            if attribute == "id":
                element.set(attribute, f"{name}-{value}")
            elif attribute == f"{{{XLINK}}}href" and value.startswith("#"):
                element.set(attribute, f"#{name}-{value[1:]}")
            elif "url(#" in value:
                element.set(attribute, value.replace("url(#", f"url(#{name}-"))
