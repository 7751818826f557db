"""The engine and the plain checker play the same random games and must agree at every decision."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from arena.core.cards import CARD_TEXT
from arena.games.contract import EndReason
from arena.games.five_hundred.bids import BID_OF, BID_TEXT
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.scoring import DealResult, game_end, new_scores
from arena.games.five_hundred.state import FiveHundredState
from tests.rules.plain_checker import PlainGame
from tests.rules.plain_score import NO_TRUMP_CALLS, PlainResult, add_up, end_of_game
from tests.rules.random_play import random_action, random_deal, random_rules

JOKER_RULES = ("joker_nominate", "joker_lead_last", "joker_last_trick_low")
MUST_BE_SEEN = {
    *(f"contract {bid}" for bid in BID_TEXT),
    *(f"all pass: {then}" for then in ("redeal", "no-trump-forehand", "no-trump-dealer")),
    *(f"joker led as {suit}" for suit in "SCDH"),
    *(f"nominate {name}" for name in ("S", "C", "D", "H", "none")),
    *("joker follows", "dead joker", "joker in trick ten", "misere stopped"),
    *("end: target", "end: floor", "end: cap"),
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


def play_both(rng: Random, seen: Counter[str]) -> int:
    """Play one game twice at once and return how many decisions were compared."""
    rules = random_rules(rng)
    state, plain = FIVE_HUNDRED.new(rules), PlainGame(rules.as_dict())
    decisions = 0
    while state.outcome is None:
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
            decisions += 1
        compare_deal(state, plain, seen)
    seen.update(plain.seen)
    return decisions


def compare_deal(state: FiveHundredState, plain: PlainGame, seen: Counter[str]) -> None:
    """Assert that a deal, and perhaps the game, ended alike."""
    assert state.to_act is None
    assert list(state.scores) == plain.scores
    assert state.tricks_won == plain.won
    result = plain.result()
    slam = result.side is not None and result.tricks[result.side] == 10
    seen["slam"] += slam and result.contract not in NO_TRUMP_CALLS
    assert (state.outcome is None) == (plain.end is None)
    if state.outcome is not None and plain.end is not None:
        assert state.outcome.reason == EndReason(plain.end.reason)
        assert list(state.outcome.scores) == plain.scores * 2
        places = [1 if side in plain.end.winners else 2 for side in (0, 1)]
        assert list(state.outcome.places) == places * 2


def play_many(seed: int, least: int) -> None:
    """Play games until ``least`` decisions agreed, and until everything rare came up."""
    rng, seen, decisions = Random(seed), Counter[str](), 0
    while decisions < least:
        decisions += play_both(rng, seen)
    assert MUST_BE_SEEN - set(+seen) == set()


def test_engine_and_plain_checker_agree_at_every_decision() -> None:
    play_many(seed=500, least=60_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
def test_engine_and_plain_checker_agree_at_many_more_decisions(seed: int) -> None:
    play_many(seed, least=100_000)


def random_result(rng: Random) -> PlainResult:
    """Return a deal that could have been played, contracts and near misses alike."""
    contract = rng.choice([None, *BID_TEXT])
    first = rng.choice([0, 1, 4, 5, 6, 7, 8, 9, 10])
    side = None if contract is None else rng.randrange(2)
    return PlainResult(contract, side, [first, 10 - first])


def test_points_and_game_end_agree_near_every_threshold() -> None:
    rng, ends = Random(13), Counter[str]()
    for _ in range(10_000):
        rules = random_rules(rng)
        options = rules.as_dict()
        old = [rng.choice([-1, 1]) * rng.choice([0, 100, 240, 360, 390, 450, 490]) for _ in "AB"]
        plain = random_result(rng)
        contract = None if plain.contract is None else BID_OF[plain.contract]
        result = DealResult(contract, plain.side, tuple(plain.tricks))
        scores = list(new_scores(rules, old, result))
        assert scores == add_up(options, old, plain)
        end, expected = game_end(rules, scores, result), end_of_game(options, scores, plain)
        assert (end is None) == (expected is None)
        if end is not None and expected is not None:
            assert (end[0], list(end[1])) == (expected.reason, expected.winners)
            crossed = sum(score >= rules.target for score in scores)
            ends[f"{expected.reason}, {crossed} at the target"] += 1
    assert {"target, 2 at the target", "target, 1 at the target", "floor, 0 at the target"} <= set(
        ends
    )
