"""From stored records to what the ratings know of a game, in schedule order."""

from __future__ import annotations

from collections.abc import Iterator

from arena.games.registry import find_game
from arena.ratings.results import GameResult
from arena.ratings.standings import Row, standings
from arena.referee.record import Record
from arena.tournament.head import head_of
from arena.tournament.schedule import seatings
from arena.tournament.store import Store


def game_results(store: Store) -> Iterator[GameResult]:
    """Yield the result of every stored game, per side instead of per seat."""
    for game in store.games():
        yield result_of(game.record())


def result_of(record: Record) -> GameResult:
    """Return a game's result per side: the bot, score and place of each side's first seat."""
    first = {seat.side: seat for seat in reversed(record.seats)}
    sides = [first[side] for side in sorted(first)]
    fault = record.result.fault
    return GameResult(
        board=record.board,
        seating=record.seating,
        bots=tuple(seat.bot for seat in sides),
        scores=tuple(record.result.scores[seat.seat] for seat in sides),
        places=tuple(record.result.places[seat.seat] for seat in sides),
        fault=fault.verdict if fault else None,
        offender=record.seats[fault.seat].bot if fault else None,
    )


def rows_of(store: Store) -> list[Row]:
    """Return the standings of a stored run."""
    head = head_of(store)
    game, sides = find_game(head.event.game), len(head.rules.sides)
    results = list(game_results(store))
    return standings(results, head.scheduled, game.draw_probability, len(seatings(sides)))
