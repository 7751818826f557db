"""Cards, bids and hands as text for people: suit signs, trumps first, high to low."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from arena.core.cards import (
    CARD_TEXT,
    JOKER,
    RANKS,
    Card,
    Mask,
    cards_in,
    mask_of,
    printed_suit,
    rank_of,
)
from arena.games.contract import Deal, Seat
from arena.games.five_hundred.bids import (
    BID_TEXT,
    MISERE,
    NO_TRUMPS,
    OPEN_MISERE,
    Bid,
    denomination_of,
)
from arena.games.five_hundred.state import FiveHundredState, Phase
from arena.games.five_hundred.trumps import NO_SUIT, strength_under, suit_under

COLUMN = 26
SIGNS = "♠♣♦♥"
VOID = "–"
ROWS = (NO_SUIT, 0, 3, 2, 1)
"""The lines of a hand: a joker without a suit, then the suits, black and red in turn."""

_SIGNED = str.maketrans("SCDH", SIGNS)


def hands_around_table(state: FiveHundredState, deal: Deal, labels: Sequence[str]) -> list[str]:
    """Return the four hands as lines, seat 0 at the top, then clockwise.

    The declarer's hand is shown after the exchange, once that is complete; before, as dealt.
    """
    top, right, bottom, left = (
        [label, *_holding(state, _hand(state, deal, seat))] for seat, label in enumerate(labels)
    )
    between = zip_longest(left, right, fillvalue="")
    return [
        *(" " * COLUMN + line for line in top),
        *(f"{west:<{2 * COLUMN}}{east}" for west, east in between),
        *(" " * COLUMN + line for line in bottom),
    ]


def cards_text(state: FiveHundredState, cards: Mask) -> str:
    """Return cards on one line in the order of a hand, each with its suit."""
    return " ".join(
        card_sign(CARD_TEXT[card]) for _, suit in _by_suit(state, cards) for card in suit
    )


def card_sign(word: str) -> str:
    """Return a card of the protocol as shown: ``10♠``, ``Jo``, and ``Jo(♥)`` for ``Jo=H``."""
    joker, named, suit = word.translate(_SIGNED).partition("=")
    return f"{joker}({suit})" if named else joker


def bid_sign(bid: Bid) -> str:
    """Return a bid as shown: ``8♠``, ``7NT``, ``misère``, ``open misère``."""
    misere = {MISERE: "misère", OPEN_MISERE: "open misère"}
    return misere.get(bid, BID_TEXT[bid].translate(_SIGNED))


def _hand(state: FiveHundredState, deal: Deal, seat: Seat) -> Mask:
    hand = mask_of(deal.hands[seat])
    exchanged = state.discarded.bit_count() == state.rules.kitty_size
    return (hand | state.kitty) & ~state.discarded if exchanged and seat == state.declarer else hand


def _holding(state: FiveHundredState, hand: Mask) -> list[str]:
    """Return a hand as a line for each suit; a joker without a suit stands alone."""
    lines = []
    for suit, cards in _by_suit(state, hand):
        words = [_within(suit, card) for card in cards]
        lines += words if suit == NO_SUIT else [f"{SIGNS[suit]} {' '.join(words) or VOID}"]
    return lines


def _within(suit: int, card: Card) -> str:
    """Return a card on the line of a suit: its rank, but a joker or left bower in full."""
    own = card != JOKER and printed_suit(card) == suit
    return RANKS[rank_of(card)] if own else card_sign(CARD_TEXT[card])


def _by_suit(state: FiveHundredState, cards: Mask) -> list[tuple[int, list[Card]]]:
    """Return the suits in the order shown, trumps first, each with its cards high to low."""
    trump = NO_TRUMPS
    if state.contract is not None and state.phase is not Phase.AUCTION:
        trump = denomination_of(state.contract)
    joker_suit = state.card_play.joker_suit if state.card_play is not None else NO_SUIT
    falling = sorted(cards_in(cards), key=lambda card: -strength_under(card, trump))
    return [
        (suit, [card for card in falling if suit_under(card, trump, joker_suit) == suit])
        for suit in sorted(ROWS, key=lambda suit: suit not in (NO_SUIT, trump))
    ]
