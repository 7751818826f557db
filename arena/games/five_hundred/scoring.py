"""Points of a deal and the end of a game. Pure functions of sides; seats do not occur here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.contract import EndReason
from arena.games.five_hundred.bids import Bid, is_misere, level_of, value_of
from arena.games.five_hundred.rules import TRICKS, FiveHundredRules


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal: the contract, the sides that declared it, tricks per side.

    ``declaring`` holds the declarer's side, then that of a partner called for the deal; it is empty
    and ``contract`` is ``None`` for a deal without a declarer, and a deal that was thrown in has no
    tricks at all. ``own`` counts the declarer's own tricks where a partner plays on in a misère,
    which he does not lose by them (A.000.16).
    """

    contract: Bid | None
    declaring: tuple[int, ...]
    tricks: tuple[int, ...]
    own: int | None = None

    @property
    def is_misere(self) -> bool:
        """Whether the contract is a misère, plain or open."""
        return self.contract is not None and is_misere(self.contract)

    @property
    def taken(self) -> int:
        """The tricks that decide the contract: its sides', in a misère the declarer's own."""
        if self.is_misere and self.own is not None:
            return self.own
        return sum(self.tricks[side] for side in self.declaring)

    @property
    def made(self) -> bool:
        """Whether there was a contract and its sides kept it."""
        if self.contract is None:
            return False
        return self.taken == 0 if self.is_misere else self.taken >= level_of(self.contract)


def contract_points(rules: FiveHundredRules, result: DealResult) -> int:
    """Return what the contract gives each declaring side: its value, or minus it (A.004.11).

    With ``slam_floor`` all ten tricks are worth at least that much (A.001.18, not for misère). A
    declarer and the partner he called get half each (A.002.19).
    """
    if result.contract is None:
        return 0
    value = value_of(result.contract, rules.open_misere_value)
    if result.made and result.taken == TRICKS:
        value = max(value, rules.slam_floor)
    if len(result.declaring) > 1 and rules.partner_half:
        value //= 2
    return value if result.made else -value


def trick_points(rules: FiveHundredRules, result: DealResult, side: int) -> int:
    """Return the trick points of a side that did not declare (A.004.12).

    In a misère ``misere_defender_points`` says which tricks count (A.002.20, C.5.53); every
    opposing side gets them (C.5.54).
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
        if side in result.declaring
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

    A side at the target wins (A.004.13), by trick points only where ``defenders_win``. A side at
    the floor ends the game, and most points win (A.001.21).
    """
    reached = [side for side, score in enumerate(scores) if score >= rules.target]
    if not rules.defenders_win:
        reached = [side for side in reached if side in result.declaring and result.made]
    if reached:
        return EndReason.TARGET, _first_home(rules, scores, reached, result.declaring)
    if min(scores) <= rules.floor:
        return EndReason.FLOOR, best(scores, range(len(scores)))
    return None


def _first_home(
    rules: FiveHundredRules, scores: Sequence[int], reached: Sequence[int], declaring: Sequence[int]
) -> tuple[int, ...]:
    """Return who wins of those at the target: declaring sides first (A.000.26, C.13.133).

    Among these the higher total wins and equal ones are decided for the declarer; without one the
    highest total wins and equal ones share.
    """
    declarers = [side for side in declaring if side in reached]
    if rules.both_cross == "declarer" and declarers:
        return best(scores, declarers)[:1]
    return best(scores, reached)


def best(scores: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Return the sides with the highest score among those named; equal ones share."""
    top = max(scores[side] for side in sides)
    return tuple(side for side in sides if scores[side] == top)
