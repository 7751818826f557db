"""The run of seven: its bonus goes to who lays seven cards of a suit and discards his last one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cards import HIGH_ACE, PIPS, SUITS, TEXT, slot_card
from melds import LEAST
from plan import Plan, best_plan
from table import Table
from worth import Worth

LENGTH = 7
RUNS = tuple(
    tuple(slot_card(suit, slot) for slot in range(low, low + LENGTH))
    for suit in range(len(SUITS))
    for low in range(HIGH_ACE - LENGTH + 2)
)
CLOSE = 2
"""How many cards a run of seven may lack to be held back."""
OTHERS_TABLED = 0.4
"""The chance that the rest of the hand is tabled when the run is complete."""


def bonus(table: Table, hand: Sequence[int], discards: Collection[int]) -> float:
    """Return the bonus when a hand can earn it in this turn with one of some discards, else 0."""
    found = _finishing_plan(table, hand, discards)
    return float(table.rules["seven_run_bonus"]) if found else 0.0


def bonus_with_any(table: Table) -> float:
    """Return the bonus when the hand earns it with whatever card it draws, else 0."""
    for run in RUNS if table.rules["seven_run_bonus"] else ():
        if set(run) <= set(table.hand):
            plan = best_plan(table, without(table.hand, run), table.star, None)
            if plan is not None and not plan.rest:
                return float(table.rules["seven_run_bonus"])
    return 0.0


def _finishing_plan(
    table: Table, hand: Sequence[int], discards: Collection[int]
) -> tuple[Plan, tuple[int, ...]] | None:
    """Return a run of seven in the hand, and the plan that leaves one discard beside it."""
    if not table.rules["seven_run_bonus"]:
        return None
    for run in RUNS:
        if set(run) <= set(hand):
            plan = best_plan(table, without(hand, run), table.star, None)
            if plan is not None and len(plan.rest) == 1 and plan.rest[0] in discards:
                return plan, run
    return None


def without(hand: Sequence[int], cards: Sequence[int]) -> list[int]:
    """Return a hand without one copy of each of some cards."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return left


def next_step(table: Table) -> str | None:
    """Return the next step towards the bonus when it can be earned in this turn.

    The other cards are tabled first, so that the hand tells how far the run of seven is.
    """
    if not table.rules["seven_run_bonus"]:
        return None
    if (found := _finishing_plan(table, table.hand, table.discards)) is not None:
        plan, run = found
        return plan.steps[0] if plan.steps else "meld " + " ".join(TEXT[c] for c in run[:LEAST])
    return _next_of_run(table)


def _next_of_run(table: Table) -> str | None:
    """Return what brings a run that this seat began nearer to seven, when one card is left over."""
    for number, meld in table.openings.items():
        own = set(table.view["melds"][number]["laid_by"]) == {table.seat}
        size = meld.high - meld.low + 1
        if meld.faces or not own or size > LENGTH:
            continue
        missing = [slot_card(meld.suit, meld.high + 1 + more) for more in range(LENGTH - size)]
        in_reach = meld.high + len(missing) <= HIGH_ACE
        if in_reach and set(missing) <= set(table.hand) and len(table.hand) == len(missing) + 1:
            if missing:
                return f"layoff {TEXT[missing[0]]} {number}"
            return f"discard {TEXT[table.hand[0]]}"
    return None


def kept(table: Table) -> tuple[int, ...]:
    """Return the run of seven to hold back because it is close enough, or nothing."""
    if not table.rules["seven_run_bonus"] or table.late or len(table.hand) < LENGTH:
        return ()
    worth, held = Worth(table), set(table.hand)
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for run in RUNS:
        missing = [card for card in run if card not in held]
        if len(missing) > CLOSE:
            continue
        chance = OTHERS_TABLED
        for card in missing:
            chance *= worth.chance[card]
        cost = 2 * sum(PIPS[card] for card in run if card in held)
        best = max(best, (table.rules["seven_run_bonus"] * chance - cost, run))
    return best[1]
