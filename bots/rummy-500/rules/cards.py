"""Cards as the protocol writes them, as numbers, and which of them are melds together.

A card is ``13 * suit + rank``, the ace lowest; the joker is ``JOKER``. A run lies in *slots* of its
suit: 0 is the ace as one, 1-12 are two to king, 13 is the ace as fourteen.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

SUITS = "SCDH"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COUNT = len(RANKS)
JOKER = COUNT * len(SUITS)
LOW_ACE, HIGH_ACE = 0, COUNT
CARDS = range(JOKER)
TEXT = (*(rank + suit for suit in SUITS for rank in RANKS), "Jo")
NUMBER = {text: card for card, text in enumerate(TEXT)}
PIPS = (*(15 if card % COUNT == 0 else min(card % COUNT + 1, 10) for card in CARDS), 0)
"""What each card is worth in hand, in a set or high in a run; a joker's worth is a house rule."""
MATES = tuple(tuple(o for o in CARDS if o != c and o % COUNT == c % COUNT) for c in CARDS)
"""The cards of the same rank."""


def slot_card(suit: int, slot: int) -> int:
    """Return the card of a slot of a run."""
    return COUNT * suit + slot % COUNT


def slot_points(suit: int, slot: int) -> int:
    """Return what the card of a slot counts: an ace in the lowest is one."""
    return 1 if slot == LOW_ACE else PIPS[slot_card(suit, slot)]


def _windows(card: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cards with which a card is a run of three."""
    suit, pairs = card // COUNT, set()
    for low in range(HIGH_ACE - 1):
        run = [slot_card(suit, slot) for slot in range(low, low + 3)]
        if card in run:
            first, second = (other for other in run if other != card)
            pairs.add((first, second))
    return tuple(sorted(pairs))


WINDOWS = tuple(map(_windows, CARDS))
TRIOS = tuple((*WINDOWS[card], *combinations(MATES[card], 2)) for card in CARDS)
"""The pairs of cards with which each card is a meld of three."""
NEAR = tuple(frozenset(card for pair in pairs for card in pair) for pairs in TRIOS)
"""The cards that can lie in a meld of three with each card."""


def numbers(texts: Iterable[str]) -> list[int]:
    """Return cards written as texts as numbers."""
    return [NUMBER[text] for text in texts]
