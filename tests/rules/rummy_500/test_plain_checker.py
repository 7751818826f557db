"""The engine and the plain checker play the same random hands and must agree at every decision."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from random import Random

import pytest

from arena.games.contract import Settled
from arena.games.rummy_500.dealing import next_dealer as engine_next_dealer
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.scoring import final_scores
from arena.games.rummy_500.scoring import game_end as engine_game_end
from arena.games.rummy_500.state import RummyState
from tests.rules.rummy_500.plain_checker import Plain
from tests.rules.rummy_500.plain_score import (
    final_totals,
    game_end,
    is_double_four,
    next_dealer,
)
from tests.rules.rummy_500.random_rummy import (
    TABLES,
    WISHES,
    kind_of,
    plain_deal,
    random_action,
    random_deal,
    random_rules,
)

MUST_BE_SEEN = {
    *("draw stock", "draw pile 1", "deep", "meld", "layoff", "discard", "rummy", "pass", "block"),
    *(f"gambit {effect}" for effect in ("wild", "double", "split")),
    *("use double", "use split", "meld Jo*", "layoff Jo*", "meld Jo", "layoff Jo", "rummy Jo"),
    *("top card with a duty", "empty stock", "pass on an empty stock", "no draw possible"),
    *("out by discard", "out by meld", "out by layoff", "seven-card run", "turn cap"),
    *("low ace", "high ace", "twins in a set", "a set of Persian jokers", "sealed meld"),
    *("on another's meld", "set of four doubled", "set of four not doubled"),
    *("banned discard", "only a lay-off left", "duty unmet", "a joker under duty"),
    *("end: target", "end: deals", "end: cap"),
}


def play_both(rng: Random, rules: RummyRules, seen: Counter[str]) -> int:
    """Play one game twice at once and return how many decisions were compared."""
    state, decisions, number, totals = RUMMY_500.new(rules), 0, 0, [0] * len(rules.sides)
    while state.outcome is None:
        number += 1
        deal = random_deal(rng, rules, number)
        state.begin(deal)
        plain = plain_deal(rules, deal)
        decisions += play_hand(rng, state, plain, seen)
        points = compare_points(state, plain)
        note_end(plain, seen)
        totals = [total + points[side[0]] for total, side in zip(totals, rules.sides, strict=True)]
        compare_end(rules, state, totals, number, seen)
    return decisions


def play_hand(rng: Random, state: RummyState, plain: Plain, seen: Counter[str]) -> int:
    """Play one hand of both, every seat by its own temper; return the number of decisions."""
    tempers = [rng.choice(list(WISHES)) for _ in plain.hands]
    decisions = 0
    while (seat := plain.to_act()) is not None:
        assert state.to_act == seat
        legal = [RUMMY_500.text(action) for action in state.legal_actions()]
        expected = plain.legal()
        assert sorted(legal) == sorted(expected)
        note_decision(plain, expected, seen)
        action = random_action(rng, sorted(expected), tempers[seat])
        note_action(plain, action, seen)
        state.apply(RUMMY_500.parse(action))
        plain.apply(action)
        decisions += 1
    assert state.to_act is None
    return decisions


def compare_points(state: RummyState, plain: Plain) -> list[int]:
    """Assert that a hand is worth the same, seat by seat; return its points."""
    settled = state.log[-1]
    assert isinstance(settled, Settled)
    points = plain.hand_points()
    assert list(settled.points) == points
    assert settled.details["out"] == plain.went_out
    return points


def compare_end(
    rules: RummyRules, state: RummyState, totals: list[int], number: int, seen: Counter[str]
) -> None:
    """Assert that the game goes on or ends alike, with the same scores and winners."""
    options = rules.as_dict()
    winners = game_end(options, totals, number)
    assert (state.outcome is None) == (winners is None)
    if winners is None or state.outcome is None:
        return
    final = final_totals(options, totals)
    for side, seats in enumerate(rules.sides):
        for seat in seats:
            assert state.outcome.scores[seat] == final[side]
            assert (state.outcome.places[seat] == 1) == (side in winners)
    seen[f"end: {state.outcome.reason}"] += 1


def note_decision(plain: Plain, legal: list[str], seen: Counter[str]) -> None:
    """Count the rare decisions that a position shows."""
    if plain.asked:
        return
    if plain.phase == "draw":
        seen["empty stock"] += not plain.stock
    elif plain.duty is not None:
        seen["duty unmet"] += 1
        seen["a joker under duty"] += plain.duty == "Jo"
    elif plain.banned in plain.hand:
        seen["banned discard"] += 1
        seen["only a lay-off left"] += not any(map(str.startswith, legal, ["discard"] * len(legal)))


def note_action(plain: Plain, action: str, seen: Counter[str]) -> None:
    """Count an action, and what is rare about it."""
    word, *parts = action.split()
    seen[kind_of(action)] += 1
    seen[f"{word} {parts[0] if parts else ''}"] += word in ("gambit", "use")
    for joker in ("Jo", "Jo*"):
        seen[f"{word} {joker}"] += any(part.startswith(f"{joker}=") for part in parts)
    if action == "draw pile 1":
        seen["top card with a duty"] += plain.has_duty(1)
    if action == "pass" and not plain.asked:
        seen["pass on an empty stock"] += 1
    if word == "layoff":
        others = {card.seat for card in plain.melds[int(parts[1])].cards}
        seen["on another's meld"] += plain.seat not in others
    if word == "meld":
        seen["a set of Persian jokers"] += parts == ["Jo", "Jo", "Jo"]
    if word in ("discard", "meld", "layoff") and len(parts) >= len(plain.hand):
        seen[f"out by {word}"] += 1


def note_end(plain: Plain, seen: Counter[str]) -> None:
    """Count what lies on the table at the end."""
    seen.update(set(plain.seen))
    for meld in plain.melds:
        seen["sealed meld"] += meld.sealed
        faces = [card.stands_for for card in meld.cards]
        seen["twins in a set"] += meld.kind == "set" and len(set(faces)) < len(faces)
        aces = [card.place for card in meld.cards if card.stands_for[0] == "A"]
        seen["low ace"] += 1 in aces
        seen["high ace"] += 14 in aces
        if meld.kind == "set" and len(meld.cards) == 4:
            doubled = is_double_four(plain.rules, meld)
            seen[f"set of four {'' if doubled else 'not '}doubled"] += 1


def play_many(seed: int, least: int) -> None:
    """Play all presets in turn until ``least`` decisions agreed; everything rare must come up."""
    rng, seen, decisions = Random(seed), Counter[str](), 0
    tables = cycle([*TABLES, *(table for table in TABLES if table[0] == "dealers-gambit")])
    while decisions < least:
        decisions += play_both(rng, random_rules(rng, *next(tables)), seen)
    assert MUST_BE_SEEN - set(+seen) == set()


def test_engine_and_plain_checker_agree_at_every_decision() -> None:
    play_many(seed=500, least=25_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
def test_engine_and_plain_checker_agree_at_many_more_decisions(seed: int) -> None:
    play_many(seed, least=50_000)


def test_game_end_agrees_near_every_threshold() -> None:
    """Ties at the target play on, those of a last deal are shared (C.10.97, C.14.139)."""
    rng, ends = Random(13), Counter[str]()
    for _ in range(10_000):
        rules = random_rules(rng, *rng.choice(TABLES))
        options = rules.as_dict()
        near = [-40, 0, rules.target - 1, rules.target, rules.target + 20]
        totals, deals = [rng.choice(near) for _ in rules.sides], rng.randrange(1, 6)
        end, winners = engine_game_end(rules, totals, deals), game_end(options, totals, deals)
        if end is None or winners is None:
            assert (end, winners) == (None, None)
            tied = totals.count(max(totals)) > 1 and max(totals) >= rules.target
            ends["tie at the target, played on"] += tied and not rules.deals
            continue
        assert end[1] == winners
        assert final_scores(rules, totals, winners) == final_totals(options, totals)
        ends[f"{end[0]} {'shared' if len(winners) > 1 else 'won'}"] += 1
    assert set(+ends) == {
        "tie at the target, played on", "target won", "deals won", "deals shared", "cap won",
        "cap shared",
    }  # fmt: skip


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_the_next_dealer_agrees(preset: str, players: int) -> None:
    rules = RUMMY_500.rules(preset, players, {})
    for dealer in range(players):
        expected = next_dealer(rules.as_dict(), dealer, players)
        assert engine_next_dealer(rules, dealer) == expected
