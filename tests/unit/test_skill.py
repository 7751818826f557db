"""TrueSkill ratings: known values, and results that break the package's own arithmetic."""

from __future__ import annotations

import math

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.results import GameResult
from arena.ratings.skill import BETA, MU, SIGMA, Environment, Rating, ratings, truncated_normal

PRIOR = Rating(MU, SIGMA)


def game(*bots: str, places: tuple[int, ...] = (1, 2), board: int = 0) -> GameResult:
    return GameResult(board, 0, bots, tuple(-100 * place for place in places), places)


def by_the_package(results: list[GameResult], draw_probability: float) -> dict[str, Rating]:
    """Rate with the package's own formulas: right while no result is far from the expected."""
    environment = trueskill.TrueSkill(MU, SIGMA, BETA, 0, draw_probability)
    current = {bot: environment.create_rating() for result in results for bot in result.bots}
    for result in results:
        groups = [{bot: current[bot]} for bot in result.bots]
        for rated in environment.rate(groups, ranks=result.places):
            current.update(rated)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in current.items()}


def test_a_win_from_the_prior() -> None:
    """The trueskill documentation's 1 v 1: 29.396 ± 7.171 beats 20.604 ± 7.171.

    It has tau = 25/300; with tau = 0 the first change is in the fourth decimal.
    """
    rated = ratings([game("a", "b")], ["a", "b"], 0.1)
    assert rated["a"].mu == pytest.approx(29.3953, abs=5e-4)
    assert rated["b"].mu == pytest.approx(20.6047, abs=5e-4)
    assert rated["a"].sigma == rated["b"].sigma == pytest.approx(7.1711, abs=5e-4)


def test_a_draw_from_the_prior() -> None:
    """The package's test of a 1 v 1 draw gives 25.000 ± 6.458; with tau = 0 it is 6.457."""
    rated = ratings([game("a", "b", places=(1, 1))], ["a", "b"], 0.1)
    assert rated["a"].mu == rated["b"].mu == pytest.approx(25)
    assert rated["a"].sigma == pytest.approx(6.4572, abs=2e-4)


def test_a_free_for_all_from_the_prior() -> None:
    """The package's test of 1 v 1 v 1 gives 31.675 ± 6.656, 25.000 ± 6.208, 18.325 ± 6.656."""
    rated = ratings([game("c", "a", "b", places=(3, 1, 2))], ["a", "b", "c"], 0.1)
    assert [rated[bot].mu for bot in "abc"] == pytest.approx([31.675, 25.0, 18.325], abs=1e-3)
    assert [rated[bot].sigma for bot in "abc"] == pytest.approx([6.656, 6.208, 6.656], abs=1e-3)


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), max_size=8), st.floats(0.01, 0.5))
def test_agrees_with_the_package_near_the_prior(
    places: list[tuple[int, int]], draw_probability: float
) -> None:
    games = [game(*("ab", "bc", "ca")[n % 3], places=pair) for n, pair in enumerate(places)]
    rated = ratings(games, ["a", "b", "c"], draw_probability)
    for bot, expected in by_the_package(games, draw_probability).items():
        assert rated[bot].mu == pytest.approx(expected.mu, abs=1e-3)
        assert rated[bot].sigma == pytest.approx(expected.sigma, abs=1e-3)


def test_no_games_leave_the_prior() -> None:
    rated = ratings([game("a", "b")], ["a", "b", "c"], 0.1)
    assert rated["c"] == PRIOR
    assert PRIOR.pm95 == pytest.approx(16.333, abs=1e-3)
    assert ratings([], [], 0.1) == {}


def test_the_seating_does_not_matter() -> None:
    names = ["a", "b", "c"]
    one = ratings([game("a", "b", "c", places=(1, 1, 1))], names, 0.1)
    other = ratings([game("c", "a", "b", places=(1, 1, 1))], names, 0.1)
    assert one == other


def test_a_loss_after_3000_wins() -> None:
    wins = [game("a", "b", board=board) for board in range(3000)]
    before = ratings(wins, ["a", "b"], 0.01)
    after = ratings([*wins, game("b", "a", board=3000)], ["a", "b"], 0.01)
    assert before["a"].mu - before["b"].mu > 25
    assert before["b"].mu < after["b"].mu < after["a"].mu < before["a"].mu
    assert after["a"].sigma < before["a"].sigma < SIGMA / 3
    assert after["a"].mu + after["b"].mu == pytest.approx(2 * MU)


def test_the_order_counts_so_it_must_be_the_schedules() -> None:
    won, lost = game("a", "b"), game("b", "a")
    mixed = ratings([won, won, won, lost] * 15, ["a", "b"], 0.01)
    sorted_by_winner = ratings([won] * 45 + [lost] * 15, ["a", "b"], 0.01)
    by_the_share = 0.6745 * math.sqrt(2) * BETA  # the gap at which the better one wins 3 of 4
    assert mixed["a"].mu - mixed["b"].mu == pytest.approx(by_the_share, rel=0.05)
    assert sorted_by_winner["a"].mu < sorted_by_winner["b"].mu


