"""Cards, actions and the table as text for people, with suit signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from arena.core.cards import CARD_TEXT, SUITS, Card
from arena.games.contract import Action, Seat, Settled
from arena.games.rummy_500.actions import (
    NO_ITEM,
    Item,
    Kind,
    action_text,
    item_text,
    items_of,
    kind_of,
    number_of,
    target_of,
)
from arena.games.rummy_500.scoring import hand_points, table_points
from arena.games.rummy_500.state import RummyState
from arena.games.rummy_500.table import Meld

COLUMN = 7
_SIGNED = str.maketrans(SUITS, "♠♣♦♥")


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards on one line, in the order given: ``10♠ Jo``."""
    return " ".join(CARD_TEXT[card].translate(_SIGNED) for card in cards)


def items_text(items: Iterable[Item]) -> str:
    """Return cards as they lie on the table: ``8♠ Jo=9♠``."""
    return " ".join(item_text(item).translate(_SIGNED) for item in items)


def done_text(state: RummyState, seat: Seat, action: Action) -> str:
    """Return what an action that is about to be done does, with the cards it moves."""
    kind, number = kind_of(action), number_of(action)
    match kind:
        case Kind.DRAW_STOCK:
            return f"stock {cards_text(state.stock[-1:])}"
        case Kind.DRAW_PILE:
            return f"pile {cards_text(state.pile[-number:])}"
        case Kind.USE_SPLIT:
            return f"splits the pile, takes {cards_text(state.pile[-number:])}"
        case Kind.MELD:
            return f"meld {items_text(items_of(action))}"
        case Kind.LAYOFF:
            return f"{items_text(items_of(action))} on {target_of(action)}"
        case Kind.DISCARD:
            return f"discards {cards_text([number])}"
        case Kind.RUMMY:
            (item,) = items_of(action)
            card = cards_text(state.pile[-1:]) if item == NO_ITEM else items_text([item])
            return f"Rummy! {card} on {target_of(action)} by seat {seat}"
    return action_text(action)


def table_lines(melds: Sequence[Meld]) -> list[tuple[str, str]]:
    """Return a label and a text for each meld: its cards, and after them who laid them."""
    lines = []
    for number, meld in enumerate(melds):
        groups = groupby(meld.cards, key=lambda laid: laid.seat)
        words = [f"{items_text(laid.item for laid in cards)} ({seat})" for seat, cards in groups]
        lines.append((f"{number:>3}  ", " ".join(words) + (" sealed" if meld.sealed else "")))
    return lines


def results(state: RummyState, labels: Sequence[str], width: int) -> list[tuple[str, str]]:
    """Return a label and a text for each seat: points on the table and in hand, cards held."""
    heading = "".join(f"{name:>{COLUMN}}" for name in ("table", "hand", "bonus"))
    last = state.log[-1]
    given = last.details["bonus"] if isinstance(last, Settled) else None
    bonus = given if isinstance(given, list) else [0] * len(labels)
    table = table_points(state.rules, state.melds)
    lines = [(" " * width, heading)]
    for seat, label in enumerate(labels):
        hand = state.hands[seat]
        numbers = (table[seat], -hand_points(state.rules, hand), bonus[seat])
        points = "".join(f"{number:>{COLUMN}}".replace("-", "−") for number in numbers)
        lines.append((f"{label:<{width}}{points}  ", cards_text(hand)))
    return lines
