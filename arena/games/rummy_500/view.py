"""What one seat may know, built up from public facts and that seat's own cards.

Nothing here starts from the full state and takes away: every field is put in by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.core.cards import CARD_TEXT, Card
from arena.games.contract import Seat
from arena.games.rummy_500.actions import item_text
from arena.games.rummy_500.table import Meld

if TYPE_CHECKING:
    from arena.games.rummy_500.state import RummyState


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld: its cards in order (``Jo=8H``: a joker as 8H) and the seat that laid each.

    A ``sealed`` one counts double and takes no more cards.
    """

    cards: list[str]
    laid_by: list[int]
    sealed: bool


@dataclass(frozen=True, slots=True)
class RummyView:
    """All that a seat may know of a game of 500 Rum when it is asked.

    ``partners`` are the other seats of this seat's side; ``turn`` is the seat whose turn it is,
    ``turns_left`` counts the turns of the deal after it. ``stock`` is a number of cards, the last
    card of ``pile`` is its top; ``melds`` stand by their numbers. ``known[seat]`` are the cards
    that the seat took from the pile and still holds. ``must_table`` is the card that must reach the
    table in this turn, ``not_discard`` the one that this seat may not discard. ``hand`` is empty
    until the dealer has named the gambit's ``effect``; ``dealers_joker`` is ready, used or blocked.
    ``out_of_play`` are the cards that a split or a block took away.
    """

    seat: int
    partners: list[int]
    deal: int
    dealer: int
    scores: list[int]
    turn: int
    turns_left: int
    hand: list[str]
    hand_sizes: list[int]
    known: list[list[str]]
    stock: int
    pile: list[str]
    melds: list[TableMeld]
    must_table: str | None
    not_discard: str | None
    effect: str | None
    dealers_joker: str | None
    out_of_play: list[str]


def build_view(state: RummyState, seat: Seat) -> RummyView:
    """Return the view of a seat (C.11b.110b)."""
    rules = state.rules
    side = rules.sides[state.side_of[seat]]
    blind = state.phase == "gambit" or not state.hands
    return RummyView(
        seat=seat,
        partners=[partner for partner in side if partner != seat],
        deal=state.number,
        dealer=state.dealer,
        scores=[state.scores[state.side_of[s]] for s in range(rules.players)],
        turn=state.turn,
        turns_left=rules.max_turns * rules.players - state.turns,
        hand=[] if blind else state.hands[seat].texts(),
        hand_sizes=[len(hand) for hand in state.hands],
        known=[known.texts() for known in state.known],
        stock=len(state.stock),
        pile=[CARD_TEXT[card] for card in state.pile],
        melds=[_table_meld(meld) for meld in state.melds],
        must_table=_name(state.duty),
        not_discard=_name(state.banned) if seat == state.turn else None,
        effect=state.effect,
        dealers_joker=None if state.star is None else str(state.star),
        out_of_play=[CARD_TEXT[card] for card in state.out_of_play],
    )


def _table_meld(meld: Meld) -> TableMeld:
    return TableMeld(
        [item_text(laid.item) for laid in meld.cards],
        [laid.seat for laid in meld.cards],
        meld.sealed,
    )


def _name(card: Card | None) -> str | None:
    return None if card is None else CARD_TEXT[card]
