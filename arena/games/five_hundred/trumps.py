"""What a card is under a contract: its suit and its strength, in exactly two pure functions.

``Order`` holds their results as tables for one contract, so that play is table look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from arena.core.cards import JACK, JOKER, Card, Mask, mask_of, printed_suit, rank_of
from arena.games.five_hundred.bids import NO_TRUMPS

NO_SUIT = 4
CARDS = range(JOKER + 1)
TRUMP_POWER = 100


def suit_under(card: Card, trump: int, joker_suit: int = NO_SUIT) -> int:
    """Return the suit a card belongs to (A.004.3): the left bower and the joker are trumps.

    At no trumps the joker has no suit (4) unless it was given one: ``joker_suit``.
    """
    if card == JOKER:
        return trump if trump != NO_TRUMPS else joker_suit
    if trump != NO_TRUMPS and card == left_bower(trump):
        return trump
    return printed_suit(card)


def strength_under(card: Card, trump: int) -> int:
    """Return a card's rank within its suit: joker, right bower, left bower, A K Q … (A.004.3)."""
    if card == JOKER:
        return 20
    if trump != NO_TRUMPS and card == right_bower(trump):
        return 18
    if trump != NO_TRUMPS and card == left_bower(trump):
        return 17
    return rank_of(card) + 1


def right_bower(trump: int) -> Card:
    """Return the jack of trumps."""
    return 16 * trump + JACK


def left_bower(trump: int) -> Card:
    """Return the other jack of the trump suit's colour: S-C and D-H are the pairs."""
    return 16 * (trump ^ 1) + JACK


@dataclass(frozen=True, slots=True)
class Order:
    """The tables of one contract.

    ``suits[card]`` is the effective suit, ``masks[suit]`` its cards, and ``power[led][card]`` what
    a card is worth to a led suit: 0 cannot win, the highest number wins the trick.
    """

    suits: tuple[int, ...]
    masks: tuple[Mask, ...]
    power: tuple[tuple[int, ...], ...]


@cache
def order(trump: int, joker_suit: int = NO_SUIT) -> Order:
    """Return the tables of a trump suit (0…3) or no trumps (4), and the joker's given suit."""
    suits = tuple(suit_under(card, trump, joker_suit) for card in CARDS)
    masks = tuple(mask_of(card for card in CARDS if suits[card] == suit) for suit in range(4))
    power = tuple(
        tuple(_power(card, trump, suits[card], led) for card in CARDS) for led in range(4)
    )
    return Order(suits, masks, power)


def _power(card: Card, trump: int, suit: int, led: int) -> int:
    """Return a card's worth to a led suit; a joker without a suit tops all (A.004.4)."""
    strength = strength_under(card, trump)
    if suit == NO_SUIT:
        return TRUMP_POWER + strength
    if suit == trump:
        return TRUMP_POWER + strength
    return strength if suit == led else 0
