"""What the cards of a hand are worth that are not on the table yet.

A card is worth its points when it will reach the table, and costs them when the deal ends before
that. The chances are rough guesses; the main ones were compared with higher and lower ones in play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cards import JOKER, MATES, PIPS, WINDOWS
from table import Table

FROM_UNSEEN = 0.35
"""The chance to get a card that is unseen, with time enough for all of them to pass by."""
FROM_PILE = 0.55
"""The chance to get a card that lies in the pile now."""
FROM_HAND = 0.1
"""The chance to get a card that another player is known to hold."""
NO_LAY_OFF = 0.1
"""The chance that a card which the table takes now is not laid off after all."""
CAUGHT, CAUGHT_LESS, CAUGHT_LEAST = 0.95, 0.1, 0.3
"""The risk to be caught with a card in the last turn, how it falls with each more, its bottom."""
JOKER_IN_TIME = 20
"""What a wild joker brings when there are four turns or more to use it."""
PLAIN_JOKERS = (0.0, -10.0, -6.0, 5.0, 10.0)
"""What each of some jokers is worth that are no wild cards, by their number."""


class Worth:
    """The chances as they are in one position."""

    def __init__(self, table: Table) -> None:
        self.table = table
        rounds = max(0.0, table.rounds)
        unseen = FROM_UNSEEN * min(1.0, rounds * table.players / table.hidden)
        self.chance = [1 - (1 - unseen) ** count for count in table.unseen]
        self._allow((c for s in table.others for c in table.known[s]), FROM_HAND)
        self._allow(table.pile, FROM_PILE * min(1.0, rounds / 3))
        self.risk = max(CAUGHT_LEAST, CAUGHT - CAUGHT_LESS * rounds)
        in_time = min(1.0, rounds / 4)
        self.wild = in_time * JOKER_IN_TIME - (1 - in_time) * table.cost(JOKER)

    def _allow(self, cards: Iterable[int], chance: float) -> None:
        for card in cards:
            self.chance[card] = max(self.chance[card], chance)

    def of(self, card: int, held: Collection[int], jokers: int) -> float:
        """Return what a card is worth beside those held, ``jokers`` among them."""
        if card == JOKER:
            return self.wild if self.table.wild else PLAIN_JOKERS[min(jokers, 4)]
        chance = self.chance
        missed = NO_LAY_OFF if card in self.table.takes else 1.0
        for first, second in WINDOWS[card]:
            one = 1.0 if first in held else chance[first]
            missed *= 1 - one * (1.0 if second in held else chance[second])
        a, b, c = (1.0 if mate in held else chance[mate] for mate in MATES[card])
        missed *= 1 - (a * b + b * c + a * c - 2 * a * b * c)
        return float(PIPS[card] * (1 - missed - missed * self.risk))

    def of_each(self, hand: list[int]) -> dict[int, float]:
        """Return what each card of a hand is worth."""
        held, jokers = set(hand), hand.count(JOKER)
        return {card: self.of(card, held, jokers) for card in held}
