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
from arena.games.contract import Seat
from arena.games.five_hundred.bids import (
    BID_TEXT,
    MISERE,
    NO_TRUMPS,
    OPEN_MISERE,
    Bid,
    denomination_of,
)
from arena.games.five_hundred.deal_state import DealState
from arena.games.five_hundred.trumps import NO_SUIT, strength_under, suit_under

COLUMN = 26
ROOM = 3 * COLUMN
"""The columns of a page, beside its margin of two."""

SIGNS = "♠♣♦♥"
VOID = "–"
ROWS = (NO_SUIT, 0, 3, 2, 1)
"""The lines of a hand: a joker without a suit, then the suits, black and red in turn."""

_SIGNED = str.maketrans("SCDH", SIGNS)


def hands_text(state: DealState, labels: Sequence[str]) -> list[str]:
    """Return the hands as lines: four around the table, of others as many side by side as fit.

    The declarer's hand is shown after the exchange, once that is complete; before, as dealt. A dead
    hand comes last.
    """
    hands = [[label, *_holding(state, hand_of(state, seat))] for seat, label in enumerate(labels)]
    if state.rules.dead_hands:
        hands.append(["dead hand", *_holding(state, mask_of(state.deal.aside))])
    return _around_table(hands) if state.rules.players == 4 else _side_by_side(hands)


def hand_of(state: DealState, seat: Seat) -> Mask:
    """Return the ten cards that a seat played with, or was dealt while the exchange goes on."""
    hand = mask_of(state.deal.hands[seat])
    exchanged = state.discarded.bit_count() == state.rules.kitty
    return (hand | state.kitty) & ~state.discarded if exchanged and seat == state.declarer else hand


def cards_text(state: DealState, cards: Mask) -> str:
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


def _around_table(hands: Sequence[Sequence[str]]) -> list[str]:
    """Return four hands with seat 0 at the top, then clockwise."""
    top, right, bottom, left = hands
    between = zip_longest(left, right, fillvalue="")
    return [
        *(" " * COLUMN + line for line in top),
        *(f"{west:<{2 * COLUMN}}{east}" for west, east in between),
        *(" " * COLUMN + line for line in bottom),
    ]


def _side_by_side(hands: Sequence[Sequence[str]]) -> list[str]:
    """Return hands in rows of three, or of two when a suit is too long for that."""
    column = max(COLUMN, 2 + max(len(line) for hand in hands for line in hand))
    abreast = ROOM // column
    lines: list[str] = []
    for first in range(0, len(hands), abreast):
        row = zip_longest(*hands[first : first + abreast], fillvalue="")
        lines += ["", *("".join(f"{cell:<{column}}" for cell in cells) for cells in row)]
    return lines[1:]


def _holding(state: DealState, hand: Mask) -> list[str]:
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


def _by_suit(state: DealState, cards: Mask) -> list[tuple[int, list[Card]]]:
    """Return the suits in the order shown, trumps first, each with its cards high to low."""
    trump = NO_TRUMPS if state.contract is None else denomination_of(state.contract)
    joker_suit = state.card_play.joker_suit if state.card_play is not None else NO_SUIT
    falling = sorted(cards_in(cards), key=lambda card: -strength_under(card, trump))
    return [
        (suit, [card for card in falling if suit_under(card, trump, joker_suit) == suit])
        for suit in sorted(ROWS, key=lambda suit: suit not in (NO_SUIT, trump))
    ]
