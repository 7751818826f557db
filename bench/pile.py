"""500 Rum with a deep pile: how long the longest legal lists take."""

from __future__ import annotations

import time
from statistics import median

from arena.core.seeds import derive
from arena.games.registry import find_game
from arena.games.rummy_500.state import RummyState

DEEP = 40
OPTIONS = {"packs": 2, "jokers": 4}


def deep_state(seed: int) -> RummyState:
    """Return a game of two where nobody melded and forty cards lie in the pile."""
    game = find_game("rummy-500")
    state = game.new(game.rules("rummy", 2, OPTIONS))
    if not isinstance(state, RummyState):
        raise TypeError("not a game of 500 Rum")
    state.begin(state.shuffle(derive(b"deep", seed)))
    while len(state.pile) < DEEP:
        state.apply(state.legal_actions()[0])  # draws from the stock
        discards = [a for a in state.legal_actions() if game.text(a).startswith("discard")]
        state.apply(discards[seed % len(discards)])
    return state


def longest_lists(seeds: int) -> tuple[float, float, int]:
    """Return median milliseconds of the draw list and of the list after the deepest draw.

    The third number is the length of the longest list.
    """
    draws, melds, longest = [], [], 0
    for seed in range(seeds):
        state = deep_state(seed)
        begun = time.perf_counter()
        legal = state.legal_actions()
        draws.append(time.perf_counter() - begun)
        longest = max(longest, len(legal))
        state.apply(legal[-1])
        begun = time.perf_counter()
        longest = max(longest, len(state.legal_actions()))
        melds.append(time.perf_counter() - begun)
    return median(draws) * 1000, median(melds) * 1000, longest
