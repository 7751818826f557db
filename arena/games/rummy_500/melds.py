"""What a meld is and what may be laid off on it: pure functions of cards.

A run occupies *slots* of its suit: 0 is the ace as one, 1…12 are two to king, 13 is the ace as
fourteen; a run has at most 13 cards, so that an ace stands at one end only (A.003.1, C.8.76).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arena.core.cards import JOKER, JOKER_BIT, Card, Mask, make_card, mask_of, printed_suit, rank_of
from arena.games.rummy_500.actions import Item, face_of
from arena.games.rummy_500.dealing import ACE, PIPS

LEAST = 3
MOST_OF_A_KIND = 4
SLOT_RANKS = (ACE, *PIPS)
"""The rank that belongs to each slot of a run."""
LOW_ACE, KING, HIGH_ACE = 0, 12, 13
SUIT_COUNT = 4

SLOTS_OF_RANK = {
    rank: tuple(slot for slot, there in enumerate(SLOT_RANKS) if there == rank) for rank in PIPS
}
RANK_MASKS: tuple[Mask, ...] = tuple(
    mask_of(make_card(suit, rank) for suit in range(SUIT_COUNT)) for rank in range(ACE + 1)
)
"""The four cards of each rank."""


class Form(StrEnum):
    """What kind of meld it is; the values stand in the protocol."""

    RUN = "run"
    SET = "set"
    JOKERS = "jokers"


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards that a meld shows, jokers as what they stand for.

    ``accepts`` are the cards that may be laid off on it. ``suit``, ``low`` and ``high`` (slots, the
    last never 0) belong to a run, ``faces`` to a set, in the order S C D H.
    """

    form: Form
    accepts: Mask
    size: int
    suit: int = 0
    low: int = 0
    high: int = 0
    faces: tuple[Card, ...] = ()
    identical: bool = False

    def extended(self, face: Card) -> Shape:
        """Return the shape with a card that it accepts laid off on it."""
        if self.form is Form.JOKERS:
            return joker_shape(self.size + 1)
        if self.form is Form.SET:
            return set_shape(tuple(sorted((*self.faces, face))), self.identical)
        if self.takes_high(face):
            return run_shape(self.suit, self.low, self.high + 1)
        return run_shape(self.suit, self.low - 1, self.high)

    def takes_high(self, face: Card) -> bool:
        """Return whether a card goes to the upper end of a run: an ace on 2…K does (C.14.141)."""
        above = self.high + 1
        return may_reach(above, self.low, self.high) and face == slot_card(self.suit, above)

    def counts_low(self, face: Card) -> bool:
        """Return whether a card of this meld is an ace as one."""
        return self.form is Form.RUN and self.low == LOW_ACE and rank_of(face) == ACE


def slot_card(suit: int, slot: int) -> Card:
    """Return the card of a slot of a run."""
    return make_card(suit, SLOT_RANKS[slot])


def may_reach(slot: int, low: int, high: int) -> bool:
    """Return whether a run from ``low`` to ``high`` may grow to a slot, the way there filled.

    An ace stands at one end only, and on 2…K it counts high.
    """
    if slot == HIGH_ACE:
        return low > LOW_ACE
    return LOW_ACE < slot < HIGH_ACE or (slot == LOW_ACE and high < KING)


@cache
def run_shape(suit: int, low: int, high: int) -> Shape:
    """Return the run of a suit from one slot to another."""
    ends = [slot for slot in (low - 1, high + 1) if may_reach(slot, low, high)]
    accepts = mask_of({slot_card(suit, slot) for slot in ends})
    return Shape(Form.RUN, accepts, high - low + 1, suit, low, high)


@cache
def set_shape(faces: tuple[Card, ...], identical: bool) -> Shape:
    """Return the set of some cards of one rank; at most four, of different suits (A.003.9).

    With ``identical`` cards the suits may be equal, the limit of four stays (C.8.77, C.8.78).
    """
    accepts = 0
    if len(faces) < MOST_OF_A_KIND:
        accepts = RANK_MASKS[rank_of(faces[0])]
        accepts &= -1 if identical else ~mask_of(set(faces))
    return Shape(Form.SET, accepts, len(faces), faces=faces, identical=identical)


@cache
def joker_shape(size: int) -> Shape:
    """Return the set of jokers where they are not wild (A.003.21)."""
    return Shape(Form.JOKERS, JOKER_BIT if size < MOST_OF_A_KIND else 0, size)


def shape_of(items: Sequence[Item], *, identical: bool) -> Shape:
    """Return the shape of three items that are a meld; jokers by what they stand for."""
    faces = tuple(map(face_of, items))
    first = faces[0]
    if first == JOKER:
        return joker_shape(len(faces))
    if rank_of(first) == rank_of(faces[1]):
        return set_shape(faces, identical)
    low = LOW_ACE if rank_of(first) == ACE else SLOTS_OF_RANK[rank_of(first)][0]
    return run_shape(printed_suit(first), low, low + len(faces) - 1)


def pips(face: Card) -> int:
    """Return what a card is worth: pips, ten for 10-K, fifteen for an ace (A.003.13)."""
    rank = rank_of(face)
    return 15 if rank == ACE else min(rank + 2, 10)
