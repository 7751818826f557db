"""What a fault costs: never less than the contract that it escapes from (Five Hundred)."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.contract import Settled
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.state import FiveHundredState
from tests.rules.random_play import FORMS, Form, random_action, random_deal, random_rules

DEALS = 12
"""Random deals for each form of the game."""
FLOOR = -500


def in_play(scores: tuple[int, int], bid: str | None) -> FiveHundredState:
    """Return a game at these scores in which the forehand bid this, and everyone else passed."""
    state = FiveHundredState(FIVE_HUNDRED.rules("norwegian", 4, {}))
    state.begin(state.shuffle(bytes(32)))
    state.scores = scores if state.to_act in state.rules.sides[0] else scores[::-1]
    if bid is not None:
        state.apply(FIVE_HUNDRED.parse(f"bid {bid}"))
        while state.phase == "auction":
            state.apply(FIVE_HUNDRED.parse("pass"))
        assert state.current is not None
        assert state.current.declarer is not None
    return state


def forfeited(state: FiveHundredState, after: int) -> tuple[int, int]:
    """Return the scores of the offender's and of the other side; the forehand is 0 ``after``."""
    assert state.current is not None
    seat = (state.current.deal.dealer + 1 + after) % 4
    scores = state.forfeit(seat).scores
    assert scores[seat] == scores[(seat + 2) % 4]
    return scores[seat], scores[(seat + 1) % 4]


@pytest.mark.parametrize("after", [0, 2], ids=["declarer", "partner"])
@pytest.mark.parametrize(
    ("score", "bid", "cost"),
    [
        (-420, "10NT", -940),
        (-490, "6S", -530),
        (-460, "6S", FLOOR),
        (0, "10NT", -520),
        (300, "10NT", FLOOR),
        (-420, "misere", -670),
    ],
)
def test_the_declaring_side_pays_its_contract_or_the_floor(
    after: int, score: int, bid: str, cost: int
) -> None:
    """Fails where every forfeit scores the floor: a fault would be cheaper than 10NT lost."""
    assert forfeited(in_play((score, 120), bid), after) == (cost, 120)


@pytest.mark.parametrize("after", [1, 3])
def test_a_defender_pays_the_floor(after: int) -> None:
    """Fails where the running contract is charged to whoever forfeits."""
    assert forfeited(in_play((-420, -480), "10NT"), after) == (FLOOR, 0)


@pytest.mark.parametrize("after", range(4))
def test_without_a_contract_the_floor_is_paid(after: int) -> None:
    """Fails where anything but the floor is scored before the auction is over."""
    rival = (60, 0)[after % 2]  # -420 is raised to 0
    assert forfeited(in_play((-420, 60), None), after) == (FLOOR, rival)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_playing_on_never_scores_less_than_a_fault(form: Form) -> None:
    """Fails where every forfeit scores the floor: contracts lost near it end far below."""
    rng = Random(str(form))
    below = 0
    for _ in range(DEALS):
        state = FiveHundredState(random_rules(rng, form))
        floor = state.rules.floor
        state.begin(random_deal(rng, state.rules, 1))
        state.scores = tuple(rng.randrange(floor + 10, 10, 10) for _ in state.scores)
        costs = play_out(rng, state)
        settled = state.log[-1]
        assert isinstance(settled, Settled)
        for seat, cost in costs:
            assert cost <= min(floor, settled.scores[seat])
        below += min(settled.scores) < floor
    assert below > 0  # otherwise the floor alone would do


def play_out(rng: Random, state: FiveHundredState) -> list[tuple[int, int]]:
    """Play a deal at random; return, for every decision after the auction, who and at what cost."""
    costs = []
    while (seat := state.to_act) is not None:
        if state.phase != "auction":
            costs.append((seat, state.forfeit(seat).scores[seat]))
        legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
        state.apply(FIVE_HUNDRED.parse(random_action(rng, legal)))
    return costs
