"""The built-in bots of 500 Rum: always a legal answer, and each stronger than the one before.

They play in this process, asked as the referee asks: by the view, the rules and the legal texts.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest

from arena.core.cards import parse_cards
from arena.games.contract import Settled
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.state import RummyState
from tests.property.rummy_moments import random_rules

ROOT = Path(__file__).parents[2]
SDK = ROOT / "protocol" / "sdk" / "python"
BOTS = ROOT / "bots" / "rummy-500"
NAMES = ("random", "greedy", "rules")
TABLES = [(preset, n) for preset, counts in RUMMY_500.presets.items() for n in sorted(counts)]
HANDS = 10
BOARDS = 60
Choose = Callable[[Any], str]


def load(name: str) -> Choose:
    """Return a bot's choose function; its modules stay out of the way of other bots'."""
    folder, before = BOTS / name, dict(sys.modules)
    spec = importlib.util.spec_from_file_location(f"rummy_{name}", folder / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path[:0] = [str(folder), str(SDK)]
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.path[:2]
        for added in set(sys.modules) - set(before):
            if str(getattr(sys.modules[added], "__file__", "")).startswith(str(folder)):
                del sys.modules[added]
    choose: Choose = module.choose
    return choose


@pytest.fixture(scope="module")
def bots() -> dict[str, Choose]:
    return {name: load(name) for name in NAMES}


class Request:
    """What a bot is asked, as the SDK gives it."""

    def __init__(self, state: RummyState, seat: int, rng: Random) -> None:
        self.phase, self.seat, self.rng = str(state.phase), seat, rng
        self.rules = state.rules.as_dict()
        self.view = msgspec.to_builtins(state.view(seat))
        self.legal = [RUMMY_500.text(action) for action in state.legal_actions()]


def play(state: RummyState, seats: Sequence[Choose], seed: int) -> Settled:
    """Play the deal that was begun; fail at an answer that is not legal."""
    rngs = [Random(f"{seed}-{seat}") for seat in range(len(seats))]
    while (seat := state.to_act) is not None:
        request = Request(state, seat, rngs[seat])
        answer = seats[seat](request)
        assert answer in request.legal, (request.view, request.legal)
        state.apply(RUMMY_500.parse(answer))
    return next(entry for entry in reversed(state.log) if isinstance(entry, Settled))


def deal(rules: RummyRules, seats: Sequence[Choose], seed: int) -> Settled:
    """Play the first deal of a new game."""
    state = RUMMY_500.new(rules)
    state.begin(state.shuffle(f"board {seed}".encode()))
    return play(state, seats, seed)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_answer_is_legal(bots: dict[str, Choose], preset: str, players: int) -> None:
    rules = RUMMY_500.rules(preset, players, {})
    for hand in range(HANDS):
        seats = [bots[NAMES[(seat + hand) % len(NAMES)]] for seat in range(players)]
        deal(rules, seats, hand)


@pytest.mark.parametrize("seed", range(40))
def test_every_answer_is_legal_under_any_options(bots: dict[str, Choose], seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng, seven_run_bonus=rng.choice((0, 500)))
    seats = [bots[rng.choice(NAMES)] for _ in range(rules.players)]
    state = RUMMY_500.new(rules)
    while state.outcome is None and state.number < 3:
        state.begin(state.shuffle(rng.randbytes(8)))
        play(state, seats, seed)


def test_the_same_seed_gives_the_same_deal(bots: dict[str, Choose]) -> None:
    rules = RUMMY_500.rules("rummy", 3, {})
    assert deal(rules, list(bots.values()), 5) == deal(rules, list(bots.values()), 5)


def test_bot_yaml_names_every_table() -> None:
    for name in NAMES:
        text = (BOTS / name / "bot.yaml").read_text()
        for preset, counts in RUMMY_500.presets.items():
            assert f"    {preset}: {sorted(counts)}\n" in text


def test_the_rules_bot_earns_the_bonus_for_a_run_of_seven(bots: dict[str, Choose]) -> None:
    rules = RUMMY_500.rules("rummy", 4, {"seven_run_bonus": 500})
    state = RUMMY_500.new(rules)
    dealt = state.shuffle(b"seven")
    starter = (dealt.dealer + 1) % 4
    run = tuple(parse_cards(["4H", "5H", "6H", "7H", "8H", "9H", "10H"]))
    stock = tuple(parse_cards(["2S", "KC"]))
    rest = [c for c in (*sum(dealt.hands, ()), *dealt.stock) if c not in (*run, *stock)]
    hands = tuple(
        run if seat == starter else tuple(rest.pop() for _ in range(7)) for seat in range(4)
    )
    state.begin(replace(dealt, hands=hands, stock=(*stock, *rest)))
    result = play(state, [bots["rules"]] * 4, 1)
    assert result.details["out"] == starter
    assert result.details["bonus"] == [500 if seat == starter else 0 for seat in range(4)]


# -- strength --------------------------------------------------------------------------------------


def leads(rules: RummyRules, better: Choose, worse: Choose) -> Iterator[float]:
    """Yield by board how many points a hand the better bot leads, seats swapped between two."""
    for board in range(BOARDS):
        points: dict[bool, list[int]] = {True: [], False: []}
        for swapped in (0, 1):
            side = {seat: n for n, seats in enumerate(rules.sides) for seat in seats}
            is_better = [(side[seat] + swapped) % 2 == 0 for seat in range(rules.players)]
            result = deal(rules, [better if own else worse for own in is_better], board)
            for own, won in zip(is_better, result.points, strict=True):
                points[own].append(won)
        yield fmean(points[True]) - fmean(points[False])


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("rules", "greedy")])
@pytest.mark.parametrize(
    ("preset", "players"),
    [("rummy", 2), ("rummy", 3), *((preset, 4) for preset in RUMMY_500.presets)],
)
def test_the_better_bot_leads(
    bots: dict[str, Choose], preset: str, players: int, better: str, worse: str
) -> None:
    found = list(leads(RUMMY_500.rules(preset, players, {}), bots[better], bots[worse]))
    error = stdev(found) / sqrt(len(found))
    lead = f"{fmean(found):.1f} ± {error:.1f}"
    print(f"{better} leads {worse} by {lead} points a hand: {preset}, {players} players")
    assert fmean(found) > 2 * error
