"""Cards as the protocol writes them, and what they are under a contract."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

JOKER = "Jo"
SUITS = "SCDH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
LOWEST_RANK = {2: "7", 3: "7", 4: "5"}
"""The lowest rank of the pack by number of players; four players add the red fours."""
FULL_PACK_KITTY = 5
"""A kitty of five comes from a full pack, whoever plays."""
ABOVE_ALL = 100
"""Added to a card's strength when it beats every card of another suit."""


def pack_of(rules: dict[str, Any]) -> frozenset[str]:
    """Return the cards of the pack, those that nobody was dealt among them."""
    players = 5 if rules["kitty"] == FULL_PACK_KITTY else rules["players"]
    return pack(players, rules["jokers"])


@cache
def pack(players: int, jokers: int) -> frozenset[str]:
    """Return the pack of a number of players; five have the full one."""
    low, extra = LOWEST_RANK.get(players, "2"), {"11", "12", "13"}
    ranks = [rank for rank in RANKS[RANKS.index(low) :] if rank not in extra or players == 6]
    cards = {rank + suit for rank in ranks for suit in SUITS} - {"13S", "13C"}
    cards |= {"4D", "4H"} if players == 4 else set()
    return frozenset(cards | ({JOKER} if jokers else set()))


def is_misere(contract: str | None) -> bool:
    """Return whether a contract is a misère, plain or open."""
    return contract is not None and contract.endswith("misere")


class Order:
    """The suits and strengths of all cards under one trump suit.

    ``trump`` is a suit letter or empty; so is ``joker_suit``, the suit that the joker was given at
    no trumps. ``suit[card]`` is empty for a joker that has none.
    """

    def __init__(self, trump: str, joker_suit: str = "") -> None:
        self.trump = trump
        cards = [rank + suit for suit in SUITS for rank in RANKS]
        self.suit = {card: card[-1] for card in cards} | {JOKER: trump or joker_suit}
        self.strength = {card: RANKS.index(card[:-1]) + 1 for card in cards} | {JOKER: 20}
        if trump:
            left = "J" + SAME_COLOUR[trump]
            self.suit[left] = trump
            self.strength |= {"J" + trump: 18, left: 17}

    def power(self, card: str, led: str) -> int:
        """Return what a card is worth to the suit led; 0 cannot win."""
        suit = self.suit[card]
        if suit == self.trump:  # a free joker at no trumps too: both are empty
            return ABOVE_ALL + self.strength[card]
        return self.strength[card] if suit == led else 0

    def of_suit(self, cards: Iterable[str], suit: str) -> list[str]:
        """Return the cards of a suit, the lowest first."""
        held = [card for card in cards if self.suit[card] == suit]
        return sorted(held, key=self.strength.__getitem__)

    def strengths(self, cards: Iterable[str]) -> dict[str, list[int]]:
        """Return the strengths of each suit's cards, the lowest first; ``""`` is a free joker's."""
        found: dict[str, list[int]] = {suit: [] for suit in ("", *SUITS)}
        for card in cards:
            found[self.suit[card]].append(self.strength[card])
        for held in found.values():
            held.sort()
        return found


@cache
def order_of(contract: str | None, joker_suit: str | None = None) -> Order:
    """Return the order under a contract such as ``7H``, ``8NT`` or ``misere``."""
    trump = contract[-1] if contract is not None and contract[-1] in SUITS else ""
    return Order(trump, joker_suit or "")
