# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from _units import Quantity
from claim import check_claim, split_claim
from conftest import PROGRAM

VALUES = f"""# Page

```{{values}}
slow = {PROGRAM}/copy/float[stride=1]:bandwidth_gbps
fast = {PROGRAM}/copy/float4[stride=1]:bandwidth_gbps
```

"""


def test_claim_is_split_at_the_last_bracket():
    assert split_claim("It is so <a < b>") == ("It is so", "a < b")
    with pytest.raises(ResultsError, match="has no expression"):
        split_claim("It is so")


def test_claim_must_compare():
    with pytest.raises(ResultsError, match="compares nothing"):
        check_claim("a", lambda _: Quantity(1.0))


def test_true_claim_shows_its_sentence(book):
    page = VALUES + "{claim}`The narrow copy is *slower* <slow < 0.7 * fast>`."
    status, warnings, html = book.build(page, "claim", "measured")
    assert (status, warnings) == (0, "")
    assert "The narrow copy is <em>slower</em>" in html
    assert "slow = 200 GB/s" in html


def test_claim_may_hold_values(book):
    page = VALUES + "{claim}``It is {measured}`fast / slow | times` faster <fast > slow>``."
    _, warnings, html = book.build(page, "claim", "measured")
    assert warnings == ""
    assert "2.00×" in html


def test_false_claim_is_a_warning_with_its_numbers(book):
    page = VALUES + "{claim}`The narrow copy is faster <slow > fast>`."
    status, warnings, _ = book.build(page, "claim", "measured")
    assert status != 0
    assert "index.md:8: WARNING: claim <slow > fast> is false: slow = 200 GB/s" in warnings


def test_claim_over_an_unknown_name_is_a_warning(book):
    status, warnings, _ = book.build(VALUES + "{claim}`So <slow < quick>`", "claim", "measured")
    assert status != 0
    assert "index.md:8: WARNING: no value named 'quick'" in warnings
