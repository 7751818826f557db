"""Play one game: ask the seats in turn, judge their answers, keep the record.

The first fault loses the game for its side. Nothing here knows of events, pairings or ratings.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import arena
from arena.core.seeds import derive
from arena.core.text import clean
from arena.games.contract import Action, Game, Outcome, Rules, Seat, Settled
from arena.process.bot import Transport
from arena.referee.clock import GameClock
from arena.referee.news import News
from arena.referee.record import (
    SCHEMA,
    ActionRecord,
    DealRecord,
    FaultRecord,
    GameResult,
    Measured,
    Record,
    SeatRecord,
    deal_record,
    result_record,
)
from arena.referee.table import Table
from arena.wire.codec import decode, encode
from arena.wire.messages import (
    MAX_NOTE,
    Act,
    Answer,
    End,
    Error,
    Limits,
    Start,
)
from arena.wire.verdicts import Fault, Verdict

ISOLATION = "basic"
SEED_BITS = 48


@dataclass(frozen=True)
class GameSpec:
    """One game to play: its names, its seats, and the secrets its cards and seeds come from."""

    id: str
    event: str
    round: int
    board: int
    seating: int
    seats: tuple[SeatRecord, ...]
    board_seed: bytes
    bot_seed: bytes

    def deal_seed(self, number: int) -> bytes:
        """Return the seed of a deal, counted from 1; it depends on the board alone."""
        return deal_seed(self.board_seed, number)

    def seat_seed(self, seat: Seat) -> int:
        """Return the seed that the bot in a seat is given, from a secret apart from the cards'."""
        return int.from_bytes(derive(self.bot_seed, "seat", seat)[: SEED_BITS // 8], "big")

    @property
    def opaque_name(self) -> str:
        """The game's name as bots see it: no board, seating or rival can be read from it."""
        return "g-" + derive(self.bot_seed, "name").hex()[:16]


@dataclass(frozen=True)
class Played:
    """A finished game: its record and what was measured."""

    record: Record
    measured: Measured


def deal_seed(board_seed: bytes, number: int) -> bytes:
    """Return the seed of a board's deal, counted from 1."""
    return derive(board_seed, "deal", number)


def random_token() -> str:
    """Return an unguessable request id."""
    return secrets.token_hex(8)


def play(
    spec: GameSpec,
    game: Game,
    rules: Rules,
    limits: Limits,
    table: Table,
    token: Callable[[], str] = random_token,
) -> Played:
    """Play a game to its end and return it; bots that faulted have left the table."""
    return _Match(spec, game, rules, limits, table, token).run()


def _tell(bot: Transport, line: bytes) -> None:
    """Send a line that has no answer; a bot that is gone is judged when it is asked."""
    with suppress(Fault):
        bot.tell(line)


class _Match:
    """The game in progress, with what was sent to whom."""

    def __init__(
        self,
        spec: GameSpec,
        game: Game,
        rules: Rules,
        limits: Limits,
        table: Table,
        token: Callable[[], str],
    ) -> None:
        self.spec = spec
        self.game = game
        self.rules = rules
        self.table = table
        self.token = token
        self.state = game.new(rules)
        self.clock = GameClock(limits, rules.players)
        self.bots: list[Transport] = []
        self.started = False
        self.deals: list[DealRecord] = []
        self.ms: list[list[float]] = []
        self.news = News(self.state, game.text, rules.players)
        self.current: Seat = 0
        self.request = self.reply = b""

    def run(self) -> Played:
        """Start the bots, play, end the game."""
        fault = None
        try:
            self._start()
            while (outcome := self.state.outcome) is None:
                seat = self.state.to_act
                if seat is None:
                    self._deal()
                else:
                    self._decide(seat)
        except Fault as found:
            fault, outcome = found, self.state.forfeit(self.current)
        return self._finish(outcome, fault)

    def _start(self) -> None:
        for seat in range(self.rules.players):
            self.current = seat
            self.bots.append(self.table.bot(seat))
        names = [seat.shown_as for seat in self.spec.seats]
        for seat, bot in enumerate(self.bots):
            start = Start(self.spec.opaque_name, seat, names, self.spec.seat_seed(seat))
            _tell(bot, encode(start))
        self.started = True

    def _deal(self) -> None:
        seed = self.spec.deal_seed(len(self.deals) + 1)
        deal = self.state.shuffle(seed)
        self.state.begin(deal)
        self.deals.append(deal_record(deal, seed))
        self.ms.append([])

    def _decide(self, seat: Seat) -> None:
        """Ask the seat to act and do what it answers."""
        self.current = seat
        legal = {self.game.text(action): action for action in self.state.legal_actions()}
        answer, seconds = self._ask(seat, list(legal))
        action = legal.get(answer.action)
        if action is None:
            raise self._illegal(answer.action, list(legal))
        note = clean(answer.note, MAX_NOTE) if answer.note else ""
        self.deals[-1].actions.append(ActionRecord(seat, answer.action, note))
        self.ms[-1].append(round(seconds * 1000, 3))
        self._apply(action)

    def _ask(self, seat: Seat, legal: list[str]) -> tuple[Answer, float]:
        """Send one request and return its answer and the seconds it took."""
        token = self.token()
        request = Act(
            token,
            self.state.phase,
            legal,
            self.state.view(seat),
            self.news.since_last(seat),
            self.clock.shown(seat),
        )
        self.request, self.reply = encode(request), b""
        try:
            self.reply, seconds = self.bots[seat].exchange(self.request, self.clock.limit(seat))
        except Fault as fault:
            self.clock.judge(seat, fault)
            raise
        self.clock.spend(seat, seconds)
        answer = decode(self.reply, Answer)
        if answer.id != token:
            raise Fault(Verdict.OUT_OF_TURN, "the line does not answer the request: its id differs")
        return answer, seconds

    def _apply(self, action: Action) -> None:
        """Do an action; when it settles the deal, record the result."""
        self.state.apply(action)
        last = self.state.log[-1]
        if isinstance(last, Settled):
            self.deals[-1].result = result_record(last)

    def _illegal(self, text: str, legal: list[str]) -> Fault:
        """Return the fault of an answer that is not in the legal list, with the rule it breaks."""
        shown = clean(text)
        details: dict[str, object] = {"action": shown, "legal": legal}
        try:
            violation = self.state.check(self.game.parse(text))
        except KeyError:
            violation = None
        if violation is None:
            why = f"{shown!r} is no action of this game"
            return Fault(Verdict.ILLEGAL_ACTION, why, details)
        details |= {"violation": violation.code, "rule": violation.rule}
        return Fault(Verdict.ILLEGAL_ACTION, violation.text, details)

    # -- the end -------------------------------------------------------------------------------

    def _finish(self, outcome: Outcome, fault: Fault | None) -> Played:
        faulty = self.current if fault is not None else None
        evidence = self._evidence(fault) if fault is not None else {}
        self._say_end(outcome, fault, faulty)
        if faulty is not None:
            self.table.dismiss([faulty])
        return Played(self._record(outcome, fault), self._measured(evidence))

    def _say_end(self, outcome: Outcome, fault: Fault | None, faulty: Seat | None) -> None:
        """Tell the faulty bot why, and every bot that was told of the game how it ended."""
        for seat in range(self.rules.players):
            bot = self.table.seated(seat)
            if bot is None:
                continue
            if fault is not None and seat == faulty:
                _tell(bot, encode(Error(fault.verdict, fault.text)))
            if self.started:
                news = self.news.since_last(seat)
                _tell(bot, encode(End(list(outcome.scores), list(outcome.places), news)))

    def _evidence(self, fault: Fault) -> dict[str, str]:
        """Return what shows the fault: request, reply, stderr; cleaned where it is shown."""
        bot = self.table.seated(self.current)
        found = {
            "request": self.request.decode().strip(),
            "reply": self.reply.decode("utf-8", "backslashreplace"),
            "stderr": bot.stderr() if bot is not None else "",
        }
        return {name: text for name, text in (found | fault.evidence).items() if text}

    def _record(self, outcome: Outcome, fault: Fault | None) -> Record:
        found = None
        if fault is not None:
            place = ".".join(map(str, self.state.place))
            found = FaultRecord(
                verdict=fault.verdict.value,
                seat=self.current,
                place=place,
                text=clean(fault.text, 500),
                details=fault.details,
            )
        return Record(
            schema=SCHEMA,
            id=self.spec.id,
            game=self.game.name,
            preset=self.rules.preset,
            players=self.rules.players,
            options=self.rules.options(),
            event=self.spec.event,
            round=self.spec.round,
            board=self.spec.board,
            seating=self.spec.seating,
            seats=list(self.spec.seats),
            deals=self.deals,
            result=GameResult(
                scores=list(outcome.scores),
                places=list(outcome.places),
                reason=outcome.reason.value,
                fault=found,
            ),
        )

    def _measured(self, evidence: dict[str, str]) -> Measured:
        return Measured(
            arena=arena.__version__,
            played_at=datetime.now(UTC).isoformat(timespec="seconds"),
            isolation=ISOLATION,
            ms=self.ms,
            evidence=evidence,
        )
