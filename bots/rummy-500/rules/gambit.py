"""The dealer's joker: which effect it gets, when it doubles a meld, when it is blocked."""

from __future__ import annotations

from plan import Plan
from table import Table

EFFECT = "double"
"""What the dealer names: measured level with ``wild``, and better than ``split``."""
ENOUGH = 30.0
"""The lead in a meld at which it is doubled; near the end of the deal any lead will do."""
DEAR = 30.0
"""An opponent's lead in a meld at which a joker is given to keep it from being doubled."""


def choose_double(table: Table, plan: Plan | None, legal: list[str]) -> str | None:
    """Return the best meld to double when it is time for that; lay-offs come first."""
    doubles = [action for action in legal if action.startswith("use double")]
    if not doubles:
        return None
    best = max(doubles, key=lambda action: table.margin(int(action.split()[-1])))
    margin = table.margin(int(best.split()[-1]))
    going_out = plan is not None and len(plan.rest) <= 1
    return best if margin > 0 and (margin >= ENOUGH or table.late or going_out) else None


def should_block(table: Table) -> bool:
    """Return whether to give a joker so that an opponent's joker cannot double his best meld."""
    if table.view["effect"] != "double" or table.view["dealer"] in table.ours:
        return False
    dealer = table.view["dealer"]
    leads = [_lead(table, number, dealer) for number in table.openings]
    return max(leads, default=0.0) * len(table.ours) / len(table.foes) > DEAR


def _lead(table: Table, number: int, seat: int) -> float:
    """Return what a seat has in a meld, less what this side has."""
    points = table.laid(number)
    return float(points[seat] - sum(points[own] for own in table.ours))
