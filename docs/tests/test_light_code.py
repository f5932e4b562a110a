# SPDX-License-Identifier: MIT
from light_code import colourless, lightened

CSS = """
html[data-theme="light"] .highlight { background: #fff; color: #080808 }
html[data-theme="light"] .highlight .n { color: #080808 } /* Name */
html[data-theme="light"] .highlight .p { color: #080808 }
html[data-theme="light"] .highlight .w { color: #080808 }
html[data-theme="light"] .highlight .k { color: #6730c5 }
html[data-theme="dark"] .highlight { color: #e6edf3 }
html[data-theme="dark"] .highlight .n { color: #e6edf3 }
html[data-theme="dark"] .highlight .p { color: #ff0000 }
html[data-theme="dark"] .highlight .w { color: #6e7681 }
"""
CODE = (
    '<div class="highlight-cuda notranslate"><div class="highlight"><pre><span></span>'
    '<span class="k">const</span><span class="w"> </span><span class="n">a</span>'
    '<span class="p">;</span></pre></div></div>'
)


def test_what_no_theme_colours_is_found():
    assert colourless(CSS) == {"n", "w"}


def test_only_those_spans_go():
    light = lightened(CODE, {"n", "w"})
    assert '<span class="k">const</span> a<span class="p">;</span></pre>' in light


def test_spans_outside_of_code_stay():
    assert lightened('<span class="n">a</span>', {"n"}) == '<span class="n">a</span>'
