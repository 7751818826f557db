"""The table of an event: order, places, shares of wins, faults."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.boards import BoardPoints
from arena.ratings.results import GameResult
from arena.ratings.skill import MU, SIGMA, Rating
from arena.ratings.standings import Row, standings

NONE_YET = BoardPoints(None, None, 0, None)


def game(board: int, seating: int, bots: str, scores: tuple[int, ...]) -> GameResult:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return GameResult(board, seating, tuple(bots), scores, places)


def test_by_rating_first() -> None:
    """The bot that wins more games comes first, also with fewer points."""
    once = [game(1, seating, "ba", (500, -500)) for seating in (0, 1)]
    often = [game(board, s, "ab", (500, 490)) for board in (2, 3, 4) for s in (0, 1)]
    first, second = standings(once + often, ["b", "a"], 0.01, 2)
    assert (first.bot, first.place, first.games, first.won) == ("a", 1, 8, 6)
    assert (second.bot, second.place, second.games, second.won) == ("b", 2, 8, 2)
    assert first.rating.mu > second.rating.mu
    assert first.points.mean == pytest.approx((3 * 10 - 1000) / 4)
    assert second.points.place_range == (1, 2)


def test_equal_ratings_are_ordered_by_points() -> None:
    """Two separate tables with the same places: the wider margin comes first."""
    results = [
        game(1, s, bots, (500, low)) for bots, low in (("ab", 400), ("cd", 0)) for s in (0, 1)
    ]
    rows = standings(results, "abcd", 0.01, 2)
    assert [(row.place, row.bot) for row in rows] == [(1, "c"), (2, "a"), (3, "b"), (4, "d")]


def test_equals_share_a_place_and_stand_by_name() -> None:
    results = [game(1, seating, "ba", (40, 40)) for seating in (0, 1)]
    rows = standings(results, ["c", "b", "a"], 0.01, 2)
    assert [(row.place, row.bot) for row in rows] == [(1, "a"), (1, "b"), (3, "c")]
    assert [row.won for row in rows] == [1, 1, 0]


def test_a_shared_first_place_is_a_share_of_a_win() -> None:
    rows = standings([game(1, 0, "abcd", (9, 9, 9, 0))], "abcd", 0.01, 1)
    assert {row.bot: row.won for row in rows} == pytest.approx(
        {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3, "d": 0}
    )


def test_faults_are_counted_by_offender_and_code() -> None:
    def lost(board: int, code: str, offender: str) -> GameResult:
        return GameResult(board, 0, ("a", "b"), (0, -500), (1, 2), code, offender)

    results = [lost(1, "timeout", "b"), lost(2, "crashed", "b"), lost(3, "timeout", "b")]
    rows = {row.bot: row for row in standings(results, "ab", 0.01, 1)}
    assert list(rows["b"].faults.items()) == [("crashed", 1), ("timeout", 2)]
    assert rows["a"].faults == {}
    assert rows["a"].games == 3


def test_before_the_first_game() -> None:
    prior = Rating(MU, SIGMA)
    expected = [Row(1, name, prior, NONE_YET, 0, 0.0, {}) for name in ("a", "b")]
    assert standings([], ["b", "a"], 0.01, 2) == expected
    assert standings([], [], 0.01, 2) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ab", "ba", "bc", "ca"]),
            st.integers(-5000, 5000),
            st.integers(-5000, 5000),
        ),
        max_size=12,
    )
)
def test_every_number_is_finite(games: list[tuple[str, int, int]]) -> None:
    results = [
        game(number // 2, number % 2, bots, scores)
        for number, (bots, *scores_list) in enumerate(games)
        for scores in [tuple(scores_list)]
    ]
    rows = standings(results, ["a", "b", "c", "d"], 0.01, 1)
    assert sorted(row.bot for row in rows) == ["a", "b", "c", "d"]
    assert sum(row.won for row in rows) == pytest.approx(len(games))
    for row in rows:
        known = [row.rating.mu, row.rating.sigma, row.rating.pm95, row.won]
        known += [x for x in (row.points.mean, row.points.pm95) if x is not None]
        assert all(math.isfinite(value) for value in known)
        assert (row.points.pm95 is None) == (row.points.boards < 2)
        assert (row.points.mean is None) == (row.points.boards == 0)
