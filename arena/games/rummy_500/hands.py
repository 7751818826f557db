"""A hand of one or two packs and jokers: which cards are held at all, which twice, how many jokers.

Identical cards are interchangeable, so that a hand is two masks and a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.core.cards import CARD_TEXT, JOKER, Card, Mask, cards_in


@dataclass(slots=True)
class Hand:
    """Cards without an order; ``cards`` are held at least once, ``twins`` twice."""

    cards: Mask = 0
    twins: Mask = 0
    jokers: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """Return a hand of some cards."""
        hand = cls()
        for card in cards:
            hand.add(card)
        return hand

    def __len__(self) -> int:
        return self.cards.bit_count() + self.twins.bit_count() + self.jokers

    def count(self, card: Card) -> int:
        """Return how many of a card are held."""
        if card == JOKER:
            return self.jokers
        return (self.cards >> card & 1) + (self.twins >> card & 1)

    def add(self, card: Card) -> None:
        """Take a card into the hand."""
        if card == JOKER:
            self.jokers += 1
            return
        bit = 1 << card
        self.twins |= self.cards & bit
        self.cards |= bit

    def remove(self, card: Card) -> None:
        """Give away a card that is held."""
        if card == JOKER:
            self.jokers -= 1
        elif self.twins >> card & 1:
            self.twins ^= 1 << card
        else:
            self.cards ^= 1 << card

    def copy(self) -> Hand:
        """Return a hand of the same cards."""
        return Hand(self.cards, self.twins, self.jokers)

    def __iter__(self) -> Iterator[Card]:
        cards = [*cards_in(self.cards), *cards_in(self.twins)]
        return iter(sorted(cards) + [JOKER] * self.jokers)

    def texts(self) -> list[str]:
        """Return the cards as text, in ascending order, jokers last."""
        return [CARD_TEXT[card] for card in self] if self.cards or self.jokers else []
