"""Random games of 500 Rum, decision by decision: any rules, seats of different habits."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from arena.games.contract import Action
from arena.games.options import OptionError
from arena.games.rummy_500.actions import Kind, kind_of
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.state import RummyState

NUMBERS = {
    "hand_size": (2, 5, 7, 10, 13),
    "target": (30, 100, 500),
    "max_turns": (3, 20, 100),
    "max_deals": (1, 2, 3),
    "deals": (0, 1, 2),
}
"""Values drawn for rules that take any number; the bonuses change no decision."""
LAYS = (Kind.MELD, Kind.LAYOFF, Kind.RUMMY, Kind.USE_DOUBLE, Kind.USE_SPLIT, Kind.BLOCK)
HABITS: dict[str, tuple[int, ...]] = {
    "lays": (*LAYS, Kind.DRAW_STOCK),
    "digs": (Kind.DRAW_PILE, *LAYS),
    "hoards": (Kind.DRAW_STOCK, Kind.DISCARD),
    "drifts": (),
}


class Moment(NamedTuple):
    """A decision that is due in a random game, and the random numbers that drive it."""

    state: RummyState
    rng: Random


def random_rules(rng: Random, **fixed: object) -> RummyRules:
    """Return a preset with about a quarter of the options drawn from all their values."""
    preset = rng.choice(sorted(RUMMY_500.presets))
    players = rng.choice(RUMMY_500.presets[preset])
    while True:
        options: dict[str, object] = {"max_deals": rng.choice(NUMBERS["max_deals"])}
        for field in dataclasses.fields(RummyRules):
            if field.metadata and field.metadata["least"] is None and rng.random() < 0.25:
                options[field.name] = rng.choice(field.metadata["choices"] or (False, True))
            elif field.name in NUMBERS and rng.random() < 0.5:
                options[field.name] = rng.choice(NUMBERS[field.name])
        try:
            return RUMMY_500.rules(preset, players, options | fixed)
        except OptionError:
            continue


def moments(seed: int, **fixed: object) -> Iterator[Moment]:
    """Play a random game and yield it at each decision; some rules may be fixed."""
    rng = Random(seed)
    rules = random_rules(rng, **fixed)
    state = RUMMY_500.new(rules)
    while state.outcome is None:
        state.begin(state.shuffle(rng.randbytes(8)))
        habits = [rng.choice(sorted(HABITS)) for _ in range(rules.players)]
        while (seat := state.to_act) is not None:
            yield Moment(state, rng)
            state.apply(choose(rng, state, habits[seat]))


def choose(rng: Random, state: RummyState, habit: str) -> Action:
    """Choose an action by habit four times out of five, else any."""
    legal = state.legal_actions()
    liked = [action for action in legal if kind_of(action) in HABITS[habit]]
    return rng.choice(liked if liked and rng.random() < 0.8 else legal)
