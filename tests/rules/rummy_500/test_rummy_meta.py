"""The named cases notice: a wrong expected value fails, and so does every house rule when changed.

A house rule is changed under *all* cases at once, as if their presets had another value; a case
that sets the same option itself is deaf to it, and at least one other must fail.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest

from arena.games.options import OptionError
from arena.games.rummy_500.rules import RUMMY, RummyRules
from tests.rules.rummy_500.rummy_vectors import Case, differences, failures, load, observe
from tests.rules.test_meta import mutants

CASES = load()[1]
NUMBERS: dict[str, tuple[object, ...]] = {
    "hand_size": (6, 8),
    "joker_value": (19, 21),
    "joker_in_hand": (0, 15, 20, 24),
    "going_out_bonus": (1, 25),
    "seven_run_bonus": (1, 500),
    "target": (250, 499, 501),
    "deals": (1, 2, 3),
    "better_side_bonus": (1, 50),
    "max_turns": (1, 99, 101),
    "max_deals": (1, 99, 101),
}
"""Values tried for the rules that take any number."""
BASE = {field.name: getattr(RUMMY, field.name) for field in dataclasses.fields(RummyRules)}


def other_values(field: dataclasses.Field[Any]) -> list[object]:
    """Return the values of a house rule that the preset ``rummy`` does not have."""
    choices = NUMBERS.get(field.name) or field.metadata["choices"] or (False, True)
    return [value for value in choices if value != BASE[field.name]]


def changes() -> list[tuple[str, object]]:
    """Return every house rule with every other value."""
    fields = [field for field in dataclasses.fields(RummyRules) if field.metadata]
    return [(field.name, value) for field in fields for value in other_values(field)]


def is_noticed(change: Mapping[str, object]) -> bool:
    """Return whether a case fails on changed rules; impossible rules prove nothing."""
    for case in CASES:
        try:
            if failures(case, change):
                return True
        except OptionError:
            continue
    return False


@pytest.mark.parametrize(("field", "value"), changes())
def test_a_changed_house_rule_fails_a_case(field: str, value: object) -> None:
    assert is_noticed({field: value})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_changed_expected_value_is_reported(case: Case) -> None:
    found, tried = observe(case), 0
    for name, value in case.expected.items():
        for mutant in mutants(value):
            tried += 1
            assert differences({**case.expected, name: mutant}, found)
    assert tried
