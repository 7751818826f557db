"""Points per board with error bars, by a cluster bootstrap over boards.

A *pairing* is the set of bots that meet at a table. What a bot made of a board in a pairing is the
mean, over the board's seatings, of its own score minus the mean of the other sides'. Its points per
board are the mean of that over all its pairings and boards.

All pairings play the same boards and all seatings of a board have the same cards, so the games of a
board are not independent: the board is the cluster. Whole boards are drawn with replacement, the
same ones for all bots at once, so that differences between bots are right too. The half width
``pm95`` is 1.96 bootstrap standard deviations about the observed mean, widened by sqrt(n / (n-1))
for the n boards of the bot, because resampling n values understates their variance by that much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arena.core.seeds import derive
from arena.ratings.results import GameResult, check_names

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Group = tuple[int, tuple[str, ...]]

RESAMPLES = 2000
_BLOCK = 1 << 20
"""How many board numbers are drawn at a time: it bounds the memory, not the result."""


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """A bot's points per board; what cannot be known yet is ``None``, never nan or infinite.

    ``mean`` needs one whole board. ``pm95``, half the width of the 95 % interval, and
    ``place_range``, the best and worst place by points in the central 95 % of the resamples (among
    the bots that have a range), need two. ``boards`` counts those the bot finished in any pairing.
    """

    mean: float | None
    pm95: float | None
    boards: int
    place_range: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class BoardSums:
    """Per board (row) and bot (column): the sum over pairings of its points, and their number."""

    points: Floats
    pairings: Floats

    @property
    def boards(self) -> Ints:
        """The number of boards that each bot finished in any pairing."""
        return np.asarray(np.count_nonzero(self.pairings, axis=0))

    @property
    def means(self) -> Floats:
        """The points per board of each bot; 0 where it finished none."""
        pairings = self.pairings.sum(axis=0)
        return np.asarray(self.points.sum(axis=0) / np.maximum(pairings, 1))


def board_points(
    results: Sequence[GameResult], names: Sequence[str], seatings: int
) -> dict[str, BoardPoints]:
    """Return the points per board of every named bot; the same input gives the same numbers.

    ``seatings`` is the number of seatings that each pairing plays of a board. A board whose
    seatings are not all there yet counts for nothing in that pairing: half a board is not balanced.
    ``ValueError`` when the names do not fit or a game stands twice.
    """
    check_names(results, names)
    sums = board_sums(results, names, seatings)
    boards, means = sums.boards, sums.means
    points = {
        name: BoardPoints(float(means[column]) if boards[column] else None, None, int(count), None)
        for column, (name, count) in enumerate(zip(names, boards, strict=True))
    }
    measured = [column for column, count in enumerate(boards) if count >= 2]
    if not measured:
        return points
    samples, present = bootstrap(sums, names)
    squares = np.square(samples - means).sum(axis=0)
    ranges = _place_ranges(samples[:, measured])
    for column, place_range in zip(measured, ranges, strict=True):
        count = int(boards[column])
        variance = squares[column] / present[column] * count / (count - 1)
        points[names[column]] = BoardPoints(
            float(means[column]), 1.96 * float(np.sqrt(variance)), count, place_range
        )
    return points


def board_sums(results: Sequence[GameResult], names: Sequence[str], seatings: int) -> BoardSums:
    """Add up the whole boards of the results; ``ValueError`` when a game stands twice."""
    whole = {group: games for group, games in _by_board(results).items() if len(games) >= seatings}
    rows = {board: row for row, board in enumerate(sorted({board for board, _ in whole}))}
    columns = {name: column for column, name in enumerate(names)}
    points, pairings = np.zeros((2, len(rows), len(columns)))
    for (board, bots), games in whole.items():
        pairings[rows[board], [columns[bot] for bot in bots]] += 1
        for game in games.values():
            for bot, value in zip(game.bots, game.points(), strict=True):
                points[rows[board], columns[bot]] += value / len(games)
    return BoardSums(points, pairings)


def _by_board(results: Sequence[GameResult]) -> dict[Group, dict[int, GameResult]]:
    """Group the games by board and pairing, keyed by their seating."""
    groups: defaultdict[Group, dict[int, GameResult]] = defaultdict(dict)
    for game in results:
        games = groups[game.board, tuple(sorted(game.bots))]
        if game.seating in games:
            pairing = ", ".join(sorted(game.bots))
            raise ValueError(f"board {game.board}, seating {game.seating} of {pairing} twice")
        games[game.seating] = game
    return groups


def bootstrap(sums: BoardSums, names: Sequence[str]) -> tuple[Floats, Ints]:
    """Return the points per board in each resample (row), and how many resamples have the bot.

    A resample may miss all boards of a bot that finished few of them; it keeps its mean there.
    """
    both = np.hstack([sums.points, sums.pairings])
    drawn = [_times(block) @ both for block in resampled_boards(names, len(both))]
    points, pairings = np.hsplit(np.concatenate(drawn), 2)
    samples = np.tile(sums.means, (len(points), 1))
    np.divide(points, pairings, out=samples, where=pairings > 0)
    return samples, np.count_nonzero(pairings, axis=0)


def resampled_boards(names: Sequence[str], boards: int) -> Iterator[Ints]:
    """Yield blocks of resamples, each row as many board rows as there are, with replacement.

    The seed is a hash of the names, whatever their order.
    """
    seed = int.from_bytes(derive(b"resampled boards", *sorted(names)))
    generator = np.random.Generator(np.random.PCG64(seed))
    block = max(1, _BLOCK // boards)
    for start in range(0, RESAMPLES, block):
        yield generator.integers(boards, size=(min(block, RESAMPLES - start), boards))


def _times(resamples: Ints) -> Floats:
    """Return how many times each board (column) stands in each resample (row)."""
    rows, boards = resamples.shape
    cells = resamples + boards * np.arange(rows)[:, np.newaxis]
    return np.bincount(cells.ravel(), minlength=cells.size).reshape(rows, boards).astype(float)


def _place_ranges(samples: Floats) -> list[tuple[int, int]]:
    """Return the 2.5 % and 97.5 % quantile of each bot's (column's) place over the resamples."""
    rounded = samples.round(9)  # equal points must share a place, whatever order they were added in
    ranges = []
    for own in rounded.T:
        places = 1 + np.count_nonzero(rounded > own[:, np.newaxis], axis=1)
        low, high = np.quantile(places, (0.025, 0.975), method="inverted_cdf")
        ranges.append((int(low), int(high)))
    return ranges
