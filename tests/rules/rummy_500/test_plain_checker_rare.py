"""The engine and the plain checker agree in scripted positions that random hands seldom reach."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arena.games.rummy_500.game import RUMMY_500
from tests.rules.rummy_500.random_rummy import deal_of, plain_deal, whole_pack


@dataclass(frozen=True)
class Rare:
    """A position too rare for random hands: four cards each, seat 0 deals, one script."""

    preset: str
    options: dict[str, object]
    hands: str
    first: str
    """The card turned up, then the first of the stock."""
    script: str
    offered: str
    """The last action of the script is legal, the one said here with it or not."""
    legal: bool


RARE = {
    "a joker that is the last card may not block": Rare(
        "dealers-gambit",
        {},
        "2C 3D 9H KD, Jo 5S 6S 7S",
        "KC 8S",
        "gambit wild, draw stock, meld 5S 6S 7S, layoff 8S 0, discard Jo",
        "block",
        legal=False,
    ),
    "a double may not seal what the duty needs": Rare(
        "dealers-gambit",
        {},
        "2C 3H KD 9H, 5D 6D 7D 4C",
        "8D KC",
        "gambit double, draw stock, meld 5D 6D 7D, discard 4C, draw pile 2, layoff 8D 0",
        "use double 0",
        legal=False,
    ),
    "a joker of a Persian set may be claimed": Rare(
        "persian",
        {"rummy_call": True},
        "2C 3H KD 9H, Jo Jo Jo 4C, 2D 3D 5H 6C, 9C 9D JC QC",
        "8D Jo",
        "draw stock, meld Jo Jo Jo, discard Jo, pass",
        "rummy 0",
        legal=True,
    ),
    "twins and a joker are a set by the house rule": Rare(
        "rummy",
        {"packs": 2, "top_card_duty": True, "identical_in_sets": True},
        "2C 3H KD 9H, 5C 5C 9D KS",
        "Jo 4H",
        "draw stock",
        "draw pile 1",
        legal=True,
    ),
    "a joker goes with the dealer's own and one card": Rare(
        "dealers-gambit",
        {"top_card_duty": True},
        "2C 6H KD 9S, Jo 5C 9D KS",
        "4H QS",
        "gambit wild, draw stock, discard Jo, draw stock",
        "draw pile 1",
        legal=True,
    ),
}


@pytest.mark.parametrize("rare", RARE.values(), ids=RARE)
def test_engine_and_plain_checker_agree_where_random_hands_seldom_get(rare: Rare) -> None:
    hands = [hand.split() for hand in rare.hands.split(",")]
    rules = RUMMY_500.rules(rare.preset, len(hands), {"hand_size": 4} | rare.options)
    rest = whole_pack(rules)
    for card in [*(card for hand in hands for card in hand), *rare.first.split()]:
        rest.remove(card)
    deal = deal_of(rules, 1, 0, hands, rare.first.split() + rest)
    state, plain = RUMMY_500.new(rules), plain_deal(rules, deal)
    state.begin(deal)
    legal: list[str] = []
    for action in rare.script.split(", "):
        legal = [RUMMY_500.text(each) for each in state.legal_actions()]
        assert sorted(legal) == sorted(plain.legal())
        state.apply(RUMMY_500.parse(action))
        plain.apply(action)
    assert (rare.offered in legal) == rare.legal
