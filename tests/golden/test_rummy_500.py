"""Seeded games of 500 Rum with fixed choices, stored as text and compared to the letter.

When the rules are meant to give another game, write the files anew and read the difference:
``ARENA_WRITE_GOLDEN=1 pytest tests/golden``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.core.cards import CARD_TEXT, Card
from arena.core.seeds import below, derive
from arena.games.contract import Action, Deal, LogEntry, Settled
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.state import RummyState

STORED = Path(__file__).parent
SEED = b"500 rum, golden game"
GAMES: dict[str, tuple[int, dict[str, object]]] = {
    "rummy": (3, {"rummy_call": True, "target": 150}),
    "persian": (4, {}),
    "dealers-gambit": (2, {"target": 100, "hand_size": 7}),
}
"""Preset -> players and options of a game."""


def choose(state: RummyState) -> Action:
    """Choose as a number made from the place in the log decides; mostly lay what can be laid."""
    legal = state.legal_actions()
    number = below(derive(SEED, "choice", len(state.log)), 1 << 32)
    if number % 3 and not RUMMY_500.text(legal[0]).startswith("draw"):
        claims = [action for action in legal if RUMMY_500.text(action).startswith("rummy")]
        return (claims or list(legal))[0]
    return legal[number // 3 % len(legal)]


def play(preset: str) -> RummyState:
    players, options = GAMES[preset]
    state = RUMMY_500.new(RUMMY_500.rules(preset, players, options))
    while state.outcome is None:
        state.begin(state.shuffle(derive(SEED, preset, "deal", state.number + 1)))
        while state.to_act is not None:
            state.apply(choose(state))
    return state


def cards(numbers: tuple[Card, ...]) -> str:
    return " ".join(CARD_TEXT[card] for card in numbers)


def lines_of(entry: LogEntry) -> list[str]:
    """Return an entry of the log as text, one line per event."""
    if isinstance(entry, Deal):
        hands = [f"  seat {seat}: {cards(hand)}" for seat, hand in enumerate(entry.hands)]
        rest = [f"  stock: {cards(entry.stock)}", f"  aside: {cards(entry.aside)}".rstrip()]
        return ["", f"deal {entry.number} by seat {entry.dealer}", *hands, *rest]
    if isinstance(entry, Settled):
        details = ", ".join(f"{key} {value}" for key, value in entry.details.items())
        return [f"result: {details}", f"  points {entry.points}, scores {entry.scores}"]
    seat, action = entry
    return [f"{seat} {RUMMY_500.text(action)}"]


def playthrough(preset: str) -> str:
    """Return the whole game as text."""
    state = play(preset)
    rules = ", ".join(f"{key} {value}" for key, value in state.rules.as_dict().items())
    lines = [line for entry in state.log for line in lines_of(entry)]
    assert state.outcome is not None
    end = f"end: {state.outcome.reason}, {state.outcome.scores}, places {state.outcome.places}"
    return "\n".join([f"rules: {rules}", *lines, "", end]) + "\n"


def compare(stored: Path, text: str) -> None:
    if os.environ.get("ARENA_WRITE_GOLDEN"):
        stored.write_text(text, encoding="utf-8")
    assert text.splitlines() == stored.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("preset", GAMES)
def test_golden_playthrough(preset: str) -> None:
    compare(STORED / f"rummy_500_{preset.replace('-', '_')}.txt", playthrough(preset))


@pytest.mark.parametrize("preset", GAMES)
def test_golden_page(preset: str) -> None:
    state = play(preset)
    deal = next(entry for entry in state.log if isinstance(entry, Deal))
    turns = [entry for entry in state.log[1:] if isinstance(entry, tuple)]
    ends = next(at for at, entry in enumerate(state.log) if isinstance(entry, Settled))
    names = [f"bot-{seat}" for seat in range(state.rules.players)]
    page = RUMMY_500.page(
        state.rules, deal, turns[: ends - 1], names, ascii_only=preset == "persian"
    )
    assert max(map(len, page)) <= 80
    stored = STORED / "rummy_500_page" / f"{preset.replace('-', '_')}.txt"
    compare(stored, "\n".join(page) + "\n")
