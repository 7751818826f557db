"""The discard: the card that is missed least and that helps the opponents least."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from cards import CARDS, JOKER, NEAR, NUMBER, PIPS, TRIOS
from table import Table
from worth import Worth

CARE = 0.5
"""What a point for the opponents weighs against one of this hand."""
COMPANY = 10
"""What the cards are worth about that an opponent gets rid of together with a discard."""
JOKER_GIVEN = 40.0


def choose_discard(table: Table, legal: list[str], kept: Collection[int]) -> str:
    """Return the discard after which this side stands best; ``kept`` go only when they must."""
    worth, danger = Worth(table), Danger(table)
    values = worth.of_each(table.hand)

    def price(action: str) -> tuple[bool, float]:
        card = NUMBER[action.split()[1]]
        loss = values[card] + _loss_of_company(table, worth, values, card)
        return card in kept, loss + CARE * danger.of(card)

    return min(legal, key=price)


def _loss_of_company(table: Table, worth: Worth, values: dict[int, float], card: int) -> float:
    """Return how much less the cards around a card are worth without it."""
    if card == JOKER or table.hand.count(card) > 1:
        return 0.0
    held = set(table.hand) - {card}
    return sum(values[near] - worth.of(near, held, 0) for near in NEAR[card] & held)


class Danger:
    """What a discard may bring the opponents, as far as the table, the pile and the hands tell."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @cached_property
    def chances(self) -> list[list[float]]:
        """For each opponent the chance that he holds a card or can take it with the discard."""
        return [self._chances_of(foe) for foe in self.table.foes]

    def _chances_of(self, foe: int) -> list[float]:
        table = self.table
        share = table.share(foe)
        found = [min(1.0, table.unseen[card] * share) for card in CARDS]
        for card in (*table.pile, *table.known[foe]):
            if card != JOKER:
                found[card] = 1.0
        return found

    def of(self, card: int) -> float:
        """Return the points that a discard may bring the opponents."""
        if card == JOKER:
            return JOKER_GIVEN if self.table.wild else self.table.rules["joker_value"] / 2
        if card in self.table.takes:
            return PIPS[card] + COMPANY
        safe = 1.0
        for chance in self.chances:
            for first, second in TRIOS[card]:
                safe *= 1 - chance[first] * chance[second]
        return (1 - safe) * (PIPS[card] + COMPANY)
