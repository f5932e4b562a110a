# SPDX-License-Identifier: MIT
from unseen import with_heights

CODE = (
    '<div class="highlight-cuda notranslate"><div class="highlight"><pre><span></span>'
    '<span class="k">int</span> a;\n\nint b;\n</pre></div></div>'
)


def test_code_tells_its_lines():
    told = with_heights(CODE)
    assert told.startswith('<div class="highlight-cuda notranslate" style="--lines: 3">')
    assert told.partition(">")[2] == CODE.partition(">")[2]


def test_all_code_tells_it_once():
    told = with_heights(CODE + "<p>between</p>" + CODE)
    assert told.count("--lines: 3") == 2
    assert with_heights(told) == told


def test_a_marked_last_line_is_no_line_more():
    marked = CODE.replace("int b;\n", '<span class="hll">int b;\n</span>')
    assert '"--lines: 3"' in with_heights(marked)
