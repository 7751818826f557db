"""Melds: what they take, what they count, how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cards import (
    COUNT,
    HIGH_ACE,
    JOKER,
    LOW_ACE,
    MATES,
    NUMBER,
    PIPS,
    TRIOS,
    slot_card,
    slot_points,
)

LEAST = 3
FULL_SET = 4
IN_SET = -1
"""Stands for the slot of a card in a set."""
DEALERS_JOKER = "Jo*"


class Meld(NamedTuple):
    """A run of ``suit`` from slot ``low`` to ``high``, or the ``faces`` of a set."""

    suit: int = 0
    low: int = 0
    high: int = 0
    faces: tuple[int, ...] = ()

    @lru_cache(maxsize=4096)  # noqa: B019 - melds are values, and few
    def takes(self, identical: bool) -> dict[int, int]:
        """Return the cards that may be laid off and the slot of each.

        ``identical`` says that a set may hold identical cards of two packs.
        """
        if not self.faces:
            slots = [slot for slot in (self.low - 1, self.high + 1) if self._may_reach(slot)]
            return {slot_card(self.suit, slot): slot for slot in slots}
        if len(self.faces) >= FULL_SET:
            return {}
        first = self.faces[0]
        if first == JOKER:
            return {JOKER: IN_SET}
        rank = (first, *MATES[first])
        return {card: IN_SET for card in rank if identical or card not in self.faces}

    def _may_reach(self, slot: int) -> bool:
        """Return whether a run may grow to a slot: an ace lies at one end only."""
        if slot == HIGH_ACE:
            return self.low > LOW_ACE
        return LOW_ACE < slot < HIGH_ACE or (slot == LOW_ACE and self.high < HIGH_ACE - 1)

    def with_card(self, card: int, slot: int) -> Meld:
        """Return the meld with a card that it takes."""
        if self.faces:
            return self._replace(faces=(*self.faces, card))
        return self._replace(high=slot) if slot > self.high else self._replace(low=slot)

    @property
    def run(self) -> list[int]:
        """The cards of a run, upwards."""
        return [slot_card(self.suit, slot) for slot in range(self.low, self.high + 1)]

    @property
    def points(self) -> int:
        """What the cards count, not doubled; those of jokers are a house rule."""
        if self.faces:
            return sum(PIPS[card] for card in self.faces)
        return sum(slot_points(self.suit, slot) for slot in range(self.low, self.high + 1))

    def worth_of(self, card: int) -> int:
        """Return what a card of the meld counts: an ace as one in the lowest slot one."""
        low_ace = not self.faces and self.low == LOW_ACE and card % COUNT == 0
        return 1 if low_ace else PIPS[card]


def meld_of(faces: Sequence[int]) -> Meld:
    """Return the meld of cards in the order in which it is written."""
    first = faces[0]
    if first == JOKER or first % COUNT == faces[1] % COUNT:
        return Meld(faces=tuple(faces))
    low = first % COUNT
    return Meld(first // COUNT, low, low + len(faces) - 1)


def read_meld(items: Sequence[str]) -> Meld:
    """Return a meld from its cards as the view shows them."""
    return meld_of([face_of(item) for item in items])


def face_of(item: str) -> int:
    """Return the card that a card on the table is or stands for."""
    return NUMBER[item.rpartition("=")[2]]


def card_of(item: str) -> int | None:
    """Return the card that lies on the table for an item; ``None`` for the dealer's joker."""
    how = item.rpartition("=")[0]
    return None if how == DEALERS_JOKER else JOKER if how else NUMBER[item]


def in_order(cards: Sequence[int]) -> list[int]:
    """Return three cards of a meld as it is written: a run upwards, a set by suits."""
    ranks = {card % COUNT for card in cards}
    if len(ranks) == 1:
        return sorted(cards)
    top = HIGH_ACE if COUNT - 1 in ranks else LOW_ACE
    return sorted(cards, key=lambda card: card % COUNT or top)


def thirds(first: int, second: int) -> Iterator[int]:
    """Yield the cards with which two cards are a meld."""
    for pair in TRIOS[first]:
        if second in pair:
            yield pair[0] if pair[1] == second else pair[1]
