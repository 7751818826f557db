"""TrueSkill ratings of bots, by the ``trueskill`` package with its numerical traps closed.

The model (Herbrich, Minka and Graepel: TrueSkill, NIPS 2006) updates a rating by the mean and the
variance of a standard normal variable that is known to lie in an interval: everything above the
draw margin for a win, between the margins for a draw. The package calls the mean ``v`` and one
minus the variance ``w``, and computes them as quotients of differences of densities and cumulative
probabilities. Those cancel or underflow when a result contradicts the ratings strongly
(``FloatingPointError``) and lose their digits when the draw margin is narrow. Here both moments are
sums of positive terms, by Gauss-Legendre quadrature over the part of the interval that holds the
mass, with the density scaled to 1 at its highest point: nothing cancels, nothing underflows, and
no branch for an asymptotic limit is needed. Where the package's own formulas hold, the two agree
to the accuracy of its ``erfc`` (1e-7).

Bots do not change within a run, so the dynamic factor ``tau`` is 0. That does not make the order of
the games irrelevant: late results that contradict early ones count for more (600 wins and then 200
losses leave the loser of the 600 ahead). Schedules mix the pairings board by board, where this does
no harm, and the order is always theirs, never that of completion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import trueskill

from arena.ratings.results import GameResult, check_names

MU = 25.0
SIGMA = 25 / 3
BETA = 25 / 6
LEAST_DRAW_PROBABILITY = 1e-6
"""Below it the draw margin is so narrow that ``1 - w`` of a draw has no digits left."""

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)
_LAST_EXPONENT = 40.0
"""The density is cut off where it has fallen by exp(-40), below the precision of a float."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's skill as TrueSkill believes it: mean ``mu`` and standard deviation ``sigma``."""

    mu: float
    sigma: float

    @property
    def pm95(self) -> float:
        """Half the width of the central 95 % of the belief.

        It is no confidence interval on duplicate boards: the games of a board are not independent.
        """
        return 1.96 * self.sigma


def ratings(
    results: Sequence[GameResult], names: Sequence[str], draw_probability: float
) -> dict[str, Rating]:
    """Return the rating of every named bot after the results, given in schedule order.

    A side is one entity, however many seats its bot holds. A bot without games has the prior.
    ``draw_probability`` is the game's, from 1e-6 up to below 1: the package takes 0 and returns
    nonsense for the first draw. ``ValueError`` when it is outside, or the names do not fit.
    """
    if not LEAST_DRAW_PROBABILITY <= draw_probability < 1:
        raise ValueError(f"the draw probability must be in [1e-6, 1), not {draw_probability}")
    check_names(results, names)
    environment = Environment(draw_probability)
    current = {name: environment.create_rating() for name in names}
    for result in results:
        # Sides that share a place are compared as neighbours only, so their order counts a little:
        # by name, it does not depend on the seating.
        sides = sorted(zip(result.places, result.bots, strict=True))
        groups = [(current[bot],) for _, bot in sides]
        rated = environment.rate(groups, ranks=[place for place, _ in sides])
        current.update((bot, rating) for (_, bot), (rating,) in zip(sides, rated, strict=True))
    return {name: Rating(rating.mu, rating.sigma) for name, rating in current.items()}


class Environment(trueskill.TrueSkill):  # type: ignore[misc]  # the package has no types
    """The package's TrueSkill, explicit in every parameter and sound for every result."""

    def __init__(self, draw_probability: float) -> None:
        normal = NormalDist()
        backend = (normal.cdf, normal.pdf, normal.inv_cdf)
        super().__init__(MU, SIGMA, BETA, 0.0, draw_probability, backend)

    def v_win(self, diff: float, draw_margin: float) -> float:
        """Return how far a win moves the difference of two performances, in its deviations."""
        return truncated_normal(draw_margin - diff, math.inf)[0]

    def w_win(self, diff: float, draw_margin: float) -> float:
        """Return by which share a win narrows the variance of that difference."""
        return 1 - truncated_normal(draw_margin - diff, math.inf)[1]

    def v_draw(self, diff: float, draw_margin: float) -> float:
        """Return how far a draw moves the difference of two performances, in its deviations."""
        return truncated_normal(-draw_margin - diff, draw_margin - diff)[0]

    def w_draw(self, diff: float, draw_margin: float) -> float:
        """Return by which share a draw narrows the variance of that difference."""
        return 1 - truncated_normal(-draw_margin - diff, draw_margin - diff)[1]


@lru_cache(maxsize=1)  # the package asks for v and then for w of the same interval
def truncated_normal(low: float, high: float) -> tuple[float, float]:
    """Return mean and variance of a standard normal variable known to lie in low … high.

    ``high`` may be infinite. Both keep their digits wherever the interval lies: the moments are
    taken about ``mode``, the point of the interval where the density is highest.
    """
    mode = min(max(0.0, low), high)
    reach = 2 * _LAST_EXPONENT / (math.hypot(mode, math.sqrt(2 * _LAST_EXPONENT)) + abs(mode))
    start, end = max(low - mode, -reach), min(high - mode, reach)
    steps = (start + end) / 2 + (end - start) / 2 * _NODES
    density = _WEIGHTS * np.exp(-steps * (steps / 2 + mode))
    density /= density.sum()
    mean = float(density @ steps)
    variance = float(density @ np.square(steps - mean))
    return mode + mean, variance
