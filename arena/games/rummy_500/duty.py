"""Whether a taken card can still reach the table in this turn (C.9.87, C.9.88).

A full search over the rest of a turn, in closed form. A card is tabled in a new meld, or by a
lay-off on a meld that other cards of the hand may lengthen first. A meld made without it never
helps where those do not: three of the cards that would reach it that way, it among them, are a meld
themselves. So what is looked at is bounded: the six melds of three in which a card can stand, and
for each run of its suit the at most twelve cards between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from arena.core.cards import (
    JOKER,
    JOKER_BIT,
    SUITS,
    Card,
    Mask,
    cards_in,
    mask_of,
    printed_suit,
    rank_of,
)
from arena.games.rummy_500.dealing import one_pack
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import (
    HIGH_ACE,
    LEAST,
    LOW_ACE,
    RANK_MASKS,
    SLOTS_OF_RANK,
    Shape,
    may_reach,
    slot_card,
)


@dataclass(slots=True)
class Openings:
    """What the melds on the table take, and the rules that decide whether a card can be tabled.

    ``accepts`` are the cards that can be laid off at once, ``spans`` the runs of each suit from
    slot to slot. ``wild`` says that jokers stand for cards, ``identical`` that sets may hold
    identical cards.
    """

    wild: bool
    identical: bool
    accepts: Mask = 0
    spans: list[list[tuple[int, int]]] = field(default_factory=lambda: [[] for _ in SUITS])

    def add(self, shape: Shape) -> None:
        """Take in a meld that is not sealed."""
        self.accepts |= shape.accepts
        if shape.high:
            self.spans[shape.suit].append((shape.low, shape.high))

    def can_table(self, card: Card, hand: Hand, star: bool) -> bool:
        """Return whether a card of the hand can be tabled in this turn.

        ``star`` says that the dealer's joker may be used.
        """
        if card == JOKER:
            return self._joker_can(hand, star)
        if self.accepts >> card & 1:
            return True
        spare = (hand.jokers if self.wild else 0) + star
        missing = ~hand.cards
        for pair in NEIGHBOURS[card]:
            if (pair & missing).bit_count() <= spare:
                return True
        rank = RANK_MASKS[card & 15]
        same = (hand.cards & rank).bit_count() + spare
        if self.identical:
            same += (hand.twins & rank).bit_count()
        if same >= LEAST:
            return True
        spans = self.spans[card >> 4]
        return bool(spans) and any(
            (between & missing).bit_count() <= spare
            for low, high in spans
            for between in _ways(card, low, high)
        )

    def _joker_can(self, hand: Hand, star: bool) -> bool:
        """Return whether a joker can be tabled: a wild one goes on any meld that takes a card.

        One that blocked the dealer's joker is no longer in the hand.
        """
        if not hand.jokers:
            return False
        if not self.wild:
            return bool(self.accepts & JOKER_BIT) or hand.jokers >= LEAST
        if self.accepts or (hand.cards and hand.jokers + star >= LEAST - 1):
            return True
        twins = self.identical and hand.twins != 0
        return twins or any(_has_company(card, hand.cards) for card in cards_in(hand.cards))


def openings(shapes: Iterable[Shape], *, wild: bool, identical: bool) -> Openings:
    """Return the openings of the melds that take lay-offs."""
    found = Openings(wild, identical)
    for shape in shapes:
        found.add(shape)
    return found


def _has_company(card: Card, cards: Mask) -> bool:
    """Return whether a card and another one are a meld with a joker."""
    others = RANK_MASKS[rank_of(card)] ^ 1 << card
    return bool(others & cards) or any(pair & cards for pair in NEIGHBOURS[card])


def _neighbours(card: Card) -> tuple[Mask, ...]:
    """Return the pairs of cards with which a card makes a run of three."""
    suit, pairs = printed_suit(card), []
    for slot in SLOTS_OF_RANK[rank_of(card)]:
        for low in range(max(LOW_ACE, slot - LEAST + 1), min(slot, HIGH_ACE - LEAST + 1) + 1):
            cards = mask_of(slot_card(suit, there) for there in range(low, low + LEAST))
            pairs.append(cards ^ 1 << card)
    return tuple(pairs)


NEIGHBOURS = {card: _neighbours(card) for card in one_pack()}


@cache
def _ways(card: Card, low: int, high: int) -> tuple[Mask, ...]:
    """Return the cards between a run of the card's suit and the card, for each way there is."""
    suit, ways = printed_suit(card), []
    for slot in SLOTS_OF_RANK[rank_of(card)]:
        if not may_reach(slot, low, high) or low <= slot <= high:
            continue
        between = range(high + 1, slot) if slot > high else range(slot + 1, low)
        ways.append(mask_of(slot_card(suit, there) for there in between))
    return tuple(ways)
