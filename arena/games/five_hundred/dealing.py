"""Packs and packets: which cards are in play and who gets which of a shuffled pack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from arena.core.cards import JOKER, RANKS, SUITS, Card, make_card

BLACK = ("S", "C")
EXTRA_PIPS = ("11", "12", "13")


@cache
def pack(jokers: int) -> tuple[Card, ...]:
    """Return the pack of four players: fives to aces, the red fours, the joker (A.004.1)."""
    cards = [
        make_card(suit, RANKS.index(rank))
        for suit, letter in enumerate(SUITS)
        for rank in RANKS[RANKS.index("5" if letter in BLACK else "4") :]
        if rank not in EXTRA_PIPS
    ]
    return (*cards, *[JOKER] * jokers)


@cache
def packets(pattern: str) -> tuple[tuple[bool, int], ...]:
    """Parse a pattern such as ``3 k1 4 k1 3 k1`` into (to the kitty?, cards) packets.

    Raises ``ValueError`` for text that is no pattern.
    """
    parsed = []
    for word in pattern.split():
        match = re.fullmatch(r"(k?)([1-9]\d?)", word)
        if match is None:
            raise ValueError(
                f"{word!r} is no packet: write 3 (to each player) or k1 (to the kitty)"
            )
        parsed.append((match[1] == "k", int(match[2])))
    return tuple(parsed)


def parse_pattern(pattern: str) -> tuple[int, int]:
    """Return how many cards a pattern gives each player and the kitty."""
    parts = packets(pattern)
    return sum(n for kitty, n in parts if not kitty), sum(n for kitty, n in parts if kitty)


def deal_out(
    cards: Sequence[Card], pattern: str, dealer: int, players: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Deal a shuffled pack from its top in packets, forehand first; return hands and kitty."""
    hands: list[list[Card]] = [[] for _ in range(players)]
    kitty: list[Card] = []
    top = iter(cards)
    for to_kitty, count in packets(pattern):
        if to_kitty:
            kitty += [next(top) for _ in range(count)]
            continue
        for step in range(1, players + 1):
            hands[(dealer + step) % players] += [next(top) for _ in range(count)]
    return tuple(map(tuple, hands)), tuple(kitty)
