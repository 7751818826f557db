"""From an event to games: the schedule's fixtures as specs, and tables of them as jobs. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from arena.core.seeds import derive
from arena.games.contract import Rules
from arena.process.program import Program
from arena.referee.record import SeatRecord
from arena.referee.referee import GameSpec
from arena.referee.worker import Job
from arena.tournament.schedule import Fixture, tables
from arena.tournament.secrets import RunSecrets
from arena.wire.messages import Limits


@dataclass(frozen=True)
class Entrant:
    """What a record says of a bot: its name in the event, version and fingerprint."""

    name: str
    version: str
    fingerprint: str


def board_seed(secrets: RunSecrets, board: int) -> bytes:
    """Return the seed of a board's deals: the same for every pairing and seating."""
    return derive(secrets.cards, "board", board)


def seat_records(
    fixture: Fixture, sides: Sequence[Sequence[int]], entrants: Mapping[str, Entrant], shown: bool
) -> tuple[SeatRecord, ...]:
    """Return who sits where: the bot of each side in all seats of that side."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    records = []
    for seat, side in sorted(side_of.items()):
        entrant = entrants[fixture.bots[side]]
        records.append(
            SeatRecord(
                seat=seat,
                bot=entrant.name,
                version=entrant.version,
                fingerprint=entrant.fingerprint,
                side=side,
                shown_as=entrant.name if shown else f"player {seat}",
            )
        )
    return tuple(records)


@dataclass(frozen=True)
class Plan:
    """An event ready to be played: everything that turns a fixture into a game."""

    event: str
    game: str
    rules: Rules
    limits: Limits
    fresh_bots: bool
    show_names: bool
    entrants: Mapping[str, Entrant]
    programs: Mapping[str, Program]
    secrets: RunSecrets

    def spec(self, fixture: Fixture) -> GameSpec:
        """Return the game of a fixture."""
        return GameSpec(
            id=fixture.id,
            event=self.event,
            round=fixture.round,
            board=fixture.board,
            seating=fixture.seating,
            seats=seat_records(fixture, self.rules.sides, self.entrants, self.show_names),
            board_seed=board_seed(self.secrets, fixture.board),
            bot_seed=derive(self.secrets.bots, "game", fixture.id),
        )

    def jobs(self, fixtures: Sequence[Fixture], done: Collection[str]) -> list[Job]:
        """Return the tables that play every fixture which is not done yet."""
        pending = [fixture for fixture in fixtures if fixture.id not in done]
        return [self._job(table) for table in tables(pending)]

    def _job(self, table: Sequence[Fixture]) -> Job:
        specs = tuple(self.spec(fixture) for fixture in table)
        programs = tuple(self.programs[seat.bot] for seat in specs[0].seats)
        return Job(self.game, self.rules, self.limits, programs, specs, self.fresh_bots)
