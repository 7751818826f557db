"""The engine alone: how long one decision takes without bots."""

from __future__ import annotations

import random
import time

import msgspec

from arena.core.seeds import derive
from arena.games.contract import Game, Rules, State


def decide(game: Game, rules: Rules, deals: int, *, with_view: bool) -> float:
    """Return microseconds per decision over some deals of random play.

    ``with_view`` adds what a bot is sent: the legal list as text and the encoded view.
    """
    rng = random.Random(500)
    encoder = msgspec.json.Encoder()
    state = game.new(rules)
    decisions, spent = 0, 0.0
    for number in range(deals):
        if state.outcome is not None:
            state = game.new(rules)
        state.begin(state.shuffle(derive(b"bench", number)))
        begun = time.perf_counter()
        decisions += _play_deal(state, game, rng, encoder if with_view else None)
        spent += time.perf_counter() - begun
    return spent / decisions * 1e6


def _play_deal(
    state: State, game: Game, rng: random.Random, encoder: msgspec.json.Encoder | None
) -> int:
    """Play one deal at random, the auction half-heartedly; return the number of decisions."""
    count = 0
    while (seat := state.to_act) is not None:
        legal = state.legal_actions()
        if encoder is not None:
            encoder.encode([[game.text(action) for action in legal], state.view(seat)])
        passes = state.phase == "auction" and rng.random() < 0.8
        state.apply(legal[0] if passes else legal[int(rng.random() * len(legal))])
        count += 1
    return count
