"""The named cases notice: a wrong expected value fails, and so does every house rule when changed.

A house rule is changed under all cases at once, as if the presets had another value; a case that
sets the same option itself is deaf to it, and at least one other must fail. What a preset says is a
case of its own (``B.1/…``); it alone would notice everything, so what follows from a rule must be
noticed by a case that plays.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import pytest

from arena.games.five_hundred import scoring
from arena.games.five_hundred.bids import BID_OF, BID_TEXT, value_of
from arena.games.five_hundred.presets import PLAYERS, preset_rules
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.options import OptionError
from tests.rules.five_hundred_vectors import Case, differences, failures, load, observe

CASES = load()
ROWS = [case for case in CASES if case.kind == "rules" and case.id == "B.1"]
PLAYED = [case for case in CASES if case.kind != "rules"]
FIELDS = [field for field in dataclasses.fields(FiveHundredRules) if field.metadata]
NUMBERS = {"max_deals": (1, 199, 200, 201), "max_passed_out": (1, 19, 20, 21)}
"""Values tried for the rules that take any number."""
PATTERNS = {
    2: ("3 k2 4 3", "k2 3 4 3"),
    3: ("3 k3 4 3", "3 k1 4 k1 3 k1", "3 k1 4 k2 3", "4 k1 3 k1 3 k1", "k3 3 4 3"),
    5: ("3 k5 4 3", "3 k2 4 k3 3", "k5 3 4 3"),
}
TOGETHER: dict[tuple[str, object], dict[str, object]] = {
    ("jokers", 0): {"kitty": 2, "deal_pattern": "3 k2 4 3"},
    ("jokers", 1): {"kitty": 3, "deal_pattern": "3 k3 4 3"},
    ("kitty", 2): {"jokers": 0, "deal_pattern": "3 k2 4 3"},
    ("kitty", 3): {"jokers": 1, "deal_pattern": "3 k3 4 3"},
    ("kitty", 5): {"jokers": 1, "deal_pattern": "3 k5 4 3"},
    ("misere", "off"): {"open_misere": "off"},
}
"""What must change with a value for the rules to be valid at all."""


def values_of(field: dataclasses.Field[Any], kitty: int) -> Sequence[object]:
    """Return all values tried for a house rule."""
    if field.name == "deal_pattern":
        return PATTERNS[kitty]
    return NUMBERS.get(field.name) or tuple(field.metadata["choices"])


def preset_changes() -> Iterator[tuple[Case, str, object]]:
    """Yield the row of every preset and player count with every other value that it could have."""
    for row in ROWS:
        own = preset_rules(row.preset, row.players)
        for field in FIELDS:
            for value in values_of(field, own.kitty):
                if value != getattr(own, field.name) and not refused(row, field.name, value):
                    yield row, field.name, value


def refused(row: Case, field: str, value: object) -> bool:
    """Return whether the changed rules cannot be played at all."""
    try:
        row.rules(changed(field, value))
    except OptionError:
        return True
    return False


def changed(field: str, value: object) -> dict[str, object]:
    """Return a change with what must change with it."""
    return {**TOGETHER.get((field, value), {}), field: value}


def changes() -> list[tuple[str, object]]:
    """Return every house rule with every value that changes some preset."""
    return list(dict.fromkeys((field, value) for _, field, value in preset_changes()))


def noticing(cases: Sequence[Case], change: Mapping[str, object]) -> Iterator[str]:
    """Yield the names of cases that fail on changed base rules; impossible rules prove nothing."""
    for case in cases:
        try:
            if failures(case, change):
                yield case.name
        except OptionError:
            continue


@pytest.fixture(scope="module")
def failing() -> Set[str]:
    """The cases that fail on the unchanged rules: they notice nothing."""
    return set(noticing(CASES, {}))


@pytest.mark.parametrize(("field", "value"), changes())
def test_a_changed_house_rule_fails_a_case_that_plays(
    field: str, value: object, failing: Set[str]
) -> None:
    assert any(name not in failing for name in noticing(PLAYED, changed(field, value)))


def test_a_changed_house_rule_of_a_preset_fails_its_row(failing: Set[str]) -> None:
    tried = list(preset_changes())
    assert len(tried) > 500
    for row, field, value in tried:
        assert row.name not in failing
        assert failures(row, changed(field, value)), (row.name, field, value)


def test_every_preset_and_player_count_has_its_row() -> None:
    rows = {(row.preset, row.players) for row in ROWS}
    assert rows == {(preset, n) for preset, counts in PLAYERS.items() for n in counts}


@pytest.mark.parametrize("text", BID_TEXT)
def test_a_changed_value_of_a_bid_fails_a_case(
    text: str, failing: Set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised = BID_OF[text]

    def dearer(bid: int, open_misere_value: int) -> int:
        return value_of(bid, open_misere_value) + 10 * (bid == raised)

    monkeypatch.setattr(scoring, "value_of", dearer)
    assert any(name not in failing for name in noticing(PLAYED, {}))


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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_changed_expected_value_is_reported(case: Case) -> None:
    found, tried = observe(case), 0
    for name, value in case.expected.items():
        for mutant in mutants(value):
            tried += 1
            assert differences({**case.expected, name: mutant}, found)
    assert tried
