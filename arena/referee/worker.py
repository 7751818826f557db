"""Play the games of tables: what one worker does, in its own process or inside the parent.

A job is one table: one pairing in one seating over some boards, served by the same bot processes.
Nothing above the referee is imported here, so that a worker starts fast and stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.games.contract import Rules
from arena.games.registry import find_game
from arena.process.bot import BotProcess, Transport
from arena.process.loop import Loop
from arena.process.program import Program
from arena.referee.record import Measured, encode_record, record_hash
from arena.referee.referee import GameSpec, play
from arena.referee.table import FAREWELL, Table
from arena.wire.messages import PROTOCOL, Hello, Limits


@dataclass(frozen=True)
class Job:
    """One table: the game and its rules, the program in each seat, the games to play.

    ``fresh`` restarts every bot for every game.
    """

    game: str
    rules: Rules
    limits: Limits
    programs: tuple[Program, ...]
    specs: tuple[GameSpec, ...]
    fresh: bool = False


@dataclass(frozen=True)
class Finished:
    """A finished game as it is stored: ``data`` are the bytes of its record."""

    id: str
    data: bytes
    hash: str
    measured: Measured


def hello_of(game: str, rules: Rules, limits: Limits) -> Hello:
    """Return the greeting of an event's bots."""
    return Hello(PROTOCOL, game, rules.as_dict(), limits)


def open_table(
    programs: Sequence[Program],
    game: str,
    rules: Rules,
    limits: Limits,
    loop: Loop,
    work: Path | None = None,
) -> Table:
    """Return a table of real processes, none started yet; ``work`` holds their work folders."""

    def connect(seat: int) -> Transport:
        return BotProcess(programs[seat], loop, work)

    def disconnect(bots: Sequence[Transport]) -> None:
        BotProcess.close_all([bot for bot in bots if isinstance(bot, BotProcess)], FAREWELL)

    return Table(len(programs), hello_of(game, rules, limits), connect, disconnect)


def play_job(
    job: Job, loop: Loop, stop: Callable[[], bool], work: Path | None = None
) -> Generator[Finished, None, None]:
    """Play a table's games in order and yield each as it ends.

    ``stop`` is asked before each game. The bots are ended however this ends.
    """
    game = find_game(job.game)
    table = open_table(job.programs, job.game, job.rules, job.limits, loop, work)
    try:
        for spec in job.specs:
            if stop():
                return
            played = play(spec, game, job.rules, job.limits, table)
            if job.fresh:
                table.close()
            data = encode_record(played.record)
            yield Finished(spec.id, data, record_hash(data), played.measured)
    finally:
        table.close()
