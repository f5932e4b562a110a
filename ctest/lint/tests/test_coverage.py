# SPDX-License-Identifier: MIT
"""Topics that are nowhere in the book."""

import json

import coverage
import pytest

PAGE = "# 3 Memory\n\n## One warp, *one* request?\n\n```sh\n## no heading\n```\n"
PAGE += "\n## Again\n\n## Again\n"
PLACES = [
    "chapter03.copy",
    "3#one-warp-one-request",
    "3#again-1",
    "docs/pages/judge.md#the-judge",
    "common/warp.hpp",
]


def data(*entries: dict, title: str = "Memory") -> str:
    return json.dumps({"groups": [{"title": title, "entries": list(entries)}]})


def entry(*places: str, **more: str) -> dict:
    return {"name": "sectors", "places": list(places), **more}


GOOD = {
    "docs/coverage.json": data(entry(*PLACES)),
    "chapters/chapter03_memory/index.md": PAGE,
    "chapters/chapter03_memory/CMakeLists.txt": "add_chapter_program(\n  copy\n  WEB\n)\n",
    "docs/pages/judge.md": "# The judge\n",
    "common/warp.hpp": "",
}


def found(tree, *entries: dict) -> str:
    change = {"docs/coverage.json": data(*entries)} if entries else {}
    return "\n".join(coverage.faults(tree(GOOD | change)))


def test_every_kind_of_place_is_found(tree):
    assert found(tree) == ""


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("chapter03.gone", "no CMakeLists.txt adds that program"),
        ("3#no-heading", "the page has no such heading"),
        ("3#again-2", "the page has no such heading"),
        ("4#again", "there is no such page"),
        ("docs/pages/gone.md#the-judge", "there is no such page"),
        ("common/warp.hpp#the-judge", "there is no such page"),
        ("common/gone.hpp", "there is no such file"),
        ("common", "there is no such file"),
    ],
)
def test_a_place_that_leads_nowhere_is_refused(tree, place, complaint):
    assert f"'sectors' of 'Memory' is to be at {place}, but {complaint}" in found(
        tree, entry(place)
    )


def test_an_entry_has_a_place_or_says_what_is_missing(tree, capsys):
    assert "has no place" in found(tree, entry())
    assert "write a sentence" in found(tree, entry(missing=""))
    root = tree(GOOD | {"docs/coverage.json": data(entry(missing="No page tells it."))})
    assert coverage.told(root) == []
    assert "1 of 1 entries say that something is missing" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["{", "[]", '{"groups": [{"title": "x"}]}'])
def test_damaged_data_is_refused(tree, text):
    faults = list(coverage.faults(tree(GOOD | {"docs/coverage.json": text})))
    assert "cannot be read as groups of entries" in faults[0]


def test_names_and_keys_are_checked(tree):
    assert "'sectors' stands twice under 'Memory'" in found(tree, entry(*PLACES), entry(*PLACES))
    assert "other keys" in found(tree, entry(*PLACES, note="later"))
