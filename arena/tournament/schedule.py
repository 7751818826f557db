"""Which games an event has: a pure iterator of fixtures with ids, and their grouping into tables.

A board is one stream of deals. Every pairing plays the same boards, each in every seating, so that
the luck of the cards cancels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

PRIMES = (2, 3, 5, 7)
BOARDS_AT_A_TABLE = 10
"""Boards that one set of bot processes plays before it is replaced: starts cost time, and smaller
tables spread better over the workers."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the schedule. ``bots`` holds the bot of each side; ``position`` counts from 0."""

    position: int
    id: str
    round: int
    board: int
    seating: int
    pairing: tuple[str, ...]
    bots: tuple[str, ...]


def seatings(sides: int) -> tuple[tuple[int, ...], ...]:
    """Return the seatings of a board: for each, which entrant of the pairing plays each side.

    Two sides swap. With three, four, five or seven, every entrant plays every side equally often
    and has every other as left neighbour equally often. With six and eight it plays every side, in
    both directions of the circle.
    """
    if sides == 4:
        return tuple(permutations(range(sides)))
    steps = range(1, sides) if sides in PRIMES else (1, sides - 1)
    orders = [[step * place % sides for place in range(sides)] for step in dict.fromkeys(steps)]
    return tuple(
        tuple(order[(place + turn) % sides] for place in range(sides))
        for order in orders
        for turn in range(sides)
    )


def round_robin(names: Sequence[str], boards: int, sides: int) -> Iterator[Fixture]:
    """Yield a round robin in schedule order: board by board, every pairing in every seating.

    A *pairing* is a set of as many entrants as there are sides. Boards come first, so that partial
    standings compare all bots on the same boards.
    """
    movement = seatings(sides)
    position = 0
    for board in range(1, boards + 1):
        for pairing in combinations(names, sides):
            for seating, order in enumerate(movement, 1):
                name = f"b{board}-{'-'.join(pairing)}-{seating}"
                bots = tuple(pairing[entrant] for entrant in order)
                yield Fixture(position, name, 1, board, seating, pairing, bots)
                position += 1


def tables(fixtures: Iterable[Fixture]) -> list[list[Fixture]]:
    """Group fixtures into tables: one pairing, one seating, up to ten boards, in schedule order.

    A table's processes meet each board once only: the other seating is another table.
    """
    grouped: dict[tuple[object, ...], list[Fixture]] = {}
    for fixture in fixtures:
        block = (fixture.board - 1) // BOARDS_AT_A_TABLE
        grouped.setdefault((block, fixture.pairing, fixture.seating), []).append(fixture)
    return list(grouped.values())
