"""The table of an event: rating, points per board, games, wins and faults of every bot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.ratings.boards import BoardPoints, board_points
from arena.ratings.results import GameResult
from arena.ratings.skill import Rating, ratings


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's line. Bots equal in rating and points share a ``place``.

    ``games`` counts all games, whole board or not; ``won`` those it came first in, a first place
    shared by k sides being 1/k. ``faults`` counts the games it lost by a fault, by verdict code,
    in the order of the codes.
    """

    place: int
    bot: str
    rating: Rating
    points: BoardPoints
    games: int
    won: float
    faults: Mapping[str, int]


def standings(
    results: Sequence[GameResult],
    names: Sequence[str],
    draw_probability: float,
    seatings: int,
) -> list[Row]:
    """Return one row per named bot: by rating, then points per board, then name.

    The results are in schedule order; ``seatings`` is their number per pairing and board. Every
    number is finite. ``ValueError`` as in ``ratings`` and ``board_points``.
    """
    rating = ratings(results, names, draw_probability)
    points = board_points(results, names, seatings)
    games = Counter(bot for result in results for bot in result.bots)
    won = _won(results)
    faults = _faults(results)
    keys = {name: _key(rating[name], points[name]) for name in names}
    return [
        Row(
            place=1 + sum(other < keys[name] for other in keys.values()),
            bot=name,
            rating=rating[name],
            points=points[name],
            games=games[name],
            won=won[name],
            faults=dict(sorted(faults[name].items())),
        )
        for name in sorted(names, key=lambda name: (keys[name], name))
    ]


def _key(rating: Rating, points: BoardPoints) -> tuple[float, bool, float]:
    """Sort by rating, then by points per board, bots without a whole board last.

    Rounded, so that the last digits of a float do not decide between equals.
    """
    return (-round(rating.mu, 9), points.mean is None, -round(points.mean or 0.0, 9))


def _won(results: Sequence[GameResult]) -> defaultdict[str, float]:
    """Count the games that each bot came first in; a shared first place is a share of one."""
    won: defaultdict[str, float] = defaultdict(float)
    for result in results:
        for bot, place in zip(result.bots, result.places, strict=True):
            if place == 1:
                won[bot] += 1 / result.places.count(1)
    return won


def _faults(results: Sequence[GameResult]) -> defaultdict[str, Counter[str]]:
    """Count each bot's own faults by verdict code."""
    faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        if result.fault is not None and result.offender is not None:
            faults[result.offender][result.fault] += 1
    return faults
