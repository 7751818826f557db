"""A whole decision with real bots, beside a bare ping-pong of the same bytes with the same bot.

Everything shares one core, as a worker and its bots do: referee and bot take turns.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from arena.assets import sdk_folder
from arena.core.seeds import derive
from arena.games.contract import Game, Rules
from arena.process.bot import BotProcess, Transport
from arena.process.loop import Loop
from arena.process.program import Program
from arena.referee.record import SeatRecord
from arena.referee.referee import GameSpec, play
from arena.referee.table import FAREWELL, Table
from arena.referee.worker import hello_of
from arena.wire.codec import encode
from arena.wire.messages import Limits, Start

LIMITS = Limits(start_ms=10_000, decision_ms=1_000, bank_ms=60_000)
BOT = Program(Path(__file__).parent / "any", ("python3", "bot.py"), sdk_folder())


def pin_to_one_core() -> None:
    """Keep this process and every bot it starts on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


@dataclass
class Recorded:
    """A transport that passes everything on and keeps the requests of one seat."""

    inner: BotProcess
    requests: list[bytes] = field(default_factory=list)

    def tell(self, line: bytes) -> None:
        """Pass a line on."""
        self.inner.tell(line)

    def exchange(self, line: bytes, limit: float | None) -> tuple[bytes, float]:
        """Pass a request on and keep it."""
        self.requests.append(line)
        return self.inner.exchange(line, limit)

    def stderr(self) -> str:
        """Return the bot's standard error."""
        return self.inner.stderr()


def referee_round(game: Game, rules: Rules, games: int) -> tuple[float, list[bytes]]:
    """Return microseconds per decision through the referee, and the requests of seat 0."""
    loop = Loop()
    bots: list[Recorded] = []

    def connect(seat: int) -> Transport:
        bots.append(Recorded(BotProcess(BOT, loop)))
        return bots[seat]

    def disconnect(_bots: Sequence[Transport]) -> None:
        BotProcess.close_all([bot.inner for bot in bots], FAREWELL)

    table = Table(rules.players, hello_of(game.name, rules, LIMITS), connect, disconnect)
    try:
        for seat in range(rules.players):
            table.bot(seat)
        begun = time.perf_counter()
        played = [play(_spec(rules, number), game, rules, LIMITS, table) for number in range(games)]
        spent = time.perf_counter() - begun
    finally:
        table.close()
    decisions = sum(len(deal.actions) for one in played for deal in one.record.deals)
    return spent / decisions * 1e6, bots[0].requests[1:]


def _spec(rules: Rules, number: int) -> GameSpec:
    seats = tuple(
        SeatRecord(seat=seat, bot="any", version="1", fingerprint="", side=side, shown_as="")
        for side, members in enumerate(rules.sides)
        for seat in members
    )
    seed = derive(b"bench", number)
    return GameSpec(str(number), "bench", 1, number, 1, seats, seed, seed)


def bare_round(game: Game, rules: Rules, requests: Sequence[bytes]) -> float:
    """Return microseconds per exchange of the same requests over plain pipes, nothing checked."""
    process = subprocess.Popen(
        BOT.argv(),
        cwd=BOT.folder,
        env=BOT.environment(BOT.folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a pipe is missing")
    to_bot, from_bot = process.stdin.fileno(), process.stdout.fileno()
    os.write(to_bot, encode(hello_of(game.name, rules, LIMITS)))
    os.read(from_bot, 65536)
    os.write(to_bot, encode(Start("g", 0, [], 0)))
    begun = time.perf_counter()
    for request in requests:
        os.write(to_bot, request)
        os.read(from_bot, 65536)
    spent = time.perf_counter() - begun
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return spent / len(requests) * 1e6
