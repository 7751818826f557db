"""Which games an event has: a pure iterator of fixtures with ids, and their grouping into tables.

A board is one stream of deals. Every pairing plays the same boards, each in every seating, so that
the luck of the cards cancels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

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


def seatings(pairing: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the seatings of two sides: as paired, and with the sides swapped."""
    first, second = pairing
    return (first, second), (second, first)


def round_robin(names: Sequence[str], boards: int) -> Iterator[Fixture]:
    """Yield a round robin in schedule order: board by board, every pairing in every seating.

    So partial standings compare all bots on the same boards.
    """
    position = 0
    for board in range(1, boards + 1):
        for pairing in combinations(names, 2):
            for seating, bots in enumerate(seatings(pairing), 1):
                name = f"b{board}-{pairing[0]}-{pairing[1]}-{seating}"
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
