"""The vectors of Five Hundred that hold for four-handed play, and named paragraphs beside them.

Every vector is in the data, or it is left out for one of these reasons:

- a pack or deal of another number of players: DK1, DK6, DK7;
- five players, a called partner, halves of a contract: MP6, MP8, SC12, SC14, SC15, GE20;
- the six-player pack with 11, 12 and 13: TW15, TW16, TW17;
- which of three lone players wins: GE12, GE17;
- bids announced by value, a convenience of the table and never of the protocol: AU28.

Vectors of other presets are played as Norwegian rules with those presets' options. Where a vector
has three players but its point has not, it is restated for four; its ``note`` says so.
"""

from __future__ import annotations

import re

import pytest

from tests.rules.five_hundred_vectors import Case, failures, load

VECTOR_IDS, CASES = load()
LEFT_OUT = re.findall(r"\b[A-Z]{2}\d+\b", __doc__)
VECTOR = re.compile(r"[A-Z]{2}\d+")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    assert failures(case) == []


def test_every_vector_is_in_the_data_or_left_out_with_a_reason() -> None:
    in_data = {case.id for case in CASES if VECTOR.fullmatch(case.id)}
    assert sorted([*in_data, *LEFT_OUT]) == sorted(VECTOR_IDS)


def test_no_two_cases_have_the_same_name() -> None:
    names = [case.name for case in CASES]
    assert sorted(names) == sorted(set(names))
