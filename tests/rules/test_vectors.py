"""Every vector of Five Hundred by its own preset and player count, and every paragraph beside them.

One vector is left out: AU28, bids announced by value. They are a convenience of the table for
people and never of the protocol (C.3.36, C.14.138), which takes names only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.rules.five_hundred_vectors import Case, failures, load

CASES = load()
LEFT_OUT = {"AU28"}
VECTORS = {
    "DK": (1, 2, 5, 6, 7, 8, 9),
    "DL": (2, 3),
    "AU": (1, 7, 9, 10, 12, 13, 14, *range(16, 20), *range(21, 29)),
    "TW": (*range(1, 6), *range(12, 18), 20, 21),
    "LC": (2, 3, *range(5, 12), 13, 14, 16, *range(21, 25), 26),
    "MP": (1, 2, 4, 6, 8, 9, 10),
    "SC": (1, 3, 7, 8, 9, 12, 14, 15, 17, 18, 19, *range(21, 27)),
    "GE": (1, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 20),
}
PARAGRAPHS = {
    "A.000": range(1, 28),
    "A.001": range(1, 27),
    "A.002": (*range(1, 25), "18a", "18b", "18c", "18d"),
    "A.004": range(1, 14),
    "C.1": range(1, 10),
    "C.2": range(10, 25),
    "C.3": range(25, 38),
    "C.4": range(38, 48),
    "C.5": range(48, 55),
    "C.6": range(55, 70),
    "C.7": range(70, 73),
    "C.11b": ("110a",),
    "C.13": range(121, 135),
    "C.14": range(135, 139),
}
NOTHING_TO_TEST = {
    "A.000.1": "what kind of game it is, and that it is not another one",
    "C.2.21": "a second joker, which no pack has",
    "C.2.24": "a two in place of a lost joker is a matter of pasteboard: it is the joker",
    "C.4.47": "two partners on bids of eight and more: no source has them",
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: Case) -> None:
    assert failures(case) == []


def test_every_vector_is_in_the_data_or_left_out_with_a_reason() -> None:
    ids = {f"{kind}{number}" for kind, numbers in VECTORS.items() for number in numbers}
    in_data = {case.id for case in CASES if re.fullmatch(r"[A-Z]{2}\d+", case.id)}
    assert len(ids) == 95
    assert in_data | LEFT_OUT == ids
    assert not in_data & LEFT_OUT


def paragraphs() -> Iterator[str]:
    """Yield every numbered paragraph of the rules page that is about Five Hundred."""
    for section, numbers in PARAGRAPHS.items():
        yield from (f"{section}.{number}" for number in numbers)


@pytest.mark.parametrize("paragraph", list(paragraphs()))
def test_every_paragraph_has_a_case_or_nothing_to_test(paragraph: str) -> None:
    named = {name for case in CASES for name in (case.id, *case.proves)}
    assert (paragraph in named) != (paragraph in NOTHING_TO_TEST)


def test_cases_name_only_paragraphs_and_vectors_that_exist() -> None:
    vectors = {f"{kind}{number}" for kind, numbers in VECTORS.items() for number in numbers}
    known = {*paragraphs(), *vectors, "B.1"}
    assert {name for case in CASES for name in (case.id, *case.proves)} <= known


def test_no_two_cases_have_the_same_name() -> None:
    names = [case.name for case in CASES]
    assert sorted(names) == sorted(set(names))
