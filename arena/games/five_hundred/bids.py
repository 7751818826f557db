"""Bids: their numbers, their text, their values, and which of them beats which.

Bids are numbered 0…26: ``5 * (level - 6) + denomination`` for levels 6-10 and denominations
S C D H NT = 0…4, then misère and open misère.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.five_hundred.rules import FiveHundredRules

Bid = int
NO_TRUMPS = 4
LEVELS = range(6, 11)
DENOMINATIONS = ("S", "C", "D", "H", "NT")
MISERE: Bid = 25
OPEN_MISERE: Bid = 26

BID_TEXT = (
    *(f"{level}{name}" for level in LEVELS for name in DENOMINATIONS),
    "misere",
    "open-misere",
)
BID_OF = {text: bid for bid, text in enumerate(BID_TEXT)}
MISERE_VALUE = 250


def level_of(bid: Bid) -> int:
    """Return how many tricks a bid promises: 6-10, or 0 for a misère."""
    return 6 + bid // 5 if bid < MISERE else 0


def denomination_of(bid: Bid) -> int:
    """Return the trump suit of a bid as 0…3, or 4 for no trumps; a misère has none (A.004.7)."""
    return bid % 5 if bid < MISERE else NO_TRUMPS


def is_misere(bid: Bid) -> bool:
    """Return whether a bid is a misère, plain or open."""
    return bid >= MISERE


def value_of(bid: Bid, open_misere_value: int) -> int:
    """Return what a contract is worth: the table of A.004.11, 40 for 6S up to 520 for 10NT."""
    if bid == OPEN_MISERE:
        return open_misere_value
    if bid == MISERE:
        return MISERE_VALUE
    return 40 + 20 * bid


@cache
def ladder(rules: FiveHundredRules) -> tuple[Bid, ...]:
    """Return every bid of a rule set from the lowest to the highest.

    Suit bids rank by tricks, then by suit (A.004.5). The places of the misères are explicit, since
    points cannot order them: open misère at 500 ties 10H, at 520 it ties 10NT (C.3.26).
    """
    bids = list(range(MISERE))
    above = {"8S-8C": "8S", "above-7": "7NT", "10D-10H": "10D", "top": "10NT"}
    for bid, place in ((MISERE, rules.misere), (OPEN_MISERE, rules.open_misere)):
        if place != "off":
            bids.insert(bids.index(BID_OF[above[place]]) + 1, bid)
    return tuple(bids)
