"""Cards as small integers, hands as bit masks, text at the edges.

A card is ``16 * suit + rank`` with suits S C D H = 0…3 and ranks in ascending plain order
2 … 10, 11, 12, 13, J, Q, K, A = 0…15 (the pips 11-13 exist only in the 63-card pack, A.002.1).
The joker is 64. Bit ``1 << card`` stands for a card in a mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Card = int
Mask = int

SUITS = "SCDH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
JACK = RANKS.index("J")
JOKER: Card = 64
JOKER_BIT: Mask = 1 << JOKER

CARD_TEXT = (*(rank + suit for suit in SUITS for rank in RANKS), "Jo")
CARD_OF = {text: card for card, text in enumerate(CARD_TEXT)}
SUIT_MASKS: tuple[Mask, ...] = tuple(0xFFFF << (16 * suit) for suit in range(4))


def make_card(suit: int, rank: int) -> Card:
    """Return the card of a suit index (0…3) and a rank index (0…15)."""
    return 16 * suit + rank


def printed_suit(card: Card) -> int:
    """Return the suit index printed on a card; the joker, which has none, gives 4."""
    return card >> 4


def rank_of(card: Card) -> int:
    """Return the rank index of a card that is not the joker."""
    return card & 15


def mask_of(cards: Iterable[Card]) -> Mask:
    """Return the mask of a collection of distinct cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """Return the cards of a mask in ascending order: S C D H, low to high, joker last.

    Suit by suit, since the few thousand holdings of one suit that occur are remembered.
    """
    spades, clubs, diamonds, hearts = SUIT_MASKS
    return (
        *_holding(mask & spades),
        *_holding(mask & clubs),
        *_holding(mask & diamonds),
        *_holding(mask & hearts),
        *_holding(mask & JOKER_BIT),
    )


@cache
def _holding(mask: Mask) -> tuple[Card, ...]:
    """Return the cards of one suit's part of a mask."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def texts(mask: Mask) -> list[str]:
    """Return the cards of a mask as text, in ascending order."""
    return [CARD_TEXT[card] for card in cards_in(mask)]


def parse_cards(words: Iterable[str]) -> list[Card]:
    """Parse cards such as ``10H``, ``JD`` and ``Jo``; ``KeyError`` names one that is none."""
    return [CARD_OF[word] for word in words]
