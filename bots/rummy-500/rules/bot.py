"""The rules bot: plays 500 Rum as a good book tells one to, from the view alone.

It plans what a turn can table (``plan``, ``jokers``), weighs every draw by that and by what the
hand is worth after it (``draw``, ``worth``), and discards what it misses least and what helps the
others least (``discard``). It holds a run of seven together for its bonus (``seven``), uses and
blocks the dealer's joker (``gambit``), and does not go out when that loses the game (``ending``).
It remembers nothing between decisions and draws no random numbers.
"""

from __future__ import annotations

import arena_bot
import ending
import gambit
import seven
from cards import NUMBER
from discard import choose_discard
from draw import choose_draw
from melds import LEAST
from plan import Plan, best_plan
from table import Table


def choose(request: arena_bot.Request) -> str:
    """Return the action of the phase that is due."""
    if request.phase == "gambit":
        return f"gambit {gambit.EFFECT}"
    table = Table(request.view, request.seat, request.rules)
    if request.phase == "draw":
        return choose_draw(table, request.legal)
    if request.phase == "claim":
        return choose_claim(table, request.legal)
    return choose_step(table, request.legal)


def choose_claim(table: Table, legal: list[str]) -> str:
    """Return the claim that brings most, or a pass when it would help the opponents more."""
    card = table.pile[-1]

    def gain(action: str) -> float:
        words = action.split()
        number = int(words[-1])
        face = NUMBER[words[1].rpartition("=")[2]] if len(words) > 2 else card
        slot = table.openings[number].takes(table.identical)[face]
        return Plan(table, [], star=False, wait=0).gain(number, face, slot)

    best = max(legal[1:], key=gain)
    return best if gain(best) > 0 else legal[0]


def choose_step(table: Table, legal: list[str]) -> str:
    """Return the next meld, lay-off or discard."""
    if (step := seven.next_step(table)) in legal:
        return step
    kept = seven.kept(table) if table.duty is None else ()
    plan = best_plan(table, seven.without(table.hand, kept), table.star, table.duty)
    if "block" in legal and gambit.should_block(table):
        return "block"
    steps = [step for step in plan.steps if step in legal] if plan is not None else []
    last = not steps or (plan is not None and len(plan.rest) <= 1 and len(plan.steps) == 1)
    if last and (double := gambit.choose_double(table, plan, legal)) is not None:
        return double
    discards = [action for action in legal if action.startswith("discard")]
    if steps and not (discards and holds_back(table, plan, steps[0])):
        return steps[0]
    if discards:
        return choose_discard(table, discards, kept)
    return legal[0]  # a lay-off that makes way for the card that must be tabled


def holds_back(table: Table, plan: Plan | None, step: str) -> bool:
    """Return whether a step is left for later, or because going out now would lose the game."""
    if plan is None:
        return False
    gone = LEAST if step.startswith("meld") else 1
    goes_out = len(table.hand) - gone <= 1
    return ending.waits(table, plan) or (goes_out and ending.loses(table, plan.points))


if __name__ == "__main__":
    arena_bot.run(choose, name="rules", version="1.0")
