"""The vectors of 500 Rum, and named paragraphs beside them."""

from __future__ import annotations

import re

import pytest

from tests.rules.rummy_500.rummy_vectors import Case, failures, load

VECTOR_IDS, CASES = load()
VECTOR = re.compile(r"R[MLDS]\d+")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    assert failures(case) == []


def test_every_vector_is_in_the_data() -> None:
    assert {case.id for case in CASES if VECTOR.fullmatch(case.id)} == set(VECTOR_IDS)


def test_no_two_cases_have_the_same_name() -> None:
    names = [case.name for case in CASES]
    assert sorted(names) == sorted(set(names))
