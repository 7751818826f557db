"""What the ratings know of a game: who sat where, the scores and the places.

Every function of this package takes the results in schedule order, however late a game was played:
TrueSkill depends on the order, so a run with four workers and one with a single worker must hand
over the same sequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game; the tuples have one entry per side.

    A bot that holds all seats of a side is one entry. ``places`` count from 1 and ties share a
    place. ``fault`` is the code of the verdict that ended the game early and ``offender`` the bot
    that it is about. ``ValueError`` when the fields do not fit together or a bot meets itself.
    """

    board: int
    seating: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    fault: str | None = None
    offender: str | None = None

    def __post_init__(self) -> None:
        sides = len(self.bots)
        if sides < 2 or len(self.scores) != sides or len(self.places) != sides:
            raise ValueError(f"{self._where}: needs a bot, a score and a place on 2 or more sides")
        if len(set(self.bots)) < sides:
            raise ValueError(f"{self._where}: a bot meets itself: {', '.join(self.bots)}")
        if min(self.places) != 1:
            raise ValueError(f"{self._where}: no side has place 1: {self.places}")
        if self.offender is not None and self.offender not in self.bots:
            raise ValueError(f"{self._where}: the offender {self.offender!r} has no seat")

    @property
    def _where(self) -> str:
        return f"board {self.board}, seating {self.seating}"

    def points(self) -> tuple[float, ...]:
        """Return each side's own score minus the mean of the other sides' scores."""
        total, others = sum(self.scores), len(self.scores) - 1
        return tuple(score - (total - score) / others for score in self.scores)


def check_names(results: Sequence[GameResult], names: Sequence[str]) -> None:
    """Raise ``ValueError`` when a name stands twice or a bot with results is not named."""
    if len(set(names)) < len(names):
        raise ValueError(f"a bot is named twice: {', '.join(names)}")
    unknown = {bot for result in results for bot in result.bots}.difference(names)
    if unknown:
        raise ValueError(f"results of bots that are not named: {', '.join(sorted(unknown))}")
