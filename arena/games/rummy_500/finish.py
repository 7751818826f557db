"""Which actions of a turn leave a way to finish it.

A turn can be finished when its duty can be met, and when something else than the card just taken
from the top is left to discard, unless that card can be laid off (C.9.87, C.14.142).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.core.cards import JOKER, Card
from arena.games.contract import Action
from arena.games.rummy_500.actions import (
    BLOCK,
    STAR_AS,
    Item,
    Kind,
    card_of,
    face_of,
    items_of,
    kind_of,
    number_of,
    target_of,
)
from arena.games.rummy_500.duty import Openings, openings
from arena.games.rummy_500.melds import LEAST, Shape, shape_of

if TYPE_CHECKING:
    from arena.games.rummy_500.state import RummyState


def finishing(state: RummyState, actions: list[Action]) -> list[Action]:
    """Return those actions of the meld phase after which the turn can still be finished."""
    if not actions:
        return actions
    if state.duty is None:
        few = len(state.hands[state.turn]) <= LEAST + 1
        if state.banned is None or not few:
            return actions
    table = table_of(state, open_shapes(state))
    return [action for action in actions if _can_finish(state, table, action)]


def table_of(state: RummyState, shapes: Iterable[Shape]) -> Openings:
    """Return what some melds take under the rules of the game."""
    return openings(shapes, wild=state.wild, identical=state.identical)


def open_shapes(state: RummyState) -> list[Shape]:
    """Return the shapes of the melds that take lay-offs."""
    return [meld.shape for meld in state.melds if not meld.sealed]


def _can_finish(state: RummyState, table: Openings, action: Action) -> bool:
    """Return whether the turn can still be finished after an action of the meld phase."""
    items = items_of(action)
    cards = [JOKER] if action == BLOCK else [*map(card_of, items)]
    if state.duty is not None and state.duty in cards and action != BLOCK:
        return True
    hand = state.hands[state.turn].copy()
    for card in cards:
        if card is not None:
            hand.remove(card)
    need: Card | None = state.duty
    if need is None and len(hand) == 1 and state.banned is not None and hand.count(state.banned):
        need = state.banned
    if need is None:
        return True
    star = state.star_is_wild() and all(item < STAR_AS for item in items)
    if kind_of(action) == Kind.MELD and table.can_table(need, hand, star):
        return True  # a new meld takes nothing from the others
    return table_of(state, _shapes_after(state, action, items)).can_table(need, hand, star)


def _shapes_after(state: RummyState, action: Action, items: tuple[Item, ...]) -> list[Shape]:
    """Return the shapes that take lay-offs once an action is done."""
    kind = kind_of(action)
    if kind == Kind.MELD:
        return [*open_shapes(state), shape_of(items, identical=state.identical)]
    changed = number_of(action) if kind == Kind.USE_DOUBLE else -1
    shapes = [m.shape for n, m in enumerate(state.melds) if not m.sealed and n != changed]
    if kind == Kind.LAYOFF:
        old = state.melds[target_of(action)].shape
        shapes[shapes.index(old)] = old.extended(face_of(items[0]))
    return shapes
