"""Positions of 500 Rum for the tests of the plain checker: rules, a hand, melds on the table."""

from __future__ import annotations

from tests.rules.rummy_500.plain_checker import Plain
from tests.rules.rummy_500.plain_melds import SUITS, PlainMeld, lay_on, make_meld

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for rank in RANKS for suit in SUITS]
BASE: dict[str, object] = {
    "partners": False,
    "direction": "clockwise",
    "jokers_wild": True,
    "joker_value": 20,
    "joker_in_hand": 25,
    "identical_in_sets": False,
    "top_card_duty": False,
    "four_of_a_kind": "single",
    "going_out_bonus": 0,
    "dealers_joker": False,
    "rummy_call": False,
    "seven_run_bonus": 0,
    "target": 500,
    "deals": 0,
    "better_side_bonus": 0,
    "max_turns": 100,
    "max_deals": 100,
}
PERSIAN = BASE | {
    "partners": True,
    "jokers_wild": False,
    "joker_in_hand": 20,
    "four_of_a_kind": "double",
    "going_out_bonus": 25,
    "deals": 2,
    "better_side_bonus": 50,
}
GAMBIT = BASE | {
    "dealers_joker": True,
    "joker_in_hand": 0,
    "direction": "counter-clockwise",
}


def table(rules: dict[str, object], *melds: str) -> list[PlainMeld]:
    """Return melds that seat 1 laid before this turn."""
    laid = []
    for cards in map(str.split, melds):
        laid.append(make_meld(cards[:3], 1, 0))
        for card in cards[3:]:
            lay_on(rules, laid[-1], card, 1, 0)
    return laid


def position(
    hand: str,
    *melds: str,
    rules: dict[str, object] = BASE,
    pile: str = "2C",
    stock: str = "3C 4C",
    players: int = 2,
    drawn: bool = True,
) -> Plain:
    """Return a hand in which seat 0 is on turn, the last seat the dealer, others hold a king."""
    hands = [hand.split()] + [["KC"] for _ in range(players - 1)]
    plain = Plain(rules, players - 1, hands, [*stock.split(), "2C"])
    if rules["dealers_joker"]:
        plain.apply("gambit wild")
    plain.pile = pile.split()
    plain.melds = table(rules, *melds)
    plain.phase = "play" if drawn else "draw"
    return plain


def play(plain: Plain, *actions: str) -> Plain:
    for action in actions:
        assert action in plain.legal()
        plain.apply(action)
    return plain
