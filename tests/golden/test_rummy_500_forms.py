"""One deal of 500 Rum by every preset and player count, stored as text; and whole greedy games.

A preset or player count without a file fails, and so does a file without one.
``ARENA_WRITE_GOLDEN=1 pytest tests/golden`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.core.seeds import derive
from arena.games.contract import Action, Deal, Settled
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.state import RummyState
from tests.golden.test_rummy_500 import SEED, choose, compare, lines_of

STORED = Path(__file__).parent / "rummy_500"
FORMS = [(preset, players) for preset, counts in RUMMY_500.presets.items() for players in counts]
WHOLE_GAMES = 20
LAY_FIRST = ("rummy", "meld", "layoff", "gambit", "use", "discard", "draw", "pass", "block")


def new(preset: str, players: int) -> RummyState:
    return RUMMY_500.new(RUMMY_500.rules(preset, players, {}))


@pytest.mark.parametrize(("preset", "players"), FORMS)
def test_a_deal_is_played_as_before(preset: str, players: int) -> None:
    state = new(preset, players)
    state.begin(state.shuffle(derive(SEED, preset, players)))
    while state.to_act is not None:
        state.apply(choose(state))
    lines = [line for entry in state.log for line in lines_of(entry)]
    compare(STORED / f"{preset}-{players}.txt", "\n".join(lines) + "\n")


def test_every_form_has_its_file_and_no_other() -> None:
    assert {path.stem for path in STORED.iterdir()} == {f"{name}-{count}" for name, count in FORMS}


def greedy(state: RummyState) -> Action:
    """Choose what lays cards, else the last discard, else a draw from the stock."""
    legal = state.legal_actions()
    words = [RUMMY_500.text(action).split()[0] for action in legal]
    first = min(words, key=LAY_FIRST.index)
    same = [action for action, word in zip(legal, words, strict=True) if word == first]
    return same[0] if first == "draw" else same[-1]


@pytest.mark.parametrize(("preset", "players"), FORMS)
def test_whole_games_with_greedy_choices_end_and_replay(preset: str, players: int) -> None:
    for number in range(WHOLE_GAMES):
        state = new(preset, players)
        while state.outcome is None:
            state.begin(
                state.shuffle(derive(SEED, "greedy", preset, players, number, state.number))
            )
            while state.to_act is not None:
                state.apply(greedy(state))
        again = new(preset, players)
        for entry in state.log:
            if isinstance(entry, Deal):
                again.begin(entry)
            elif not isinstance(entry, Settled):
                again.apply(entry[1])
        assert again.log == state.log
        assert again.outcome == state.outcome