@pytest.mark.parametrize("draw_probability", [1e-6, 0.01, 0.9])
def test_2000_draws_make_two_bots_equal(draw_probability: float) -> None:
    games = [game("a", "b", places=(1, 1), board=board) for board in range(2000)]
    rated = ratings([game("a", "b"), *games], ["a", "b"], draw_probability)
    assert rated["a"].mu == pytest.approx(rated["b"].mu, abs=0.05)
    assert 0 < rated["a"].sigma < 0.6


@pytest.mark.parametrize("drawn", [False, True])
def test_an_upset_across_a_gap_that_the_package_cannot_rate(drawn: bool) -> None:
    ranks = [1, 1 if drawn else 2]
    package = trueskill.TrueSkill(MU, SIGMA, BETA, 0, 0.01)
    weak, strong = package.create_rating(-200, 1), package.create_rating(200, 1)
    with pytest.raises(FloatingPointError):
        package.rate([(weak,), (strong,)], ranks=ranks)
    [[raised], [lowered]] = Environment(0.01).rate([(weak,), (strong,)], ranks=ranks)
    # So far out the result is as good as a measured difference of 0: the Kalman update.
    assert raised.mu == pytest.approx(-200 + 400 / (2 + 2 * BETA**2), abs=0.01)
    assert lowered.mu == pytest.approx(200 - 400 / (2 + 2 * BETA**2), abs=0.01)
    assert raised.sigma == pytest.approx(math.sqrt(1 - 1 / (2 + 2 * BETA**2)), abs=1e-4)


@pytest.mark.parametrize("low", [30.0, 100.0, 1e4])
def test_the_far_tail_has_its_asymptotic_moments(low: float) -> None:
    """Mills' ratio: beyond a far ``low`` lies 1/low more on average, with variance 1/low²."""
    mean, variance = truncated_normal(low, math.inf)
    assert mean == pytest.approx(low + 1 / low - 2 / low**3 + 10 / low**5, rel=1e-9)
    assert variance == pytest.approx(low**-2 - 6 * low**-4 + 50 * low**-6, rel=1e-6)


@pytest.mark.parametrize("middle", [-60.0, -1.0, 0.0, 3.0, 60.0])
def test_a_narrow_interval_is_nearly_uniform(middle: float) -> None:
    mean, variance = truncated_normal(middle - 1e-5, middle + 1e-5)
    assert mean == pytest.approx(middle, abs=1e-8)
    assert variance == pytest.approx(1e-10 / 3, rel=1e-5)


@pytest.mark.parametrize(("low", "mean", "variance"), [(-50, 0, 1), (0, 0.7978846, 0.3633802)])
def test_the_whole_and_the_half_normal(low: float, mean: float, variance: float) -> None:
    """The half normal has mean sqrt(2/π) and variance 1 - 2/π."""
    assert truncated_normal(low, math.inf) == pytest.approx((mean, variance), abs=1e-7)


@given(st.floats(-1e3, 1e3), st.floats(1e-6, 1e3))
def test_moments_lie_inside_the_interval(low: float, width: float) -> None:
    mean, variance = truncated_normal(low, low + width)
    assert low <= mean <= low + width
    assert 0 < variance <= 1 + 1e-12


@pytest.mark.parametrize("draw_probability", [0.0, -0.1, 1e-9, 1.0, math.nan])
def test_refuses_an_impossible_draw_probability(draw_probability: float) -> None:
    with pytest.raises(ValueError, match="draw probability"):
        ratings([], ["a"], draw_probability)


def test_refuses_unknown_and_doubled_names() -> None:
    with pytest.raises(ValueError, match="not named: b"):
        ratings([game("a", "b")], ["a"], 0.1)
    with pytest.raises(ValueError, match="named twice"):
        ratings([], ["a", "a"], 0.1)


@pytest.mark.parametrize(
    ("bots", "scores", "places", "offender", "reason"),
    [
        (("a", "a"), (1, 0), (1, 2), None, "meets itself"),
        (("a",), (1,), (1,), None, "2 or more sides"),
        (("a", "b"), (1,), (1, 2), None, "a score and a place"),
        (("a", "b"), (1, 0), (2, 2), None, "no side has place 1"),
        (("a", "b"), (1, 0), (1, 2), "c", "'c' has no seat"),
    ],
)
def test_a_game_that_cannot_be(
    bots: tuple[str, ...],
    scores: tuple[int, ...],
    places: tuple[int, ...],
    offender: str | None,
    reason: str,
) -> None:
    with pytest.raises(ValueError, match=reason):
        GameResult(7, 1, bots, scores, places, None, offender)
