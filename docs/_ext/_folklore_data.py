# SPDX-License-Identifier: MIT
"""The folklore of the appendix: one file a topic, each claim with its verdict and its evidence.

    {"topic": "Sectors", "claims": [{"id": "C001", "claim": …, "verdict": "true", "truth": …,
     "evidence": ["3#one-warp-one-request", "chapter03.access_pattern", "common/tests/device.cu"]}]}

Evidence is a section of a chapter (its number and anchor), a program with results, or a file.
"""

import json
import re
from dataclasses import dataclass

from _rows import ResultsError

KEYS = {"id", "claim", "verdict", "truth", "evidence"}
SECTION = re.compile(r"(?P<chapter>\d+)#(?P<anchor>[\w-]+)")
PROGRAM = re.compile(r"chapter\d\d\.\w+")


@dataclass(frozen=True)
class Claim:
    """What is often said, whether it is so, and where the book shows it."""

    id: str
    claim: str
    verdict: str
    truth: str
    evidence: list[str]


@dataclass(frozen=True)
class Topic:
    """The claims of one file."""

    title: str
    claims: list[Claim]


def read_claim(entry, name):
    """Return an entry as a Claim; raise ResultsError if it is not one."""
    if not isinstance(entry, dict) or set(entry) != KEYS:
        raise ResultsError(f"{name}: each claim has exactly the keys {', '.join(sorted(KEYS))}")
    claim = Claim(**entry)
    if not re.fullmatch(r"C\d{3}", claim.id):
        raise ResultsError(f"{name}: '{claim.id}' is no number of a claim: write C001")
    if not claim.evidence:
        raise ResultsError(f"{name}: {claim.id} has no evidence: name a section or a program")
    return claim


def read_topic(path):
    """Return the topic of a file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        entries = data["claims"]
        return Topic(data["topic"], [read_claim(entry, path.name) for entry in entries])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{path.name} is no topic of folklore: {error!r}") from error


def read_topics(folder):
    """Return all topics in the order of their files; raise ResultsError if a number is twice."""
    topics = [read_topic(path) for path in sorted(folder.glob("*.json"))]
    if not topics:
        raise ResultsError(f"{folder} holds no folklore: add a file NN_topic.json")
    seen = set()
    for claim in (claim for topic in topics for claim in topic.claims):
        if claim.id in seen:
            raise ResultsError(f"claim {claim.id} stands twice in {folder.name}")
        seen.add(claim.id)
    return topics
