"""Points of a deal and the end of a game. Pure functions of sides; seats do not occur here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.contract import EndReason
from arena.games.five_hundred.bids import Bid, is_misere, level_of, value_of
from arena.games.five_hundred.rules import TRICKS, FiveHundredRules


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal: the contract, the side that declared it, tricks per side.

    ``contract`` and ``declaring`` are ``None`` for a deal without a declarer; a deal that was
    thrown in has no tricks at all. ``own`` counts the declarer's own tricks where a partner plays
    on in a misère, which he does not lose by them (A.000.16).
    """

    contract: Bid | None
    declaring: int | None
    tricks: tuple[int, ...]
    own: int | None = None

    @property
    def is_misere(self) -> bool:
        """Whether the contract is a misère, plain or open."""
        return self.contract is not None and is_misere(self.contract)

    @property
    def taken(self) -> int:
        """The tricks that decide the contract: the side's, in a misère the declarer's own."""
        if self.is_misere and self.own is not None:
            return self.own
        return 0 if self.declaring is None else self.tricks[self.declaring]

    @property
    def made(self) -> bool:
        """Whether there was a contract and its side kept it."""
        if self.contract is None:
            return False
        return self.taken == 0 if self.is_misere else self.taken >= level_of(self.contract)


def contract_points(rules: FiveHundredRules, result: DealResult) -> int:
    """Return what the contract gives its side: its value, or minus its value (A.004.11).

    With ``slam_floor`` all ten tricks are worth at least that much (A.001.18, not for misère).
    """
    if result.contract is None:
        return 0
    value = value_of(result.contract, rules.open_misere_value)
    if not result.made:
        return -value
    slam = result.taken == TRICKS
    return max(value, rules.slam_floor) if slam else value


def trick_points(rules: FiveHundredRules, result: DealResult, side: int) -> int:
    """Return the trick points of a side that did not declare (A.004.12).

    In a misère ``misere_defender_points`` says which tricks count (A.002.20, C.5.53).
    """
    tricks = result.tricks[side]
    if result.is_misere:
        counted = {"own-tricks": tricks, "declarer-tricks": result.taken, "none": 0}
        tricks = counted[rules.misere_defender_points]
    return rules.defender_points * tricks


def new_scores(
    rules: FiveHundredRules, scores: Sequence[int], result: DealResult
) -> tuple[int, ...]:
    """Return the scores per side after a deal; a cap holds for trick points only (C.6.59)."""
    return tuple(
        old + contract_points(rules, result)
        if side == result.declaring
        else _capped(rules, old, trick_points(rules, result, side))
        for side, old in enumerate(scores)
    )


def _capped(rules: FiveHundredRules, old: int, points: int) -> int:
    """Add trick points up to the cap, which never lowers a score won by contracts."""
    if not rules.defender_cap:
        return old + points
    return max(old, min(old + points, rules.defender_cap))


def game_end(
    rules: FiveHundredRules, scores: Sequence[int], result: DealResult
) -> tuple[EndReason, tuple[int, ...]] | None:
    """Return why the game ends after a deal and which sides win, or ``None`` when it goes on.

    A side at the target wins (A.004.13), by trick points only where ``defenders_win``; when several
    sides are there, the declaring one wins (A.000.26). A side at the floor loses at once.
    """
    reached = [side for side, score in enumerate(scores) if score >= rules.target]
    if not rules.defenders_win:
        reached = [side for side in reached if side == result.declaring and result.made]
    if reached:
        declarer_first = rules.both_cross == "declarer" and result.declaring in reached
        winners = (result.declaring,) if declarer_first else best(scores, reached)
        return EndReason.TARGET, tuple(side for side in winners if side is not None)
    if min(scores) <= rules.floor:
        return EndReason.FLOOR, best(scores, range(len(scores)))
    return None


def best(scores: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the sides with the highest score among those named; equal ones share."""
    top = max(scores[side] for side in sides)
    return tuple(side for side in sides if scores[side] == top)
