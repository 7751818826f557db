"""What jokers do in a plan: as wild cards, or with one another where they are none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from cards import JOKER, PIPS, TEXT
from melds import DEALERS_JOKER, FULL_SET, LEAST, Meld, in_order, meld_of, thirds

if TYPE_CHECKING:
    from plan import Plan

WAIT = 15
"""What the use of a joker must bring while there is time to wait for more."""


def has(plan: Plan) -> bool:
    """Return whether a joker can be laid for another card."""
    return plan.table.wild and (plan.jokers > 0 or plan.star)


def use(plan: Plan) -> None:
    """Meld or lay off with every joker whose use is worth it."""
    if not plan.table.wild and plan.jokers >= LEAST:
        cards = [JOKER] * min(plan.jokers, FULL_SET)
        plan.meld(Meld(faces=tuple(cards)), cards)
    while has(plan):
        points, face, others = max(_ways(plan), default=(-1.0, 0, ()))
        if points < plan.wait:
            return
        if len(others) == LEAST - 1:
            meld(plan, face, others)
        else:
            _lay_off(plan, face)
        plan.lay_off()


def _ways(plan: Plan) -> Iterator[tuple[float, int, tuple[int, ...]]]:
    """Yield the ways to use a joker: the points, the card it stands for, the cards with it.

    Two cards make a meld with it, one follows it on a run, none: it is laid off alone.
    """
    counts = plan.jokers > 0
    for pair in combinations(plan.left, 2):
        for face in thirds(*pair):
            if face not in plan.left:
                yield _meld_points(pair, face, counts), face, pair
    for melded in plan.melds.values():
        for face, slot in melded.takes(plan.table.identical).items():
            own = melded.with_card(face, slot).worth_of(face) if counts else 0
            yield own, face, ()
            if not melded.faces:
                for follower in melded.with_card(face, slot).takes(plan.table.identical):
                    if follower in plan.left and follower not in melded.takes(plan.table.identical):
                        yield own + PIPS[follower], face, (follower,)


def _meld_points(pair: tuple[int, ...], face: int, counts: bool) -> int:
    """Return what two cards and a joker count; the dealer's joker itself counts nothing."""
    melded = meld_of(in_order((*pair, face)))
    return melded.points - (0 if counts else melded.worth_of(face))


def _item(plan: Plan, face: int) -> tuple[str, list[int]]:
    """Take a joker for a card: its text and what leaves the hand; the dealer's joker comes last."""
    if plan.jokers:
        return f"Jo={TEXT[face]}", [JOKER]
    plan.star = False
    return f"{DEALERS_JOKER}={TEXT[face]}", []


def meld(plan: Plan, face: int, others: tuple[int, ...]) -> None:
    """Meld a joker with two cards of the hand."""
    points = _meld_points(others, face, plan.jokers > 0)
    item, cards = _item(plan, face)
    faces = in_order((face, *others))
    texts = [item if card == face else TEXT[card] for card in faces]
    plan.do("meld " + " ".join(texts), [*cards, *others])
    plan.add(meld_of(faces), points)


def _lay_off(plan: Plan, face: int) -> None:
    """Lay a joker off for a card, where it brings most."""
    takes = {
        number: melded.takes(plan.table.identical)[face]
        for number, melded in plan.melds.items()
        if face in melded.takes(plan.table.identical)
    }
    number = max(takes, key=lambda there: plan.gain(there, face, takes[there]))
    item, cards = _item(plan, face)
    plan.extend(number, face, takes[number], item, cards)
