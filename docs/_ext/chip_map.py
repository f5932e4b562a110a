# SPDX-License-Identifier: MIT
"""{chip-map} draws the levels of a GPU's memory to the measure of what the device said of itself.

    ```{chip-map} chapter02.device_facts
    :caption: The finding, as a sentence.
    ```

There is one square for each SM. Sizes come from the program's rows, so that a reader's own
results draw the reader's own chip.
"""

import math

from _query import FRAME, ResultsDirective
from _units import NBSP, number
from docutils import nodes
from drawing import read_drawing, to_html

WIDTH = 360
EDGE = 10
COLUMNS = 22
# What the drawing needs: name → selector of the program's row.
FACTS = {
    "sms": "chip/sms:count",
    "l2": "chip/l2:size_mib",
    "memory": "memory/size:size_gib",
    "bus": "memory/bus:width_bits",
    "engines": "host/copy_engines:count",
    "warps": "sm/warps:count",
    "registers": "sm/register_file:size_kib",
    "shared": "sm/shared:size_kib",
}


def box(x, y, width, height, fill="--book-panel", stroke="--book-rule"):
    """Return a rounded rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" '
        f'fill="var({fill})" stroke="var({stroke})"/>'
    )


def words(x, y, text, anchor="middle", colour="--book-ink"):
    """Return a line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="var({colour})">{text}</text>'
    )


def squares(count, top):
    """Return the SMs, in rows of at most COLUMNS, and the height that they take."""
    columns = min(COLUMNS, count)
    step = (WIDTH - 4 * EDGE) / columns
    made = [
        box(
            2 * EDGE + index % columns * step + 1,
            top + index // columns * step + 1,
            step - 2,
            step - 2,
            "--book-accent-soft",
            "--book-accent",
        )
        for index in range(count)
    ]
    return made, math.ceil(count / columns) * step


def chip(facts):
    """Return the chip as SVG: SMs over L2, memory and host below, one SM magnified."""
    sms = int(facts["sms"])
    grid, height = squares(sms, 34)
    l2 = 34 + height + 6
    bottom = l2 + 40
    parts = [
        box(EDGE, 8, WIDTH - 2 * EDGE, bottom - 8 + 8, "--book-paper"),
        words(2 * EDGE, 26, f"{sms} SMs, each with registers, L1 and shared memory", "start"),
        *grid,
        box(2 * EDGE, l2, WIDTH - 4 * EDGE, 34, "--book-warn-soft", "--book-warn"),
        words(WIDTH / 2, l2 + 22, f"L2, {number(facts['l2'])}{NBSP}MiB, one for all SMs"),
        box(EDGE, bottom + 22, WIDTH - 2 * EDGE, 34, stroke="--chart-1"),
        words(
            WIDTH / 2,
            bottom + 44,
            f"DRAM, {number(facts['memory'])}{NBSP}GiB, over {number(facts['bus'])} wires",
        ),
        box(EDGE, bottom + 74, WIDTH - 2 * EDGE, 34, stroke="--book-muted"),
        words(WIDTH / 2, bottom + 96, f"host, by {number(facts['engines'])} copy engines"),
    ]
    zoom = bottom + 132
    parts += [
        words(EDGE, zoom, f"One SM, up to {number(facts['warps'])} warps at a time:", "start"),
        box(EDGE, zoom + 10, 158, 46, "--book-accent-soft", "--book-accent"),
        words(EDGE + 79, zoom + 30, "registers"),
        words(EDGE + 79, zoom + 47, f"{number(facts['registers'])}{NBSP}KiB"),
        box(EDGE + 182, zoom + 10, 158, 46, "--book-accent-soft", "--book-accent"),
        words(EDGE + 261, zoom + 30, "L1 and shared, of which"),
        words(EDGE + 261, zoom + 47, f"≤ {number(facts['shared'])}{NBSP}KiB shared"),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {zoom + 64:.0f}" '
        f'font-size="12">{"".join(parts)}</svg>'
    )


def alt(facts):
    """Return what the drawing says, in words."""
    return (
        f"{number(facts['sms'])} SMs share one L2 of {number(facts['l2'])} MiB; below it are "
        f"{number(facts['memory'])} GiB of DRAM on {number(facts['bus'])} wires, and then the "
        f"host. Each SM holds {number(facts['registers'])} KiB of registers, up to "
        f"{number(facts['shared'])} KiB of shared memory, and {number(facts['warps'])} warps."
    )


class ChipMapDirective(ResultsDirective):
    """Writes the figure and its origin."""

    option_spec = FRAME

    def make(self):
        """Return the framed figure."""
        book = self.book()
        facts = {
            name: book.select(f"{self.arguments[0]}/{selector}").value
            for name, selector in FACTS.items()
        }
        svg = to_html(
            read_drawing("the chip map", chip(facts)), self.options.get("alt", alt(facts))
        )
        figure = nodes.figure("", nodes.raw("", svg, format="html"), classes=["drawing"])
        caption = self.caption()
        if caption:
            figure += nodes.caption("", "", *caption)
        self.set_source_info(figure)
        return self.frame("chip-map", [figure], self.all_results())


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("chip-map", ChipMapDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
