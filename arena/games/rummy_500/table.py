"""The melds on the table: which card was laid by whom and when."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass

from arena.core.cards import printed_suit
from arena.games.contract import Seat
from arena.games.rummy_500.actions import JOKER_AS, Item, face_of
from arena.games.rummy_500.melds import MOST_OF_A_KIND, Form, Shape


@dataclass(frozen=True, slots=True)
class Laid:
    """One card on the table: the item, who laid it, in which turn of the deal."""

    item: Item
    seat: Seat
    turn: int


@dataclass(slots=True)
class Meld:
    """One meld, its cards in the order shown; a sealed one takes no more cards (A.003.17)."""

    shape: Shape
    cards: list[Laid]
    turn: int
    sealed: bool = False

    def lay_off(self, laid: Laid) -> None:
        """Put a card on the meld, which its shape accepts."""
        face = face_of(laid.item)
        if self.shape.form is not Form.RUN:
            insort(self.cards, laid, key=lambda one: set_order(one.item))
        elif self.shape.takes_high(face):
            self.cards.append(laid)
        else:
            self.cards.insert(0, laid)
        self.shape = self.shape.extended(face)

    @property
    def is_four(self) -> bool:
        """Whether the meld is four of a kind."""
        return self.shape.form is not Form.RUN and self.shape.size == MOST_OF_A_KIND

    @property
    def of_one_turn(self) -> bool:
        """Whether all cards were laid together: by one player within one turn."""
        return len({(laid.seat, laid.turn) for laid in self.cards}) == 1


def set_order(item: Item) -> tuple[int, int]:
    """Return what puts the items of a set in order: S C D H, a joker after the card itself."""
    return printed_suit(face_of(item)), item // JOKER_AS
