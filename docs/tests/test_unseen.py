# SPDX-License-Identifier: MIT
from unseen import with_heights

CODE = (
    '<div class="highlight-cuda notranslate"><div class="highlight"><pre><span></span>'
    '<span class="k">int</span> a;\n\nint b;\n</pre></div></div>'
)
TABLE = (
    '<div class="results results-table-frame docutils container">\n<table><thead>'
    '<tr><th>a</th></tr></thead><tbody><tr class="row-even"></tr><tr></tr></tbody></table>'
    "<p>end</p></div>"
)


def test_code_tells_its_lines():
    told = with_heights(CODE)
    assert told.startswith('<div class="highlight-cuda notranslate" style="--lines: 3">')
    assert told.partition(">")[2] == CODE.partition(">")[2]


def test_a_table_tells_its_rows_without_its_header():
    told = with_heights(TABLE)
    assert told.startswith(
        '<div class="results results-table-frame docutils container" style="--rows: 2">'
    )
    assert told.partition(">")[2] == TABLE.partition(">")[2]


def test_each_tells_its_own_and_is_told_once():
    told = with_heights(CODE + TABLE + CODE + TABLE)
    assert told.count("--lines: 3") == told.count("--rows: 2") == 2
    assert with_heights(told) == told
