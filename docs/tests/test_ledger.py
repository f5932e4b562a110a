# SPDX-License-Identifier: MIT
import json
from pathlib import Path

import pytest
from _folklore_data import read_topic, read_topics
from _rows import ResultsError
from conftest import PROGRAM, plain

BOOK = Path(__file__).resolve().parents[2]
CHAPTER = "chapters/chapter03_global/index.md"
LAST = 150


def entry(**changes):
    return {
        "id": "C001",
        "claim": "Loads *hurt*.",
        "verdict": "outdated",
        "truth": "They no longer do.",
        "evidence": ["3#how-much", PROGRAM, "common/test.cpp"],
        **changes,
    }


def topic(*entries):
    return {"topic": "Loads and stores", "claims": list(entries)}


def write_book(book, *entries):
    book.write("folklore/01_loads.json", topic(*entries))
    book.write("common/test.cpp", "")
    book.write(CHAPTER, "---\norphan: true\n---\n# 3 Loads\n\n## How much?\n\nSo much.\n")


def build(book):
    return book.build("# Page\n\n```{ledger} folklore\n```\n", "ledger")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "1"}, "no number of a claim"),
        ({"evidence": []}, "C001 has no evidence"),
        ({"note": "new"}, "exactly the keys"),
    ],
)
def test_damaged_claims_are_refused(tmp_path, changes, message):
    path = tmp_path / "01_loads.json"
    path.write_text(json.dumps(topic(entry(**changes))))
    with pytest.raises(ResultsError, match=message):
        read_topic(path)


def test_a_number_belongs_to_one_claim(tmp_path):
    for name in ("01_loads.json", "02_stores.json"):
        (tmp_path / name).write_text(json.dumps(topic(entry())))
    with pytest.raises(ResultsError, match="C001 stands twice"):
        read_topics(tmp_path)


def test_ledger_links_each_claim_to_its_evidence(book):
    write_book(book, entry())
    status, warnings, html = build(book)
    assert (status, warnings) == (0, "")
    assert "Outdated Loads hurt. C001 They no longer do." in plain(html)
    assert 'id="c001" data-verdict="outdated"' in html
    assert 'href="chapters/chapter03_global/index.html#how-much"' in html
    assert "/blob/main/results/test-gpu/chapter03.copy.json" in html
    assert "/blob/main/common/test.cpp" in html


@pytest.mark.parametrize(
    ("evidence", "message"),
    [
        ("3#how-little", "how-little"),
        ("4#how-much", "no page of chapter 4"),
        ("chapter03.missing", "chapter03.missing"),
        ("common/gone.cpp", "is no section, program or file"),
    ],
)
def test_missing_evidence_fails_the_build(book, evidence, message):
    write_book(book, entry(evidence=[evidence]))
    status, warnings, _ = build(book)
    assert status != 0
    assert message in warnings


def test_the_book_says_nothing_twice():
    topics = read_topics(BOOK / "docs/folklore")
    texts = [claim.claim for topic in topics for claim in topic.claims]
    assert len(texts) == len(set(texts))


def test_each_number_stands_in_the_book():
    topics = read_topics(BOOK / "docs/folklore")
    numbers = sorted(claim.id for topic in topics for claim in topic.claims)
    assert numbers == [f"C{number:03}" for number in range(1, LAST + 1)]
