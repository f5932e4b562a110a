# SPDX-License-Identifier: MIT
"""What takes long is done in parts, another one each day, so that all of it comes round."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def today() -> int:
    """Return the number of the day, in universal time."""
    return datetime.datetime.now(datetime.UTC).date().toordinal()


def share_of(items: Sequence[Item], parts: int, day: int) -> list[Item]:
    """Return every `parts`-th of the items, others on each of `parts` days; all with 1 part."""
    return list(items[day % parts :: parts])


def whole_parts(text: str) -> int:
    """Read a number of parts, at least 1."""
    parts = int(text)
    if parts < 1:
        raise ValueError(text)
    return parts
