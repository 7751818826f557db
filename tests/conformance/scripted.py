"""Whole games without processes: bots that are functions, at a table with a virtual clock.

A policy is a function from a request to what is answered. Every line that is sent to a bot is kept
as the bytes that a process would have read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from arena.core.seeds import below
from arena.games.contract import Game, Rules
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.process.bot import Transport
from arena.referee.record import SeatRecord
from arena.referee.referee import GameSpec, Played, play
from arena.referee.table import FAREWELL, Table
from arena.referee.worker import hello_of
from arena.wire.messages import Limits
from arena.wire.verdicts import Fault, Verdict

NORWEGIAN = FIVE_HUNDRED.rules("norwegian", 4, {})
LIMITS = Limits(start_ms=10_000, decision_ms=1_000, bank_ms=60_000)
TOKEN = "0123456789abcdef"
HELLO = b'{"name":"scripted","version":"1"}'
SEATS = range(4)
STDERR = "what the bot wrote to standard error"

Message = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """The line that a bot writes and the seconds it takes for it."""

    line: bytes
    seconds: float = 0.0


Policy = Callable[[Message], str | Reply]
"""Returns an action, said at once, or a whole reply; may raise the ``Fault`` of a process."""


def reply(message: Message, action: str, seconds: float = 0.0, **more: object) -> Reply:
    """Return a well-formed answer to a request, with more fields if you like."""
    return Reply(json.dumps({"id": message["id"], "action": action, **more}).encode(), seconds)


@dataclass
class ScriptedBot:
    """One bot of a seat, a ``Transport``: what it was sent and what it answered, line by line."""

    policy: Policy
    sent: list[bytes] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)

    def tell(self, line: bytes) -> None:
        """Keep the lines sent."""
        self.sent += line.splitlines(keepends=True)

    def exchange(self, line: bytes, limit: float | None) -> tuple[bytes, float]:
        """Answer as the policy says; too late is a time-out, as of a process."""
        self.tell(line)
        answer = self._answer(json.loads(line))
        if limit is not None and answer.seconds > limit:
            raise Fault(Verdict.TIMEOUT, "no answer in time")
        self.answers.append(answer.line)
        return answer.line, answer.seconds

    def _answer(self, message: Message) -> Reply:
        """Return the answer of the policy, which need not care about hello."""
        said = self.policy(message)
        if isinstance(said, Reply):
            return said
        return Reply(HELLO) if message["type"] == "hello" else reply(message, said)

    def stderr(self) -> str:
        """Return something to recognise."""
        return STDERR

    @property
    def messages(self) -> list[Message]:
        """Every message sent so far."""
        return [json.loads(line) for line in self.sent]

    def of_type(self, kind: str) -> list[Message]:
        """Return the messages of one type."""
        return [message for message in self.messages if message["type"] == kind]


class ScriptedTable:
    """A table of policies; ``bots[seat]`` are the bots that sat there, in order."""

    def __init__(
        self,
        policies: Sequence[Policy],
        rules: Rules = NORWEGIAN,
        limits: Limits = LIMITS,
        game: Game = FIVE_HUNDRED,
    ) -> None:
        self.policies = policies
        self.rules, self.limits, self.game = rules, limits, game
        self.bots: list[list[ScriptedBot]] = [[] for _ in policies]
        self.ended: list[Transport] = []
        hello = hello_of(game.name, rules, limits)
        self.table = Table(len(policies), hello, self.connect, self.disconnect)

    def connect(self, seat: int) -> ScriptedBot:
        """Seat a new bot."""
        bot = ScriptedBot(self.policies[seat])
        self.bots[seat].append(bot)
        return bot

    def disconnect(self, bots: Sequence[Transport]) -> None:
        """Say goodbye to bots and keep who left."""
        for bot in bots:
            self.ended.append(bot)
            with suppress(Fault):
                bot.tell(FAREWELL)

    def play(
        self, spec: GameSpec | None = None, token: Callable[[], str] = lambda: TOKEN
    ) -> Played:
        """Play one game at this table."""
        return play(spec or make_spec(), self.game, self.rules, self.limits, self.table, token)

    def sent(self, seat: int) -> bytes:
        """Return every byte that the bots of a seat were sent."""
        return b"".join(line for bot in self.bots[seat] for line in bot.sent)


def make_seats(*bots: str, shown: bool = False) -> tuple[SeatRecord, ...]:
    """Return the seats of two bots, one for each side."""
    return tuple(
        SeatRecord(
            seat=seat,
            bot=bots[seat % 2],
            version="1.0",
            fingerprint=f"{bots[seat % 2]}-fingerprint",
            side=seat % 2,
            shown_as=bots[seat % 2] if shown else f"player {seat}",
        )
        for seat in SEATS
    )


def make_spec(
    board_seed: bytes = b"board seed of tests",
    bot_seed: bytes = b"bot seed of tests",
    board: int = 1,
    seats: tuple[SeatRecord, ...] = make_seats("one", "two"),
) -> GameSpec:
    """Return a game to play."""
    return GameSpec(
        id=f"b{board}-one-two-1",
        event="tests",
        round=1,
        board=board,
        seating=1,
        seats=seats,
        board_seed=board_seed,
        bot_seed=bot_seed,
    )


# -- policies --------------------------------------------------------------------------------------


def first_legal(message: Message) -> str:
    """Take the first legal action: pass, discard and follow with the lowest."""
    return str(message["legal"][0]) if message["type"] == "act" else ""


def bids(bid: str) -> Callable[[Message], str]:
    """Return a policy that makes one bid as soon as it can, and else takes the first action."""
    return lambda message: bid if bid in message.get("legal", []) else first_legal(message)


bidder = bids("bid 6S")


def drawn(seed: int) -> Policy:
    """Return a policy that depends on the decision alone: the same request, the same answer."""

    def choose(message: Message) -> str:
        if message["type"] != "act":
            return ""
        legal = message["legal"]
        rest = [legal, message["view"], seed]
        if message["phase"] == "auction" and below(json.dumps(rest).encode(), 4):
            return "pass"
        return str(legal[below(json.dumps([rest]).encode(), len(legal))])

    return choose


def at_random(rng: Random, choose: Callable[[Random, list[str]], str]) -> Policy:
    """Return a policy that draws from one stream of random numbers."""
    return lambda message: choose(rng, message["legal"]) if message["type"] == "act" else ""


def faulty(fault: Callable[[Message], str | Reply], *, from_phase: str = "auction") -> Policy:
    """Return a policy that does something else from its first decision of a phase on."""
    return lambda message: fault(message) if message.get("phase") == from_phase else bidder(message)
