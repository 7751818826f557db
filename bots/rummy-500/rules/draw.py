"""The draw: what each depth of the pile brings, against a card of the stock."""

from __future__ import annotations

import ending
import seven
from cards import CARDS, JOKER, PIPS, TRIOS
from plan import best_plan
from table import Table
from worth import Worth

DENIED = 0.1
"""The part of their points that cards are worth because no opponent can take them any more."""
BURDEN = 0.5
"""What each card in hand costs because it is one more to get rid of."""
STOCK_BONUS = 3.0
"""What a card of the stock is worth beyond its first use: nobody knows it."""
ODD_CARD = -3.0
"""What a card is worth that fits nothing."""


def choose_draw(table: Table, legal: list[str]) -> str:
    """Return the draw that promises most; a split or a pass may be one."""
    worth = Worth(table)
    values: dict[str, float] = {}
    for action in legal:
        if action.startswith(("draw pile", "use split")):
            values[action] = pile_value(table, worth, int(action.split()[-1]))
        elif action == "draw stock":
            values[action] = stock_value(table, worth)
        elif action == "pass":
            values[action] = -sum(map(table.cost, table.hand))
    return max(values, key=lambda action: (values[action], action.startswith("use split")))


def pile_value(table: Table, worth: Worth, count: int) -> float:
    """Return what some cards of the pile bring: the points of this turn, and the hand after it.

    A draw whose duty only a joker in a lay-off can meet is left alone.
    """
    taken = table.pile[-count:]
    free = count == 1 and table.stock > 0 and not table.rules["top_card_duty"]
    hand = [*table.hand, *taken]
    plan = best_plan(table, hand, table.star, None if free else taken[0])
    if plan is None:
        return -float(sum(map(table.cost, hand)))
    rest = plan.rest
    if not table.stock:  # the next player may end the deal
        after = -float(sum(map(table.cost, rest)))
    else:
        after = hand_value(worth, rest) + DENIED * sum(map(table.cost, taken))
    banned = {taken[0]} - set(table.hand) if free else set()  # it may not go in the same turn
    goes_out = len(rest) <= 1 and banned.isdisjoint(rest)
    out = ending.value_of_out(table, plan.points) if goes_out else 0.0
    return plan.points + after + out + seven.bonus(table, hand, set(hand) - banned)


def hand_value(worth: Worth, hand: list[int]) -> float:
    """Return what a hand is worth after the best discard."""
    if len(hand) <= 1:
        return 0.0
    values = worth.of_each(hand)
    return sum(values[card] - BURDEN for card in hand) - min(values.values())


def stock_value(table: Table, worth: Worth) -> float:
    """Return what the hand is worth with a card of the stock, which may fit at once."""
    values = worth.of_each(table.hand)
    fits = 0.0
    for card in CARDS:
        if table.unseen[card]:
            fits += table.unseen[card] * _first_use(table, values, card)
    fits += table.unseen[JOKER] * max(0.0, worth.of(JOKER, table.hand, table.hand.count(JOKER) + 1))
    total = sum(values[card] - BURDEN for card in table.hand)
    lost = max(0.0, ODD_CARD - min(values.values(), default=0.0))
    return total + lost + fits / table.hidden + STOCK_BONUS + seven.bonus_with_any(table)


def _first_use(table: Table, values: dict[int, float], card: int) -> float:
    """Return what a card would bring with the hand in this turn."""
    best = float(PIPS[card]) if card in table.takes else 0.0
    for first, second in TRIOS[card]:
        if first in values and second in values:
            points = PIPS[card] + PIPS[first] + PIPS[second]
            best = max(best, points - values[first] - values[second])
    return best
