"""What may be done: the one place that knows. Nothing listed here leads to a dead end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.core.cards import JOKER, JOKER_BIT, Card, cards_in
from arena.games.contract import Action
from arena.games.rummy_500.actions import (
    BLOCK,
    DISCARD,
    DRAW_PILE,
    DRAW_STOCK,
    EFFECTS,
    GAMBIT,
    ITEM_BITS,
    JOKER_AS,
    LAYOFF,
    NO_ITEM,
    PASS,
    RUMMY,
    STAR_AS,
    USE_DOUBLE,
    USE_SPLIT,
)
from arena.games.rummy_500.combinations import melds_in
from arena.games.rummy_500.finish import finishing, open_shapes, table_of
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import Form

if TYPE_CHECKING:
    from arena.games.rummy_500.state import RummyState


def find_legal(state: RummyState) -> list[Action]:
    """Return every legal action in a fixed order; empty when nothing is due."""
    match state.phase:
        case "gambit":
            return [GAMBIT | index for index in range(len(EFFECTS))]
        case "draw":
            found = draws(state)
            return [*found, *([] if state.stock else [PASS]), *_specials(state)]
        case "meld":
            return _meld_phase(state)
        case "claim":
            return [PASS, *claims(state)]
    return []


# -- draws -----------------------------------------------------------------------------------------


def draws(state: RummyState) -> list[Action]:
    """Return the ways to draw: the stock, each depth of the pile, each split of it."""
    found = [DRAW_STOCK] if state.stock else []
    free_top = bool(state.stock) and not state.rules.top_card_duty
    for number, fits in _depths(state, star=state.star_is_wild()):
        if fits or (number == 1 and free_top):
            found.append(DRAW_PILE | number)
    if state.dealer_may_use("split"):
        found += [USE_SPLIT | number for number, fits in _depths(state, star=False) if fits]
    return found


def _depths(state: RummyState, *, star: bool) -> Iterator[tuple[int, bool]]:
    """Yield each depth of the pile, the top first, and whether that card could be tabled."""
    hand = state.hands[state.turn].copy()
    table = table_of(state, open_shapes(state))
    for number, card in enumerate(reversed(state.pile), 1):
        hand.add(card)
        yield number, table.can_table(card, hand, star)


# -- after the draw --------------------------------------------------------------------------------


def _meld_phase(state: RummyState) -> list[Action]:
    hand, star = state.hands[state.turn], state.star_is_wild()
    found = melds_in(hand, star, wild=state.wild, identical=state.identical)
    found += _layoffs(state, hand, star)
    found = finishing(state, found)
    if state.duty is None:
        found += [DISCARD | card for card in _discards(state, hand)]
    return found + finishing(state, _specials(state))


def _discards(state: RummyState, hand: Hand) -> list[Card]:
    """Return what may be discarded: not the very card taken from the top (C.14.142)."""
    cards = [*cards_in(hand.cards), *[JOKER] * (hand.jokers > 0)]
    if state.banned is not None:
        cards.remove(state.banned)
    return cards


def _layoffs(state: RummyState, hand: Hand, star: bool) -> list[Action]:
    """Return every lay-off on the table's melds, in the order of the melds."""
    found = []
    wild = state.wild
    own = hand.cards | (JOKER_BIT if hand.jokers else 0)
    for number, meld in enumerate(state.melds):
        accepts = 0 if meld.sealed else meld.shape.accepts
        base = LAYOFF | number << ITEM_BITS
        if accepts & own:
            found += [base | card for card in cards_in(accepts & own)]
        if wild and accepts and (hand.jokers or star):
            hows = [JOKER_AS] * (hand.jokers > 0) + [STAR_AS] * star
            found += [base | how | face for how in hows for face in cards_in(accepts)]
    return found


def _specials(state: RummyState) -> list[Action]:
    """Return what the dealer's joker allows in any part of a turn: double, or a block."""
    if state.dealer_may_use("double"):
        return [USE_DOUBLE | n for n, meld in enumerate(state.melds) if not meld.sealed]
    hand = state.hands[state.turn]
    ready = state.star == "ready" and state.turn != state.dealer
    return [BLOCK] if ready and hand.jokers and len(hand) > 1 else []


# -- the claim window ------------------------------------------------------------------------------


def claims(state: RummyState) -> list[Action]:
    """Return the ways to lay the card just discarded on a meld (C.11.100, C.14.143)."""
    card, found = state.pile[-1], []
    for number, meld in enumerate(state.melds):
        accepts = 0 if meld.sealed else meld.shape.accepts
        base = RUMMY | number << ITEM_BITS
        if card == JOKER and meld.shape.form is not Form.JOKERS:
            wild = accepts if state.wild else 0
            found += [base | JOKER_AS | face for face in cards_in(wild)]
        elif accepts >> card & 1:
            found.append(base | NO_ITEM)
    return found
