"""The engine and the plain checker play the same random games and must agree at every decision.

Every registered preset is played with each of its player counts and partnerships, by its own rules
and with options drawn at random.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from arena.core.cards import CARD_TEXT
from arena.games.contract import EndReason, Settled
from arena.games.five_hundred.bids import BID_OF, BID_TEXT
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.scoring import DealResult, game_end, new_scores
from arena.games.five_hundred.state import FiveHundredState
from tests.rules.plain_checker import PlainGame
from tests.rules.plain_score import (
    NO_TRUMP_CALLS,
    PlainResult,
    add_up,
    declaring,
    end_of_game,
    sides_of,
)
from tests.rules.random_play import FORMS, Form, random_action, random_deal, random_rules

PER_FORM = 2_500
"""Decisions compared for each form in a normal run; half of them by the preset's own rules."""
MUST_BE_SEEN = {
    *(f"contract {bid}" for bid in BID_TEXT),
    *(f"all pass: {then}" for then in ("redeal", "no-trump-forehand", "no-trump-dealer")),
    *(f"joker led as {suit}" for suit in "SCDH"),
    *(f"nominate {name}" for name in ("S", "C", "D", "H", "none")),
    *("joker follows", "dead joker", "joker in trick ten", "misere stopped"),
    *("end: target", "end: floor", "end: cap", "partner", "alone"),
    *("slam", "forced joker", "joker may not be led", "some suits may not be named"),
}


def compare_decision(state: FiveHundredState, plain: PlainGame, seen: Counter[str]) -> list[str]:
    """Assert that both ask the same seat for the same actions; return them in a fixed order."""
    assert state.to_act == plain.to_act
    assert state.phase == plain.phase
    legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
    assert sorted(legal) == sorted(plain.legal())
    note_rare(plain, legal, seen)
    return legal


def note_rare(plain: PlainGame, legal: list[str], seen: Counter[str]) -> None:
    """Count the rare decisions that the legal list alone shows."""
    hand = plain.hands[plain.seat]
    if plain.phase != "play" or "Jo" not in hand or not plain.joker_is_free:
        return
    names = sum(action.startswith("play Jo=") for action in legal)
    if not plain.table:
        seen["joker may not be led"] += names == 0
        seen["some suits may not be named"] += 0 < names < 4
    elif legal == ["play Jo"] and len(hand) > 1:
        seen["forced joker"] += 1


def play_both(rng: Random, rules: FiveHundredRules, seen: Counter[str], most: int) -> int:
    """Play a game twice at once and return how many decisions were compared.

    The game is left after the deal in which ``most`` decisions were reached.
    """
    state, plain = FIVE_HUNDRED.new(rules), PlainGame(rules.as_dict())
    decisions = 0
    while state.outcome is None and decisions < most:
        deal = random_deal(rng, rules, plain.deals + 1)
        state.begin(deal)
        plain.deal(
            deal.dealer,
            [[CARD_TEXT[card] for card in hand] for hand in deal.hands],
            [CARD_TEXT[card] for card in deal.kitty],
        )
        while plain.to_act is not None:
            action = random_action(rng, compare_decision(state, plain, seen))
            state.apply(FIVE_HUNDRED.parse(action))
            plain.do(action)
            compare_partner(state, plain)
            decisions += 1
        compare_deal(state, plain, seen)
    seen.update(plain.seen)
    return decisions


def compare_partner(state: FiveHundredState, plain: PlainGame) -> None:
    """Assert that a called partner is known to the same seats: all, or only himself (C.4.44)."""
    if state.to_act is None or plain.called is None:
        return
    for seat in range(plain.count):
        known = plain.partner_is_public or seat == plain.partner
        assert state.view(seat).called_partner == (plain.partner if known else None)


