"""The end of a deal: what going out is worth, and when it would lose the game."""

from __future__ import annotations

from plan import Plan
from table import Table

SHOWN_LATE = 5
"""How many cards the opponent of two players holds at least while this bot shows none."""


def waits(table: Table, plan: Plan) -> bool:
    """Return whether to table nothing yet: so it pays between two players, not among more.

    What is not on the table takes no lay-offs; a hand that can go out does.
    """
    early = table.fewest >= SHOWN_LATE and table.stock > 2 * table.players
    return table.players == 2 and table.duty is None and early and len(plan.rest) > 1


def value_of_out(table: Table, points: float) -> float:
    """Return what going out brings beyond the points tabled: the cards that others are left with.

    It brings nothing when it would lose the game.
    """
    if loses(table, points):
        return 0.0
    caught = sum(map(table.hand_cost, table.foes)) / len(table.foes)
    return float(table.rules["going_out_bonus"]) + caught


def loses(table: Table, points: float) -> bool:
    """Return whether the game is lost if this seat goes out now with some more points.

    So it is when the game ends with this deal and another side is ahead, as far as its cards are
    known.
    """
    standing = standings(table, points)
    own = standing[table.seat]
    best = max(standing[foe] for foe in table.foes)
    deals = table.rules["deals"]
    ends = table.view["deal"] >= deals if deals else best >= table.rules["target"]
    return bool(ends) and best > own


def standings(table: Table, points: float) -> list[float]:
    """Return the score of each seat's side if the deal ended now with this seat going out."""
    laid = table.laid_all()
    laid[table.seat] += points + table.rules["going_out_bonus"]
    costs = [0.0 if s == table.seat else table.hand_cost(s) for s in range(table.players)]
    seats = range(table.players)
    half = table.players // 2 if table.rules["partners"] else table.players
    return [
        table.view["scores"][seat]
        + sum(laid[other] - costs[other] for other in seats if other % half == seat % half)
        for seat in seats
    ]
