"""The table as one seat sees it: the melds and what they take, and where every card may be."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from cards import CARDS, JOKER, NUMBER, PIPS, TEXT, numbers
from melds import DEALERS_JOKER, FULL_SET, card_of, face_of, read_meld


class Table:
    """What a view says.

    ``ours`` are the seats of this side, ``foes`` the others in the order in which they play.
    ``openings`` are the melds that take cards, by number, ``takes`` the cards that they take.
    ``duty`` is the card that must reach the table, ``discards`` are what may be discarded; ``star``
    says that this seat may lay the dealer's joker as a wild card. ``rounds`` is about how many
    turns this seat still has.
    """

    def __init__(self, view: dict[str, Any], seat: int, rules: dict[str, Any]) -> None:
        self.view, self.seat, self.rules = view, seat, rules
        self.players: int = rules["players"]
        self.identical: bool = rules["identical_in_sets"]
        self.wild: bool = rules["jokers_wild"]
        self.hand = numbers(view["hand"])
        banned = view["not_discard"]
        self.discards = {card for card in self.hand if TEXT[card] != banned}
        self.pile = numbers(view["pile"])
        self.known = [numbers(cards) for cards in view["known"]]
        self.sizes: list[int] = view["hand_sizes"]
        self.stock: int = view["stock"]
        self.turns_left: int = view["turns_left"]
        self.duty = NUMBER[view["must_table"]] if view["must_table"] else None
        self.ready = view["dealer"] == seat and view["dealers_joker"] == "ready"
        self.star = self.ready and view["effect"] == "wild"
        self.ours = {seat, *view["partners"]}
        self.others = [(seat + step) % self.players for step in range(1, self.players)]
        self.foes = [other for other in self.others if other not in self.ours]
        self.fewest = min(self.sizes[foe] for foe in self.foes)
        self.rounds: float = min(self.stock / self.players, self.fewest + 1, self.turns_left)
        self.openings = {
            number: read_meld(meld["cards"])
            for number, meld in enumerate(view["melds"])
            if not meld["sealed"]
        }
        shapes = self.openings.values()
        self.takes = {card for meld in shapes for card in meld.takes(self.identical)}

    @property
    def late(self) -> bool:
        """Whether the deal may be over before this seat's turn after next."""
        return bool(self.rounds < 2)

    # -- where cards may be --------------------------------------------------------------------

    @cached_property
    def unseen(self) -> list[int]:
        """How many copies of each card lie in the stock or unknown in other hands."""
        left = [self.rules["packs"]] * len(CARDS)
        left.append(self.rules["jokers"] - self.rules["dealers_joker"])
        gone = [*self.hand, *self.pile, *numbers(self.view["out_of_play"])]
        for seat in self.others:
            gone += self.known[seat]
        for meld in self.view["melds"]:
            gone += [card for card in map(card_of, meld["cards"]) if card is not None]
        for card in gone:
            left[card] -= 1
        return left

    @cached_property
    def hidden(self) -> int:
        """How many cards are unseen, one at least."""
        return max(1, sum(self.unseen))

    def share(self, seat: int) -> float:
        """Return the part of the unseen cards that a seat holds."""
        return (self.sizes[seat] - len(self.known[seat])) / self.hidden

    # -- points --------------------------------------------------------------------------------

    def cost(self, card: int) -> int:
        """Return what a card costs that is left in hand."""
        return int(self.rules["joker_in_hand"]) if card == JOKER else PIPS[card]

    def hand_cost(self, seat: int) -> float:
        """Return what a hand would cost its owner now, unknown cards at their mean."""
        if seat == self.seat:
            return sum(map(self.cost, self.hand))
        known = sum(map(self.cost, self.known[seat]))
        mean = sum(count * self.cost(card) for card, count in enumerate(self.unseen)) / self.hidden
        return known + (self.sizes[seat] - len(self.known[seat])) * mean

    def laid(self, number: int) -> list[int]:
        """Return what each seat has in a meld, not doubled."""
        items, points = self.view["melds"][number], [0] * self.players
        meld = read_meld(items["cards"])
        for place, item in enumerate(items["cards"]):
            if not item.startswith(DEALERS_JOKER):
                face = face_of(item)
                joker = self.rules["joker_value"]
                points[items["laid_by"][place]] += joker if face == JOKER else meld.worth_of(face)
        return points

    def laid_all(self) -> list[float]:
        """Return what each seat has on the table; fours laid together count as any fours."""
        total = [0.0] * self.players
        for number, meld in enumerate(self.view["melds"]):
            is_four = len(meld["cards"]) == FULL_SET and read_meld(meld["cards"]).faces
            doubled = is_four and self.rules["four_of_a_kind"] != "single"
            times = (1 + meld["sealed"]) * (2 if doubled else 1)
            for seat, points in enumerate(self.laid(number)):
                total[seat] += times * points
        return total

    def margin(self, number: int) -> float:
        """Return what this side has in a meld, less what an average other side has."""
        points = self.laid(number)
        own = float(sum(points[seat] for seat in self.ours))
        return own - (sum(points) - own) * len(self.ours) / len(self.foes)