def compare_deal(state: FiveHundredState, plain: PlainGame, seen: Counter[str]) -> None:
    """Assert that a deal, and perhaps the game, ended alike."""
    assert state.to_act is None
    assert list(state.scores) == plain.scores
    last = state.log[-1]
    assert isinstance(last, Settled)
    assert last.details["tricks"] == plain.won
    assert last.details["partner"] == plain.partner
    sides = sides_of(plain.options)
    ours = [sum(plain.won[seat] for seat in side) for side in sides if plain.declarer in side]
    seen["slam"] += 10 in ours and plain.contract not in NO_TRUMP_CALLS
    assert (state.outcome is None) == (plain.end is None)
    if state.outcome is not None and plain.end is not None:
        assert state.outcome.reason == EndReason(plain.end.reason)
        first = [seat for seat, place in enumerate(state.outcome.places) if place == 1]
        assert first == sorted(seat for side in plain.end.winners for seat in sides[side])
        for side, seats in enumerate(sides):
            assert {state.outcome.scores[seat] for seat in seats} == {plain.scores[side]}


def play_form(form: Form, seed: int, least: int, seen: Counter[str]) -> None:
    """Play games of a form until ``least`` decisions agreed, half with its own rules."""
    rng, decisions, own = Random(f"{form} {seed}"), 0, True
    while decisions < least:
        rules = form.rules() if own else random_rules(rng, form)
        decisions += play_both(rng, rules, seen, least // 2)
        own = not own


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_engine_and_plain_checker_agree_for_every_preset(form: Form) -> None:
    play_form(form, 500, PER_FORM, Counter())


def test_everything_rare_is_compared() -> None:
    rng, seen = Random(13), Counter[str]()
    for _ in range(400):
        play_both(rng, random_rules(rng), seen, 200)
        if not MUST_BE_SEEN - set(+seen):
            break
    assert MUST_BE_SEEN - set(+seen) == set()


def test_the_normal_run_compares_enough() -> None:
    assert PER_FORM * len(FORMS) >= 50_000


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_engine_and_plain_checker_agree_at_many_more_decisions(form: Form, seed: int) -> None:
    play_form(form, seed, 10_000, Counter())


def random_result(rng: Random, rules: FiveHundredRules) -> PlainResult:
    """Return a deal that could have been played, contracts and near misses alike."""
    contract = rng.choice([None, *BID_TEXT])
    players = range(rules.players)
    declarer = None if contract is None else rng.choice(players)
    partner = None
    if declarer is not None and rules.calls_partner and contract not in NO_TRUMP_CALLS:
        partner = rng.choice([None, *(seat for seat in players if seat != declarer)])
    won = [0] * rules.players
    favourite = rng.choice(players)
    for _ in range(10):
        won[favourite if rng.random() < 0.6 else rng.choice(players)] += 1
    return PlainResult(contract, declarer, partner, won)


def compare_score(rng: Random, rules: FiveHundredRules, ends: Counter[str]) -> None:
    """Assert that a random result near the thresholds gives both the same scores and end."""
    options, plain = rules.as_dict(), random_result(rng, rules)
    old = [rng.choice([-1, 1]) * rng.choice([0, 100, 240, 360, 390, 450, 490]) for _ in rules.sides]
    contract = None if plain.contract is None else BID_OF[plain.contract]
    tricks = tuple(sum(plain.won[seat] for seat in side) for side in sides_of(options))
    own = None if plain.declarer is None else plain.won[plain.declarer]
    result = DealResult(contract, tuple(declaring(options, plain)), tricks, own)
    scores = list(new_scores(rules, old, result))
    assert scores == add_up(options, old, plain)
    end, expected = game_end(rules, scores, result), end_of_game(options, scores, plain)
    assert (end is None) == (expected is None)
    if end is not None and expected is not None:
        assert (end[0], list(end[1])) == (expected.reason, expected.winners)
        crossed = min(2, sum(score >= rules.target for score in scores))
        ends[f"{expected.reason}, {crossed} at the target"] += 1


def test_points_and_game_end_agree_near_every_threshold() -> None:
    rng, ends = Random(13), Counter[str]()
    for _ in range(600):
        rules = random_rules(rng)
        for _ in range(20):
            compare_score(rng, rules, ends)
    assert {"target, 2 at the target", "target, 1 at the target", "floor, 0 at the target"} <= set(
        ends
    )
