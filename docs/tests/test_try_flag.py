# SPDX-License-Identifier: MIT
import pytest
from conftest import plain

FOLDER = "chapters/chapter03_x"
SOURCE = f"{FOLDER}/copy.cu"
PAGE = "# Page\n\n```{toctree}\nchapters/chapter03_x/index\n```\n"
CHAPTER = "# Chapter\n\n```{try} smaller\n```\n"
TRY = {
    "name": "smaller",
    "program": "copy",
    "flag": "--device t4",
    "change": "The count of `blocks` halves.",
    "before": "^blocks 32$",
    "after": "^blocks 16$",
    "shown": [["blocks 32"], ["blocks 16"]],
}


def build(book, entry, chapter=CHAPTER):
    book.write(SOURCE, "")
    book.write(f"{FOLDER}/tries.json", [entry])
    book.write(f"{FOLDER}/index.md", chapter)
    status, warnings, _ = book.build(PAGE, "try_flag")
    return status, warnings, (book.out / f"{FOLDER}/index.html").read_text()


def test_the_change_comes_first_then_both_commands_then_the_lines(book):
    status, warnings, html = build(book, TRY)
    assert (status, warnings) == (0, "")
    assert (
        "Try it yourself --device t4 The count of blocks halves. "
        f"# as it is ./book run {SOURCE} -- --quick "
        f"# one flag changed ./book run --device t4 {SOURCE} -- --quick "
        "What changes in the output As it is: blocks 32 With the flag changed: blocks 16"
    ) in plain(html)
    marked = html[html.index('<span class="hll">') :].split("\n")[0]
    assert "--device" in marked


def test_a_flag_may_stand_in_place_of_another(book):
    _, _, html = build(book, TRY | {"instead": "--device a100"})
    assert f"./book run --device a100 {SOURCE} -- --quick # one" in plain(html)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (TRY | {"name": "larger"}, "there is no try smaller"),
        (TRY | {"program": "gone"}, "there is no program"),
        (TRY | {"shown": [[], []]}, "has no lines to show"),
        ({"name": "smaller"}, "each try has the keys"),
    ],
)
def test_a_try_that_is_not_there_is_a_warning(book, entry, said):
    status, warnings, _ = build(book, entry)
    assert status != 0
    assert said in warnings
