"""The named cases notice: a wrong expected value fails, and so does every house rule when changed.

A house rule is changed under *all* cases at once, as if the Norwegian preset had another value; a
case that sets the same option itself is deaf to it, and at least one other must fail.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Set
from typing import Any

import pytest

from arena.games.five_hundred import scoring
from arena.games.five_hundred.bids import BID_OF, BID_TEXT, value_of
from arena.games.five_hundred.rules import NORWEGIAN, FiveHundredRules
from arena.games.options import OptionError
from tests.rules.five_hundred_vectors import Case, differences, failures, load, observe

CASES = load()[1]
NUMBERS = {"max_deals": (1, 199, 201), "max_passed_out": (1, 19, 21)}
"""Values tried for the rules that take any number."""
PATTERNS = ("3 k3 4 3", "3 k1 4 k2 3", "4 k1 3 k1 3 k1", "k3 3 4 3")
TOGETHER: dict[tuple[str, object], dict[str, object]] = {
    ("jokers", 0): {"deal_pattern": "3 k1 4 k1 3"},
    ("misere", "off"): {"open_misere": "off"},
}
"""What must change with a value for the rules to be valid at all."""


def other_values(field: dataclasses.Field[Any]) -> list[object]:
    """Return the values of a house rule that the Norwegian preset does not have."""
    if field.name == "deal_pattern":
        return list(PATTERNS)
    choices = NUMBERS.get(field.name) or field.metadata["choices"] or (False, True)
    return [value for value in choices if value != getattr(NORWEGIAN, field.name)]


def changes() -> list[tuple[str, object]]:
    """Return every house rule with every other value."""
    fields = [field for field in dataclasses.fields(FiveHundredRules) if field.metadata]
    return [(field.name, value) for field in fields for value in other_values(field)]


def noticing(change: Mapping[str, object]) -> Iterator[str]:
    """Yield the names of cases that fail on changed base rules; impossible rules prove nothing."""
    for case in CASES:
        try:
            if failures(case, change):
                yield case.name
        except OptionError:
            continue


def is_noticed(change: Mapping[str, object], already: Set[str]) -> bool:
    """Return whether a case fails that did not do so already."""
    return any(name not in already for name in noticing(change))


@pytest.fixture(scope="module")
def failing() -> Set[str]:
    """The cases that fail on the unchanged rules: they notice nothing."""
    return set(noticing({}))


@pytest.mark.parametrize(("field", "value"), changes())
def test_a_changed_house_rule_fails_a_case(field: str, value: object, failing: Set[str]) -> None:
    together = TOGETHER.get((field, value), {})
    already = set(noticing(together)) if together else failing
    assert is_noticed({field: value, **together}, already)


@pytest.mark.parametrize("text", BID_TEXT)
def test_a_changed_value_of_a_bid_fails_a_case(
    text: str, failing: Set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = BID_OF[text]

    def dearer(bid: int, open_misere_value: int) -> int:
        return value_of(bid, open_misere_value) + 10 * (bid == changed)

    monkeypatch.setattr(scoring, "value_of", dearer)
    assert is_noticed({}, failing)


def mutants(value: Any) -> Iterator[Any]:
    """Yield values that differ from an expected value in one place."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: mutant} for mutant in mutants(part))
        return
    if isinstance(value, list):
        for at, part in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ([*value[:at], mutant, *value[at + 1 :]] for mutant in mutants(part))
        yield [*value, "one more"]
        return
    yield "another" if value is None else None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield value + " "


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_changed_expected_value_is_reported(case: Case) -> None:
    found, tried = observe(case), 0
    for name, value in case.expected.items():
        for mutant in mutants(value):
            tried += 1
            assert differences({**case.expected, name: mutant}, found)
    assert tried
