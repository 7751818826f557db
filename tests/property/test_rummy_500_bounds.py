"""A legal list of 500 Rum stays small whatever lies in the pile (C.9.88).

Melds are of three cards and grow by lay-offs. A natural card or a joker stands in each of the three
places, at least one card natural: 7 ways for each of 48 runs and 52 sets of distinct suits, 700 in
all. A discard is one of at most 54 kinds of cards, and a meld takes at most 4 different lay-offs:
a card or a joker at either end of a run, or one of the missing suits of a set, and a joker for it.
"""

from __future__ import annotations

import pytest

from arena.games.registry import find_game
from bench.pile import DEEP, deep_state

MELDS = 7 * (48 + 52)
DISCARDS = 54
LAYOFFS = 4


@pytest.mark.parametrize("seed", range(12))
def test_a_pile_of_forty_cards_does_not_make_the_list_explode(seed: int) -> None:
    state = deep_state(seed)
    assert len(state.pile) == DEEP
    draws = state.legal_actions()
    assert len(draws) <= 1 + DEEP
    state.apply(draws[-1])
    text = find_game("rummy-500").text
    for _ in range(20):
        legal = state.legal_actions()
        assert 0 < len(legal) <= MELDS + DISCARDS + LAYOFFS * len(state.melds)
        melding = [action for action in legal if text(action).startswith(("meld", "layoff"))]
        if not melding:
            break
        state.apply(melding[seed % len(melding)])
