"""Packs and packets: which cards are in play and who gets which of a shuffled pack."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from arena.core.cards import JOKER, RANKS, SUITS, Card, make_card
from arena.core.seeds import shuffled
from arena.games.contract import Deal, Seat

if TYPE_CHECKING:
    from arena.games.five_hundred.rules import FiveHundredRules

FULL_PACK_KITTY = 5
RED = ("D", "H")
LOWEST = {2: "7", 3: "7", 4: "5", 5: "2", 6: "2"}
"""Player count -> the lowest rank of its pack; four players have the red fours as well."""


@cache
def pack(players: int, jokers: int, *, full: bool = False) -> tuple[Card, ...]:
    """Return the pack: ten cards a player and three, or two without a joker (A.000.3, A.002.3).

    33 cards for two and three players, 43 for four, 53 for five; 63 for six, with elevens, twelves
    and the red thirteens (A.002.1, C.1.9). ``full`` takes all 52 whoever plays (A.001.25).
    """
    cards = [
        make_card(suit, rank)
        for suit, letter in enumerate(SUITS)
        for rank in range(len(RANKS))
        if _is_in_pack(RANKS[rank], letter, 5 if full else players)
    ]
    return (*cards, *[JOKER] * jokers)


def _is_in_pack(rank: str, suit: str, players: int) -> bool:
    if rank in ("11", "12"):
        return players == 6
    if rank == "13":
        return players == 6 and suit in RED
    if rank == "4" and players == 4:
        return suit in RED
    return RANKS.index(rank) >= RANKS.index(LOWEST[players])


def pack_size(players: int, jokers: int, *, full: bool) -> int:
    """Return how many cards a pack has."""
    return len(pack(players, jokers, full=full))


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


def pack_of(rules: FiveHundredRules) -> tuple[Card, ...]:
    """Return the pack of a rule set; a kitty of five comes from a full one (A.001.25)."""
    return pack(rules.players, rules.jokers, full=rules.kitty == FULL_PACK_KITTY)


def make_deal(rules: FiveHundredRules, seed: bytes, number: int, dealer: Seat) -> Deal:
    """Deal the pack, shuffled as the seed decides, from its top in packets, forehand first.

    A dead hand gets its packets last, after the dealer (C.13.134); it is set aside with what is
    left over, and nobody sees either.
    """
    hands: list[list[Card]] = [[] for _ in range(rules.players + rules.dead_hands)]
    order = [(dealer + step) % rules.players for step in range(1, rules.players + 1)]
    order += range(rules.players, len(hands))
    kitty: list[Card] = []
    top = iter(shuffled(seed, pack_of(rules)))
    for to_kitty, count in packets(rules.deal_pattern):
        for pile in [kitty] if to_kitty else [hands[hand] for hand in order]:
            pile += islice(top, count)
    dead = [card for hand in hands[rules.players :] for card in hand]
    dealt = tuple(tuple(hand) for hand in hands[: rules.players])
    return Deal(number, dealer, dealt, tuple(kitty), (*dead, *top))


def refuse_wrong_deal(rules: FiveHundredRules, deal: Deal) -> None:
    """Raise ``ValueError`` unless the cards are a deal by these rules."""
    cards = [card for hand in (*deal.hands, deal.kitty, deal.aside) for card in hand]
    if sorted(cards) != sorted(pack_of(rules)):
        raise ValueError("the cards dealt are not the pack")
    per_hand = sum(count for to_kitty, count in packets(rules.deal_pattern) if not to_kitty)
    sizes = [len(hand) for hand in deal.hands]
    if sizes != [per_hand] * rules.players or len(deal.kitty) != rules.kitty:
        text = f"hands of {sizes} and a kitty of {len(deal.kitty)} cards"
        raise ValueError(f"{text}: each player gets {per_hand}, the kitty {rules.kitty}")
    if not 0 <= deal.dealer < rules.players:
        raise ValueError(f"no seat {deal.dealer} to deal")
