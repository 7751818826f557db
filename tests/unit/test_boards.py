"""Points per board and their cluster bootstrap: against a slow version and known truths."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.boards import (
    RESAMPLES,
    BoardPoints,
    board_points,
    board_sums,
    bootstrap,
    resampled_boards,
)
from arena.ratings.results import GameResult

Margin = Callable[[int, str, str], float]


def game(board: int, seating: int, bots: Sequence[str], scores: Sequence[int]) -> GameResult:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return GameResult(board, seating, tuple(bots), tuple(scores), places)


def round_robin(names: str, boards: int, margin: Margin, seats: int = 0) -> list[GameResult]:
    """Play every pairing in both seatings; the cards give the first side ``seats`` points."""
    return [
        game(board, seating, bots, (round(margin(board, *bots)) + seats, 0))
        for board in range(boards)
        for pair in combinations(names, 2)
        for seating, bots in enumerate(permutations(pair))
    ]


def random_event(seed: int) -> list[GameResult]:
    dice = random.Random(seed)
    return round_robin("abc", 8, lambda *_: dice.gauss(0, 300))


def test_the_mean_is_taken_over_seatings_opponents_and_boards() -> None:
    results = [
        game(1, 0, "ab", (500, 100)),  # a: +400
        game(1, 1, "ba", (200, 300)),  # a: +100, so +250 on board 1
        game(2, 0, "ab", (0, 50)),
        game(2, 1, "ba", (0, -50)),  # a: -50 on board 2
        game(2, 0, "ac", (500, 400)),
        game(2, 1, "ca", (400, 500)),  # a: +100 on board 2
    ]
    points = board_points(results, ["a", "b", "c"], 2)
    assert points["a"].mean == pytest.approx((250 - 50 + 100) / 3)
    assert points["b"].mean == pytest.approx((-250 + 50) / 2)
    assert points["c"].mean == pytest.approx(-100)
    assert [points[bot].boards for bot in "abc"] == [2, 2, 1]


def test_the_luck_of_the_seat_cancels() -> None:
    level = board_points(round_robin("abc", 5, lambda *_: 0, seats=0), "abc", 2)
    lucky = board_points(round_robin("abc", 5, lambda *_: 0, seats=700), "abc", 2)
    assert lucky == level
    assert lucky["a"] == BoardPoints(0, 0, 5, (1, 1))


def test_a_free_for_all_counts_against_the_mean_of_the_others() -> None:
    results = [game(board, 0, "abc", (300, 0, -60)) for board in (1, 2)]
    points = board_points(results, "abc", 1)
    assert [points[bot].mean for bot in "abc"] == pytest.approx([330, -120, -210])
    assert [points[bot].place_range for bot in "abc"] == [(1, 1), (2, 2), (3, 3)]


def test_half_a_board_counts_for_nothing() -> None:
    whole = random_event(1)
    names = ["a", "b", "c"]
    interrupted = [*whole, game(99, 0, "ab", (500, -500))]
    assert board_points(interrupted, names, 2) == board_points(whole, names, 2)
    assert board_points(interrupted[-1:], names, 2)["a"] == BoardPoints(None, None, 0, None)


def test_a_game_that_stands_twice_is_refused() -> None:
    results = [game(3, 1, "ab", (1, 0)), game(3, 1, "ba", (1, 0))]
    with pytest.raises(ValueError, match="board 3, seating 1 of a, b twice"):
        board_points(results, ["a", "b"], 2)


def slow_samples(results: Sequence[GameResult], names: Sequence[str]) -> list[list[float]]:
    """Resample in plain Python, from the results and the same board numbers."""
    boards = sorted({result.board for result in results})
    values: dict[tuple[str, int], list[float]] = {}
    for bot, board, table in {(bot, g.board, frozenset(g.bots)) for g in results for bot in g.bots}:
        games = [g for g in results if g.board == board and frozenset(g.bots) == table]
        value = fmean(dict(zip(g.bots, g.points(), strict=True))[bot] for g in games)
        values.setdefault((bot, board), []).append(value)
    return [
        [fmean(v for row in rows for v in values.get((bot, boards[row]), [])) for bot in names]
        for block in resampled_boards(names, len(boards))
        for rows in block.tolist()
    ]


def slow_place_range(samples: Sequence[Sequence[float]], column: int) -> tuple[int, int]:
    places = sorted(1 + sum(value > row[column] for value in row) for row in samples)
    return places[math.ceil(0.025 * RESAMPLES) - 1], places[math.ceil(0.975 * RESAMPLES) - 1]


def test_the_bootstrap_agrees_with_a_slow_one() -> None:
    names = ["c", "a", "b"]
    results = [g for g in random_event(2) if not (g.board % 3 == 0 and "b" in g.bots)]
    slow = slow_samples(results, names)
    samples, present = bootstrap(board_sums(results, names, 2), names)
    assert samples.shape == (RESAMPLES, 3)
    assert samples.tolist() == [pytest.approx(row) for row in slow]
    assert present.tolist() == [RESAMPLES] * 3
    for column, (bot, points) in enumerate(board_points(results, names, 2).items()):
        assert points.mean is not None
        variance = fmean((row[column] - points.mean) ** 2 for row in slow)
        widened = variance * points.boards / (points.boards - 1)
        assert points.pm95 == pytest.approx(1.96 * math.sqrt(widened)), bot
        assert points.place_range == slow_place_range(slow, column)


def test_the_order_of_names_and_games_changes_nothing() -> None:
    results = random_event(3)
    one = board_points(results, ["a", "b", "c"], 2)
    other = board_points(results[::-1], ["c", "b", "a"], 2)
    assert one["a"].place_range == other["a"].place_range
    assert one["a"].pm95 == pytest.approx(other["a"].pm95)
    assert board_points(results, ["a", "b", "c"], 2) == one


def test_the_interval_covers_the_truth_in_95_of_100_events() -> None:
    """300 events of 40 boards with heavy-tailed form of each bot on each board, for all tables."""
    skill = {"a": 60.0, "b": 0.0, "c": -30.0}
    truth = {"a": 75.0, "b": -15.0, "c": -60.0}  # mean over the two opponents of the difference
    dice = random.Random(500)
    covered = 0
    for _ in range(300):
        form = {(bot, board): dice.gauss(0, 80) ** 3 / 8e3 for bot in skill for board in range(40)}

        def margin(
            board: int, first: str, second: str, form: dict[tuple[str, int], float] = form
        ) -> float:
            by_form = form[first, board] - form[second, board]
            return skill[first] - skill[second] + by_form + dice.gauss(0, 50)

        for bot, points in board_points(round_robin("abc", 40, margin), "abc", 2).items():
            assert points.mean is not None
            assert points.pm95 is not None
            covered += abs(points.mean - truth[bot]) <= points.pm95
    assert 0.90 <= covered / 900 <= 0.99


def test_boards_that_suit_a_bot_at_every_table_widen_its_interval() -> None:
    """The same numbers, once the same at all three tables of a board and once mixed."""
    dice = random.Random(5)
    form = [dice.gauss(0, 200) for _ in range(200)]
    mixed = {other: dice.sample(form, len(form)) for other in "bcd"}
    together = round_robin("abcd", 200, lambda b, x, y: (x == "a") * form[b] - (y == "a") * form[b])
    apart = round_robin(
        "abcd",
        200,
        lambda b, x, y: mixed[y][b] if x == "a" else -mixed[x][b] if y == "a" else 0,
    )
    wide, narrow = (board_points(event, "abcd", 2)["a"] for event in (together, apart))
    assert wide.mean == pytest.approx(narrow.mean)
    assert wide.pm95 is not None
    assert narrow.pm95 is not None
    assert wide.pm95 / narrow.pm95 == pytest.approx(math.sqrt(3), rel=0.15)


def test_place_ranges_of_clear_and_of_close_bots() -> None:
    dice = random.Random(6)
    skill = {"a": 500, "b": 0, "c": 0}
    results = round_robin("abc", 30, lambda _, x, y: skill[x] - skill[y] + dice.gauss(0, 200))
    points = board_points(results, "abc", 2)
    assert [points[bot].place_range for bot in "abc"] == [(1, 1), (2, 3), (2, 3)]


def test_a_late_bot_missed_by_some_resamples_is_measured_by_the_others() -> None:
    """Of 2 boards in 60 a resample holds a Poisson number K of mean 2; E(1/K | K > 0) = 0.577."""
    early = round_robin("ab", 60, lambda board, *_: 10 * board)
    late = [game(3, 0, "ca", (50, 0)), game(4, 0, "ca", (-50, 0))]
    names = ["a", "b", "c"]
    samples, present = bootstrap(board_sums(early + late, names, 1), names)
    assert present[2] / RESAMPLES == pytest.approx(1 - math.exp(-2), abs=0.03)
    assert all(math.isfinite(value) for value in samples.flat)
    points = board_points(early + late, names, 1)["c"]
    assert (points.mean, points.boards) == (0, 2)
    assert points.pm95 == pytest.approx(1.96 * 50 * math.sqrt(0.577 * 2), rel=0.03)


def test_equal_bots_share_a_place_in_whatever_order_their_points_are_added() -> None:
    margins = {"a": (1, 1, 4), "b": (1, 4, 1)}
    assert 1 / 3 + 1 / 3 + 4 / 3 != 1 / 3 + 4 / 3 + 1 / 3
    results = [
        game(board, seating, bot + "c", (margin, 0))
        for board in range(5)
        for bot in margins
        for seating, margin in enumerate(margins[bot])
    ]
    points = board_points(results, "abc", 3)
    assert points["a"].place_range == points["b"].place_range == (1, 1)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], BoardPoints(None, None, 0, None)),
        ([game(1, 0, "ab", (9, 4))], BoardPoints(None, None, 0, None)),
        ([game(1, s, "ab", (9, 4)) for s in (0, 1)], BoardPoints(5, None, 1, None)),
        ([game(b, s, "ab", (4, 4)) for b in (1, 2) for s in (0, 1)], BoardPoints(0, 0, 2, (1, 1))),
    ],
    ids=["no game", "one game", "one board", "all equal"],
)
def test_what_cannot_be_known_is_none(results: list[GameResult], expected: BoardPoints) -> None:
    assert board_points(results, ["a", "b", "z"], 2)["a"] == expected
    assert board_points(results, ["a", "b", "z"], 2)["z"] == BoardPoints(None, None, 0, None)


def test_a_bot_with_one_board_has_no_range_and_takes_no_place_from_others() -> None:
    pairs = [game(board, s, "ab", (100 + board, 0)) for board in (1, 2, 3) for s in (0, 1)]
    points = board_points([*pairs, *(game(1, s, "ca", (50, 0)) for s in (0, 1))], "abc", 2)
    assert points["c"] == BoardPoints(50, None, 1, None)
    assert points["b"].place_range == (2, 2)


@given(
    st.lists(
        st.tuples(*[st.tuples(st.integers(-900, 900), st.integers(-900, 900))] * 2),
        min_size=1,
        max_size=6,
    )
)
def test_two_bots_points_are_negatives_of_one_another(
    scores: list[tuple[tuple[int, int], tuple[int, int]]],
) -> None:
    results = [
        game(board, seating, "ab", pair)
        for board, pairs in enumerate(scores)
        for seating, pair in enumerate(pairs)
    ]
    points = board_points(results, ["a", "b"], 2)
    first, second = points["a"], points["b"]
    assert first.mean is not None
    assert second.mean == pytest.approx(-first.mean)
    assert first.pm95 == pytest.approx(second.pm95)
