"""Seeded games of Five Hundred with fixed choices, stored as text and compared to the letter.

One whole Norwegian game, and two deals of every registered preset, player count and partnership.
When the rules are meant to give other games, write the files anew and read the difference:
``ARENA_WRITE_GOLDEN=1 pytest tests/golden``.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from arena.core.cards import CARD_TEXT, Card
from arena.core.seeds import below, derive
from arena.games.contract import Action, Deal, LogEntry, Settled
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState
from tests.rules.random_play import FORMS, Form

HERE = Path(__file__).parent
WHOLE_GAME = HERE / "five_hundred_norwegian.txt"
DEALS = HERE / "five_hundred"
SEED = b"five hundred, golden game 982"


def choose(state: FiveHundredState, seed: bytes) -> Action:
    """Choose as a number made from the place in the log decides; pass four times out of five."""
    legal = state.legal_actions()
    number = below(derive(seed, "choice", len(state.log)), 1 << 32)
    if state.phase == "auction":
        return legal[0] if number % 5 else legal[min(1 + number // 5 % 16, len(legal) - 1)]
    return legal[number % len(legal)]


def play(rules: FiveHundredRules, seed: bytes, most: int) -> FiveHundredState:
    """Play a game, or its first deals."""
    state, deals = FIVE_HUNDRED.new(rules), 0
    while state.outcome is None and deals < most:
        deals += 1
        state.begin(state.shuffle(derive(seed, "deal", deals)))
        while state.to_act is not None:
            state.apply(choose(state, seed))
    return state


def cards(numbers: tuple[Card, ...]) -> str:
    return " ".join(CARD_TEXT[card] for card in numbers)


def lines_of(entry: LogEntry) -> list[str]:
    """Return an entry of the log as text, one line per event."""
    if isinstance(entry, Deal):
        hands = [f"  seat {seat}: {cards(hand)}" for seat, hand in enumerate(entry.hands)]
        aside = [f"  aside: {cards(entry.aside)}"] if entry.aside else []
        return [
            "",
            f"deal {entry.number} by seat {entry.dealer}",
            *hands,
            f"  kitty: {cards(entry.kitty)}",
            *aside,
        ]
    if isinstance(entry, Settled):
        details = ", ".join(f"{key} {value}" for key, value in entry.details.items())
        return [f"result: {details}", f"  points {entry.points}, scores {entry.scores}"]
    seat, action = entry
    return [f"{seat} {FIVE_HUNDRED.text(action)}"]


def playthrough(state: FiveHundredState) -> str:
    """Return what was played as text."""
    rules = ", ".join(f"{key} {value}" for key, value in state.rules.as_dict().items())
    lines = [line for entry in state.log for line in lines_of(entry)]
    outcome = state.outcome
    end = [f"end: {outcome.reason}, places {outcome.places}"] if outcome is not None else []
    return "\n".join([f"rules: {rules}", *lines, "", *end]) + "\n"


def compare(state: FiveHundredState, stored: Path) -> None:
    text = playthrough(state)
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        stored.parent.mkdir(exist_ok=True)
        stored.write_text(text, encoding="utf-8")
    assert text.splitlines() == stored.read_text(encoding="utf-8").splitlines()


def test_golden_playthrough() -> None:
    state = play(FIVE_HUNDRED.rules("norwegian", 4, {}), SEED, most=200)
    assert state.outcome is not None
    compare(state, WHOLE_GAME)


def two_deals(form: Form) -> FiveHundredState:
    """Return the first two deals by this seed, or a next one, that are not thrown in."""
    for number in itertools.count():
        state = play(form.rules(), derive(SEED, str(form), number), most=2)
        settled = [entry for entry in state.log if isinstance(entry, Settled)]
        if all(any(entry.points) for entry in settled):
            return state
    raise AssertionError


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_two_golden_deals(form: Form) -> None:
    compare(two_deals(form), DEALS / f"{form}.txt")


def test_every_registered_form_has_its_file_and_no_other() -> None:
    assert {file.stem for file in DEALS.iterdir()} == {str(form) for form in FORMS}
