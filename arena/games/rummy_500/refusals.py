"""Why an action is refused: the rule behind it and a sentence, for people.

Legality is decided elsewhere (``legal``); this module only explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.core.cards import CARD_TEXT, JOKER, Card, printed_suit, rank_of
from arena.games.contract import Action, Violation
from arena.games.rummy_500.actions import (
    BLOCK,
    JOKER_AS,
    NO_ITEM,
    STAR_AS,
    Item,
    Kind,
    action_text,
    card_of,
    face_of,
    item_text,
    items_of,
    kind_of,
    number_of,
    target_of,
)
from arena.games.rummy_500.melds import SLOT_RANKS
from arena.games.rummy_500.table import Meld, set_order

if TYPE_CHECKING:
    from arena.games.rummy_500.state import RummyState

PHASES: dict[int, tuple[str, ...]] = {
    Kind.DRAW_STOCK: ("draw",),
    Kind.DRAW_PILE: ("draw",),
    Kind.PASS: ("draw", "claim"),
    Kind.MELD: ("meld",),
    Kind.LAYOFF: ("meld",),
    Kind.DISCARD: ("meld",),
    Kind.RUMMY: ("claim",),
    Kind.GAMBIT: ("gambit",),
    Kind.USE_DOUBLE: ("draw", "meld"),
    Kind.USE_SPLIT: ("draw",),
    Kind.BLOCK: ("draw", "meld"),
}
"""The phases that each kind of action answers."""
RUNS = {SLOT_RANKS[low : low + 3] for low in range(len(SLOT_RANKS) - 2)}


def explain(state: RummyState, action: Action) -> Violation:
    """Return the reason why an action that is not in the legal list is refused."""
    try:
        text = action_text(action)
    except KeyError:
        return Violation("no-action", "protocol", "this is no action of 500 Rum")
    kind = kind_of(action)
    if state.phase not in PHASES[kind]:
        text = f"{text!r} does not answer what is due: {state.phase}"
        return Violation("wrong-phase", "A.003.6", text)
    if kind in (Kind.DRAW_STOCK, Kind.DRAW_PILE, Kind.PASS):
        return _refused_draw(state, action)
    if kind in (Kind.USE_DOUBLE, Kind.USE_SPLIT, Kind.BLOCK):
        return _refused_gambit(state, action)
    if kind == Kind.DISCARD:
        return _refused_discard(state, number_of(action))
    if kind == Kind.RUMMY:
        return _refused_target(state, action, items_of(action)[0])
    return _not_held(state, action) or _refused_lay(state, action)


# -- draws -----------------------------------------------------------------------------------------


def _refused_draw(state: RummyState, action: Action) -> Violation:
    if kind_of(action) == Kind.PASS:
        text = "a turn begins with a draw; only an empty stock lets it pass"
        return Violation("must-draw", "A.003.6", text)
    if kind_of(action) == Kind.DRAW_STOCK:
        return Violation("no-stock", "C.14.140", "the stock is empty")
    return _refused_depth(state, number_of(action))


def _refused_depth(state: RummyState, number: int) -> Violation:
    if not 1 <= number <= len(state.pile):
        text = f"the pile has {len(state.pile)} cards, not {number}"
        return Violation("no-such-card", "A.003.7", text)
    card = CARD_TEXT[state.pile[-number]]
    text = f"{card} must reach the table in the turn in which it is taken, and it cannot"
    return Violation("cannot-table", "A.003.7, C.9.87", text)


# -- cards on the table ----------------------------------------------------------------------------


def _not_held(state: RummyState, action: Action) -> Violation | None:
    """Return the refusal of cards that the seat does not have, or ``None`` when it has all."""
    items = items_of(action)
    if sum(item >= STAR_AS for item in items) > state.star_is_wild():
        text = "Jo* is the dealer's joker: his own, once, and only where it is wild"
        return Violation("no-dealers-joker", "A.003.17", text)
    cards = Counter(card for item in items if (card := card_of(item)) is not None)
    for card, count in cards.items():
        if state.hands[state.turn].count(card) < count:
            return _lacks(card)
    return None


def _lacks(card: Card) -> Violation:
    return Violation("not-held", "A.003.6", f"{CARD_TEXT[card]} is not in the hand")


def _refused_lay(state: RummyState, action: Action) -> Violation:
    """Return the refusal of a meld or a lay-off of cards that the seat has."""
    items = items_of(action)
    if kind_of(action) == Kind.MELD:
        fault = _meld_fault(state, items)
        if fault is not None:
            return fault
    elif not _fits(state, target_of(action), items[0]):
        return _refused_target(state, action, items[0])
    return _dead_end(state)


def _dead_end(state: RummyState) -> Violation:
    if state.duty is not None:
        card = CARD_TEXT[state.duty]
        return Violation("duty", "A.003.7", f"after that {card} could not reach the table any more")
    text = "that would leave nothing but the card just taken, which may not be discarded"
    return Violation("dead-end", "C.14.142", text)


def _meld_fault(state: RummyState, items: Sequence[Item]) -> Violation | None:
    """Return why three cards are no meld as they are written, or ``None`` when they are one."""
    faces = list(map(face_of, items))
    if JOKER in faces:
        if set(faces) == {JOKER} and not state.rules.jokers_wild:
            return None
        text = "a joker on the table stands for a card: write Jo=8H"
        if not state.rules.jokers_wild:
            text = "jokers meld with jokers only"
        return Violation("joker", "A.003.21, C.8.79", text)
    if any(item >= JOKER_AS for item in items) and not state.rules.jokers_wild:
        return Violation("joker", "A.003.21", "jokers are not wild here")
    if all(item >= JOKER_AS for item in items):
        return Violation("joker", "C.8.79", "a meld has at least one card that is no joker")
    ranks = tuple(map(rank_of, faces))
    if len(set(ranks)) == 1:
        return _set_fault(state, items)
    if len(set(map(printed_suit, faces))) == 1 and ranks in RUNS:
        return None
    words = " ".join(map(item_text, items))
    text = f"{words} is no run in ascending order and no set"
    return Violation("no-meld", "A.003.9, A.003.1", text)


def _set_fault(state: RummyState, items: Sequence[Item]) -> Violation | None:
    faces = list(map(face_of, items))
    if len(set(faces)) < len(faces) and not state.rules.identical_in_sets:
        return Violation("identical", "C.14.141", "the cards of a set differ in suit")
    if list(items) != sorted(items, key=set_order):
        text = "the cards of a set are written in the order S C D H, a joker after its like"
        return Violation("order", "protocol", text)
    return None


def _fits(state: RummyState, number: int, item: Item) -> bool:
    """Return whether an item can be laid off on a meld of that number."""
    if number >= len(state.melds) or (item >= JOKER_AS and not state.rules.jokers_wild):
        return False
    meld = state.melds[number]
    return not meld.sealed and bool(meld.shape.accepts >> face_of(item) & 1)


def _refused_target(state: RummyState, action: Action, item: Item) -> Violation:
    """Return the refusal of a card that does not go on the meld named."""
    number = target_of(action)
    if number >= len(state.melds):
        text = f"there is no meld {number}: the table has {len(state.melds)}"
        return Violation("no-such-meld", "protocol", text)
    meld = state.melds[number]
    if meld.sealed:
        return Violation("sealed", "A.003.17", f"meld {number} is sealed by the dealer's joker")
    word = CARD_TEXT[state.pile[-1]] if item == NO_ITEM else item_text(item)
    text = f"{word} does not fit meld {number}, {_cards(meld)}"
    return Violation("no-fit", "A.003.9, A.003.10", text)


def _cards(meld: Meld) -> str:
    return " ".join(item_text(laid.item) for laid in meld.cards)


def _refused_discard(state: RummyState, card: Card) -> Violation:
    if not state.hands[state.turn].count(card):
        return _lacks(card)
    if state.duty is not None:
        text = f"{CARD_TEXT[state.duty]} was taken from the pile and must reach the table first"
        return Violation("duty", "A.003.7", text)
    text = f"{CARD_TEXT[card]} was taken from the top of the pile in this turn"
    return Violation("re-discard", "C.14.142", text)


# -- the dealer's joker ----------------------------------------------------------------------------


def _refused_gambit(state: RummyState, action: Action) -> Violation:
    if state.star is None:
        return Violation("no-gambit", "A.003.16", "there is no dealer's joker in this game")
    if state.star != "ready":
        text = f"the dealer's joker is {state.star} already"
        return Violation("joker-gone", "A.003.18, C.14.144", text)
    if action == BLOCK:
        return _refused_block(state)
    kind = kind_of(action)
    if not state.dealer_may_use("double" if kind == Kind.USE_DOUBLE else "split"):
        text = f"only the dealer uses his joker, and its effect is {state.effect}"
        return Violation("not-yours", "A.003.16, A.003.17", text)
    if kind == Kind.USE_SPLIT:
        return _refused_depth(state, number_of(action))
    if number_of(action) >= len(state.melds):
        text = f"there is no meld {number_of(action)}: the table has {len(state.melds)}"
        return Violation("no-such-meld", "protocol", text)
    return _dead_end(state)


def _refused_block(state: RummyState) -> Violation:
    hand = state.hands[state.turn]
    if state.turn == state.dealer:
        return Violation("own-joker", "C.14.144", "the dealer does not block his own joker")
    if not hand.jokers:
        return _lacks(JOKER)
    if len(hand) == 1:
        return Violation("last-card", "C.14.144", "the last card cannot be a block")
    return _dead_end(state)
