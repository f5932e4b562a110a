# SPDX-License-Identifier: MIT
from light_styles import can_match, lightened, words_of_page, words_of_script

PAGE = """<div class="a wide" id='here'><p>card</p></div>
<script>document.body.classList.add("open");</script>"""


def test_names_of_a_page_are_its_classes_its_ids_and_what_its_scripts_say():
    words = words_of_page(PAGE)
    assert {"a", "wide", "here", "open"} <= words
    assert "card" not in words


def test_a_selector_stays_unless_it_needs_an_unknown_name():
    known = {"a", "here", "1/2"}
    assert can_match("p > .a:hover", known)
    assert can_match("#here .a", known)
    assert can_match(r".\31\/2", known) is False
    assert can_match(r".1\/2", known)
    assert not can_match(".a .card", known)
    assert not can_match("#there", known)
    # It may match without the name, or by another one.
    assert can_match(".a:not(.card)", known)
    assert can_match(":is(.card, .a) p", known)
    assert can_match('a[href="x.card"]', known)


def test_rules_go_with_their_selectors():
    css = ".a{color:red}.card{color:blue}.a,.card p{margin:0}"
    assert lightened(css, {"a"}) == ".a{color:red}.a{margin:0}"


def test_rules_that_hold_rules_are_looked_into():
    css = "@media (width>1px){.card{top:0}.a{top:1px}}@media print{.card{top:0}}"
    assert lightened(css, {"a"}) == "@media (width>1px){.a{top:1px}}"


def test_what_is_no_selector_stays():
    css = '@charset "a;b";@keyframes card{from{top:0}to{top:1px}}@font-face{src:url(a.woff2)}'
    assert lightened(css, set()) == css


def test_a_licence_stays_and_other_comments_go():
    css = '/*! Licence .card{ */.card{top:0}/* note } */.a{content:"}/*"}'
    assert lightened(css, {"a"}) == '/*! Licence .card{ */.a{content:"}/*"}'


def test_words_of_a_script_hold_what_it_may_set():
    assert {"is-open", "show"} <= words_of_script('e.className = "is-open"; e.show()')
