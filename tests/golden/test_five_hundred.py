"""One seeded game of Five Hundred with fixed choices, stored as text and compared to the letter.

When the rules are meant to give another game, write the file anew and read the difference:
``ARENA_WRITE_GOLDEN=1 pytest tests/golden``.
"""

from __future__ import annotations

import os
from pathlib import Path

from arena.core.cards import CARD_TEXT, Card
from arena.core.seeds import below, derive
from arena.games.contract import Action, Deal, LogEntry, Settled
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.state import FiveHundredState

STORED = Path(__file__).parent / "five_hundred_norwegian.txt"
SEED = b"five hundred, golden game 982"


def choose(state: FiveHundredState) -> Action:
    """Choose as a number made from the place in the log decides; pass four times out of five."""
    legal = state.legal_actions()
    number = below(derive(SEED, "choice", len(state.log)), 1 << 32)
    if state.phase == "auction":
        return legal[0] if number % 5 else legal[min(1 + number // 5 % 16, len(legal) - 1)]
    return legal[number % len(legal)]


def play() -> FiveHundredState:
    state = FIVE_HUNDRED.new(FIVE_HUNDRED.rules("norwegian", 4, {}))
    while state.outcome is None:
        number = 1 + sum(isinstance(entry, Deal) for entry in state.log)
        state.begin(state.shuffle(derive(SEED, "deal", number)))
        while state.to_act is not None:
            state.apply(choose(state))
    return state


def cards(numbers: tuple[Card, ...]) -> str:
    return " ".join(CARD_TEXT[card] for card in numbers)


def lines_of(entry: LogEntry) -> list[str]:
    """Return an entry of the log as text, one line per event."""
    if isinstance(entry, Deal):
        hands = [f"  seat {seat}: {cards(hand)}" for seat, hand in enumerate(entry.hands)]
        return [
            "",
            f"deal {entry.number} by seat {entry.dealer}",
            *hands,
            f"  kitty: {cards(entry.kitty)}",
        ]
    if isinstance(entry, Settled):
        details = ", ".join(f"{key} {value}" for key, value in entry.details.items())
        return [f"result: {details}", f"  points {entry.points}, scores {entry.scores}"]
    seat, action = entry
    return [f"{seat} {FIVE_HUNDRED.text(action)}"]


def playthrough() -> str:
    """Return the whole game as text."""
    state = play()
    rules = ", ".join(f"{key} {value}" for key, value in state.rules.as_dict().items())
    lines = [line for entry in state.log for line in lines_of(entry)]
    assert state.outcome is not None
    end = f"end: {state.outcome.reason}, places {state.outcome.places}"
    return "\n".join([f"rules: {rules}", *lines, "", end]) + "\n"


def test_golden_playthrough() -> None:
    text = playthrough()
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        STORED.write_text(text, encoding="utf-8")
    assert text.splitlines() == STORED.read_text(encoding="utf-8").splitlines()
