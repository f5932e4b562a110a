# SPDX-License-Identifier: MIT
"""The part of a day."""

import pytest
from judging.share import share_of, whole_parts


@pytest.mark.parametrize("parts", [1, 2, 3, 8])
def test_as_many_days_as_parts_hold_everything_once(parts: int) -> None:
    """Each item comes on one of the days."""
    items = list(range(20))
    days = [share_of(items, parts, day) for day in range(700, 700 + parts)]
    assert sorted(item for day in days for item in day) == items
    assert all(len(day) >= 20 // parts for day in days)


def test_fewer_items_than_parts_leave_days_without_any() -> None:
    """A day may have nothing to do."""
    assert [share_of(["a"], 3, day) for day in (3, 4, 5)] == [["a"], [], []]


@pytest.mark.parametrize("text", ["0", "-1", "half", ""])
def test_there_is_no_part_of_a_part(text: str) -> None:
    """The command line refuses it."""
    with pytest.raises(ValueError, match=""):
        whole_parts(text)
